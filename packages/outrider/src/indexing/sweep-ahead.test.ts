import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSweepAhead } from "./sweep-ahead.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Files that are swept as `fresh-files.ts` has it: due 30 s after the last time. */
function openFiles({ tookMs = 800, fails = false } = {}) {
  let sweptAt = performance.now();
  const made: number[] = [];
  const ahead = createSweepAhead({
    nextSweep: () => ({ inMs: 30_000 - (performance.now() - sweptAt), tookMs }),
    async sweep() {
      made.push(performance.now());
      if (fails) throw new Error("no disk");
      sweptAt = performance.now();
    },
  });
  return { ahead, made, sweepOfAQuestion: () => (sweptAt = performance.now()) };
}

test("it is made before it is due, for three minutes after the last question", async () => {
  const { ahead, made } = openFiles();
  const start = performance.now();
  ahead.asked();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(made.map((at) => at - start)).toEqual([25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 175_000]);
  ahead.asked();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(made).toHaveLength(8);
  ahead.close();
});

test("a sweep that a question has made counts", async () => {
  const { ahead, made, sweepOfAQuestion } = openFiles();
  const start = performance.now();
  ahead.asked();
  await vi.advanceTimersByTimeAsync(24_000);
  sweepOfAQuestion();
  ahead.asked();
  await vi.advanceTimersByTimeAsync(24_000);
  expect(made).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(made.map((at) => at - start)).toEqual([49_000]);
  ahead.close();
});

test.each([
  ["one that nobody notices", { tookMs: 20 }, 0],
  ["one that would take too much of the time", { tookMs: 12_000 }, 0],
  ["one that fails, until somebody asks again", { fails: true }, 1],
])("%s is not made again and again", async (_, options, times) => {
  const { ahead, made } = openFiles(options);
  ahead.asked();
  await vi.advanceTimersByTimeAsync(170_000);
  expect(made).toHaveLength(times);
  ahead.asked();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(made).toHaveLength(times * 2);
  ahead.close();
});

test("nothing is made after the end", async () => {
  const { ahead, made } = openFiles();
  ahead.asked();
  ahead.close();
  ahead.asked();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
