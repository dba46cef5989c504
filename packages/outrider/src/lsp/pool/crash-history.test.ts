import { expect, test } from "vitest";
import { createCrashHistory } from "./crash-history.ts";
import { defaultPoolLimits } from "./pool-limits.ts";

test("the wait doubles up to half a minute, a quarter more or less", () => {
  let chance = 0.5;
  const rules = { ...defaultPoolLimits, maxCrashes: 100 };
  const history = createCrashHistory(
    rules,
    () => 0,
    () => chance,
  );
  const waits = Array.from({ length: 9 }, () => {
    history.add("fault");
    return history.waitMs();
  });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  for (const [given, expected] of [
    [0, 375],
    [1, 625],
  ] as const) {
    chance = given;
    const fresh = createCrashHistory(
      rules,
      () => 0,
      () => chance,
    );
    fresh.add("fault");
    expect(fresh.waitMs()).toBe(expected);
  }
});

test("five within three minutes close it for one minute, and one more soon after closes it again", () => {
  let now = 0;
  const history = createCrashHistory(
    defaultPoolLimits,
    () => now,
    () => 0.5,
  );
  for (let crash = 0; crash < 5; crash += 1) {
    expect(history.givenUp()).toBeUndefined();
    now += 30_000;
    history.add(`fault ${crash}`);
  }
  expect(history.givenUp()).toEqual({ forMs: 60_000 });
  now += 60_000;
  expect(history.givenUp()).toBeUndefined();
  now += 170_000;
  history.add("fault 5");
  expect(history.givenUp()).toEqual({ forMs: 60_000 });
  expect(history.causes()).toEqual(["fault 5"]);
  now += 60_000 + 180_000;
  history.add("fault 6");
  expect(history.givenUp()).toBeUndefined();
});

test("crashes that are far apart never close it", () => {
  let now = 0;
  const history = createCrashHistory(
    defaultPoolLimits,
    () => now,
    () => 0.5,
  );
  for (let crash = 0; crash < 50; crash += 1) {
    now += 46_000;
    history.add("fault");
    expect(history.givenUp()).toBeUndefined();
  }
});
