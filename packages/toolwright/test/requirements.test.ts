import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "./requirements/index.ts";

const root = join(import.meta.dirname, "..");

test("every requirement is cited by at least one test", () => {
  const cited = new Set<string>();
  for (const folder of ["src", "test"]) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".test.ts")) continue;
      const source = readFileSync(join(root, folder, file), "utf8");
      for (const [, id] of source.matchAll(/^\s*verifies\(\s*"([^"]+)"/gm)) if (id !== undefined) cited.add(id);
    }
  }
  expect(Object.keys(requirements).filter((id) => !cited.has(id))).toEqual([]);
  expect([...cited].filter((id) => !Object.hasOwn(requirements, id))).toEqual([]);
});
