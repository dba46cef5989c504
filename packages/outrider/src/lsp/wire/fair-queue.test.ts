import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("owners take turns, and each one's items keep their order", () => {
  const [one, other] = [{}, {}];
  const queue = createFairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(one, item);
  for (const item of ["b1", "b2"]) queue.add(other, item);
  queue.delete(one, "a2");
  queue.delete(other, "never added");
  expect(queue.values()).toEqual(["a1", "a3", "b1", "b2"]);
  expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
    "a1",
    "b1",
    "a3",
    "b2",
    undefined,
  ]);
  queue.add(one, "a4");
  queue.delete(one, "a4");
  expect([queue.take(), queue.values()]).toEqual([undefined, []]);
});
