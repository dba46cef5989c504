import { formatReport, runConformance } from "toolwright/testing";
import { expect, test } from "vitest";
import { format } from "./format.ts";
import { handle } from "./handler.ts";
import tool from "./index.ts";

test("counts words, lines and characters", () => {
  expect(handle({ text: "To be\nor not to be\n", top: 1 })).toEqual({
    words: 6,
    lines: 2,
    characters: 19,
    top: [{ word: "be", count: 2 }],
  });
});

test("an empty text has nothing to count", () => {
  expect(format(handle({ text: "", top: 3 }))).toBe("0 words, 0 lines, 0 characters");
});

// The suite lets real time pass to see that nothing outlives its call.
test("keeps the promises of every tool", { timeout: 60_000 }, async () => {
  const report = await runConformance(tool);
  expect(report.ok, formatReport(report)).toBe(true);
});
