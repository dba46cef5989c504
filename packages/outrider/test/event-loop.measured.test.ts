import { expect, test } from "vitest";
import { watchLoop } from "../../toolwright/src/testing/conformance/time-checks.ts";
import { openKit } from "./support/outrider-kit.ts";
import { callFiles, toolCalls } from "./support/tool-calls.ts";
import { limitFor } from "../../toolwright/test/slowdown.ts";

const reading = toolCalls.filter(({ writes, follows }) => !writes && follows !== true);

test.each(reading)("$tool lets the event loop go on while it works: $title", async ({ tool, input, asks }) => {
  const kit = await openKit(callFiles("active"));
  const blocks: number[] = [];
  // What a first call loads is loaded once; what every call does is seen in the quickest of three.
  for (let round = 0; round < 3; round += 1) {
    const stop = watchLoop();
    await kit.call(tool, input, asks === true ? { approve: true } : {});
    blocks.push(stop());
  }
  const longest = Math.min(...blocks);
  expect(longest).toBeLessThan(limitFor(longest, 200));
});
