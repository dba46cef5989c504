import { expect, test } from "vitest";
import { createLateVectors } from "./late-vectors.ts";

const make = (content: string, length: number) => ({ content, vectors: new Float32Array(length) });

test("vectors wait for their store up to a limit, and only those that are still wanted are given", () => {
  const late = createLateVectors(10);
  late.keep([make("a", 4), make("b", 4), make("too much", 4)]);
  late.keep([make("a", 6)]);
  late.drop("b");
  late.keep([make("c", 4), make("too much", 1)]);
  const taken = late.take(new Set(["a", "c", "too much"]));
  expect(taken.map(({ content, vectors }) => [content, vectors.length])).toEqual([
    ["a", 6],
    ["c", 4],
  ]);
  late.keep([make("d", 10)]);
  expect(late.take(new Set(["a"]))).toEqual([]);
  expect(late.take(new Set(["d"]))).toEqual([]);
});
