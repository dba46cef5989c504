import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { readEffects } from "./adopt-tools.ts";

const worst = { readOnly: false, destructive: true, idempotent: false, openWorld: true };
const harmless = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

verifies("tool-source:effects", "without trust nothing that a server says of itself counts", () => {
  for (const annotations of [undefined, {}, harmless]) {
    expect(readEffects("look", annotations)).toEqual({ effects: worst, tier: "confirm" });
  }
});

verifies("tool-source:effects", "trusted annotations count, and what they leave out is the worst", () => {
  const trust = { annotations: true };
  expect(readEffects("look", {}, trust)).toEqual({ effects: worst, tier: "confirm" });
  expect(readEffects("look", harmless, trust)).toEqual({
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    tier: "observe",
  });
  expect(readEffects("look", { readOnlyHint: true }, trust)).toEqual({
    effects: { readOnly: true, destructive: false, idempotent: false, openWorld: true },
    tier: "observe",
  });
  expect(readEffects("look", { destructiveHint: false }, trust).effects).toEqual({ ...worst, destructive: false });
});

verifies("tool-source:tier", "the host's word for one tool stands above the annotations", () => {
  const trust = { annotations: true, tools: { look: "observe", peek: "confirm" } } as const;
  expect(readEffects("look", { destructiveHint: true }, trust)).toMatchObject({
    effects: { readOnly: true, destructive: false },
    tier: "observe",
  });
  expect(readEffects("peek", harmless, trust).tier).toBe("confirm");
  expect(readEffects("toString", undefined, trust).tier).toBe("confirm");
});
