import { expect } from "vitest";
import * as z from "zod";
import { verifies } from "../../test/verifies.ts";
import { outputFields, overflowSchema } from "./fields.ts";
import { createOutputGuard } from "./guard.ts";

verifies(
  "output:fields",
  "what the fields accept the guard takes, and what the guard says the wire schema accepts",
  () => {
    const input = z.strictObject({ query: z.string(), ...outputFields });
    const parsed = input.parse({ query: "x", detail_level: "full", offset: 30, limit: 2 });
    const items = Array.from({ length: 90 }, (_, index) => `file-${index % 45}.ts`);
    const { overflow } = createOutputGuard(parsed).capItems(items, "hint", (file) => file);
    expect(overflowSchema.parse(overflow)).toEqual(overflow);
    expect(overflow).toMatchObject({ shown: 2, total: 90, next_offset: 32, other_files: 25, other_items: 50 });
    for (const bad of [{ detail_level: "all" }, { offset: -1 }, { offset: 1.5 }, { limit: 0 }, { limit: 1001 }]) {
      expect(input.safeParse({ query: "x", ...bad }).success).toBe(false);
    }
  },
);
