import { expect, test } from "vitest";
import { createSweepSchedule } from "./sweep-schedule.ts";

const never = Number.POSITIVE_INFINITY;

/** One that has swept everything and relies on its watches. */
function createSettled(maxAgeMs = never) {
  const schedule = createSweepSchedule(maxAgeMs);
  schedule.mended();
  schedule.swept(performance.now(), 3);
  return schedule;
}

test("the first sweep is due, with every watch in doubt", () => {
  const schedule = createSweepSchedule(never);
  expect([schedule.isDue, schedule.doubtful(), schedule.next()]).toEqual([true, [""], undefined]);
});

test("a sweep is over only when the watches are renewed, too", () => {
  const schedule = createSweepSchedule(never);
  schedule.swept(performance.now(), 3);
  expect(schedule.isDue).toBe(true);
  schedule.mended();
  schedule.swept(performance.now(), 3);
  expect([schedule.isDue, schedule.next()]).toEqual([false, { inMs: never, tookMs: 3 }]);
});

test("one that is required can be spared, unless watches are in doubt", () => {
  const schedule = createSettled();
  schedule.require();
  expect(schedule.isDue).toBe(true);
  schedule.spare();
  expect(schedule.isDue).toBe(false);
  schedule.doubt("src");
  schedule.spare();
  expect(schedule.isDue).toBe(true);
});

test("it is due by its age", () => {
  expect(createSettled(60_000).isDue).toBe(false);
  expect(createSettled(0).isDue).toBe(true);
});

test("of directories in doubt the outermost count, and the root when there are very many", () => {
  const schedule = createSettled();
  for (const directory of ["src/a/b", "src/a", "src/ab", "docs/x"]) schedule.doubt(directory);
  expect(schedule.doubtful()).toEqual(["src/a", "src/ab", "docs/x"]);
  for (let index = 0; index < 200; index += 1) schedule.doubt(`packages/${index}`);
  expect(schedule.doubtful()).toEqual([""]);
});
