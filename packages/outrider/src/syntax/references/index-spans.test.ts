import { expect, test } from "vitest";
import { indexSpans } from "./index-spans.ts";

/** The same numbers in each run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

test("finds the same spans as a look at each of them", () => {
  const dice = createDice(7);
  for (let round = 0; round < 300; round += 1) {
    const spans = Array.from({ length: dice(12) }, () => {
      const start = dice(30);
      return { start, end: start + dice(12) };
    }).toSorted((a, b) => a.start - b.start);
    const passed = new Set([dice(12), dice(12)]);
    const find = indexSpans(spans);
    for (let offset = 0; offset < 45; offset += 1) {
      const around = spans.flatMap(({ start, end }, index) => (start <= offset && offset < end ? [index] : []));
      expect(find(offset)).toBe(around.at(-1));
      const isPassed = (index: number): boolean => passed.has(index);
      expect(find(offset, isPassed)).toBe(around.findLast((index) => !isPassed(index)));
    }
  }
});
