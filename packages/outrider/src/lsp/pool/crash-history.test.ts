import { expect, test } from "vitest";
import { addCrash, type CrashHistory, noCrashes, recentCauses } from "./crash-history.ts";
import { defaultPoolLimits as rules } from "./server-pool.ts";

test("the wait doubles up to half a minute, a quarter more or less", () => {
  const many = { ...rules, maxCrashes: 100 };
  let history = noCrashes;
  const waits = Array.from({ length: 9 }, () => {
    const added = addCrash(history, "fault", { now: 0, chance: 0.5, rules: many });
    history = added.history;
    return added.restartAt;
  });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  for (const [chance, expected] of [
    [0, 375],
    [1, 625],
  ] as const) {
    expect(addCrash(noCrashes, "fault", { now: 0, chance, rules: many }).restartAt).toBe(expected);
  }
});

test("five within three minutes close it for one minute, and one more soon after closes it again", () => {
  let history: CrashHistory = noCrashes;
  const crash = (now: number, cause: string): number => {
    history = addCrash(history, cause, { now, chance: 0.5, rules }).history;
    return history.givenUpUntil;
  };
  expect([30, 60, 90, 120].map((second) => crash(second * 1000, `fault at ${second}`))).toEqual([0, 0, 0, 0]);
  expect(crash(150_000, "fault at 150")).toBe(150_000 + 60_000);
  // It was tried again, and stayed up for almost three minutes.
  const later = 210_000 + 170_000;
  expect(crash(later, "fault 5")).toBe(later + 60_000);
  expect(recentCauses(history, later, rules)).toEqual(["fault 5"]);
  const muchLater = later + 60_000 + 180_000;
  expect(crash(muchLater, "fault 6")).toBeLessThan(muchLater);
});

test("crashes that are far apart never close it", () => {
  let history = noCrashes;
  for (let crash = 1; crash <= 50; crash += 1) {
    history = addCrash(history, "fault", { now: crash * 46_000, chance: 0.5, rules }).history;
    expect(history.givenUpUntil).toBe(0);
  }
});
