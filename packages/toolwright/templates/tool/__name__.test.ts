import { harness, testTool } from "toolwright/testing";
import { expect, test } from "vitest";
import tool from "./index.ts";

test("counts words, lines and characters", async () => {
  await using kit = harness([tool]);
  expect(await kit.call("__name__", { text: "To be\nor not to be\n", top: 1 })).toMatchObject({
    status: "ok",
    value: { words: 6, lines: 2, characters: 19, top: [{ word: "be", count: 2 }] },
  });
});

test("an empty text has nothing to count", async () => {
  await using kit = harness([tool]);
  expect(await kit.call("__name__", { text: "", top: 3 })).toMatchObject({ text: "0 words, 0 lines, 0 characters" });
});

// The promises of every tool, a test each.
testTool(tool, { test });
