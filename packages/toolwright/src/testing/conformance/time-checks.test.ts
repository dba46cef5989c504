import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { watchLoop } from "./time-checks.ts";

/** Returns how long it took: a busy machine makes it longer. */
function blockFor(milliseconds: number): number {
  const startedAt = performance.now();
  while (performance.now() < startedAt + milliseconds);
  return performance.now() - startedAt;
}

test("the longest stretch counts, wherever it was, and not the sum", async () => {
  const stop = watchLoop();
  const blocks = [blockFor(60)];
  await pause(15);
  blocks.push(blockFor(120));
  await pause(15);
  blocks.push(blockFor(60));
  const longest = stop();
  expect(longest).toBeGreaterThanOrEqual(Math.max(...blocks));
  expect(longest).toBeLessThan(blocks.reduce((sum, block) => sum + block, 0));
});

test("a stretch that is not over yet counts", () => {
  const stop = watchLoop();
  blockFor(50);
  expect(stop()).toBeGreaterThanOrEqual(50);
});
