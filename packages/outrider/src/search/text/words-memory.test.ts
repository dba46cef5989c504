import { expect, test } from "vitest";
import { termsOfName } from "./terms.ts";
import { eachName, splitWords } from "./words.ts";

test("what is remembered of a text does not keep the text", () => {
  const filler = "a b c d ".repeat(100_000);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 60; at += 1) {
    // Made anew each time: a part of it is only a view into it.
    const text = Buffer.from(`${filler} somewhatLongIdentifier${"abcdefgh".repeat(at % 4)}Number${at}`).toString();
    splitWords(text);
    eachName(text, termsOfName);
  }
  globalThis.gc?.();
  // All 60 texts have 48 million characters.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
});
