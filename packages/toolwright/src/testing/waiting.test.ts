import { expect, test } from "vitest";
import { deferred } from "../tool/deferred.ts";
import { endsWithin, pollUntil } from "./waiting.ts";

test("work that settles in either way has ended, other work has not", async () => {
  const failed = Promise.reject(new Error("broken"));
  expect(await endsWithin(Promise.resolve(), 1_000)).toBe(true);
  expect(await endsWithin(failed, 1_000)).toBe(true);
  expect(await endsWithin(deferred().promise, 20)).toBe(false);
});

test("a machine that stands still does not use up the time of others", async () => {
  const { promise, resolve } = deferred();
  setTimeout(resolve, 60);
  const ended = endsWithin(promise, 100);
  const until = performance.now() + 150;
  while (performance.now() < until);
  expect(await ended).toBe(true);
});

test("no timer is left by work that ended in time", async () => {
  const before = process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
  await endsWithin(Promise.resolve(), 60_000);
  expect(process.getActiveResourcesInfo().filter((type) => type === "Timeout")).toHaveLength(before);
});

test("polling goes on until the answer is yes, and gives up in the end", async () => {
  let asked = 0;
  expect(await pollUntil(() => ++asked === 5, 1_000)).toBe(true);
  expect(asked).toBe(5);
  expect(await pollUntil(() => false, 10)).toBe(false);
});
