import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fillLines, fitText, textWidth, wrapLine, wrapText } from "./text-width.ts";

test.each([
  ["", 0],
  ["plain", 5],
  ["e\u0301", 1],
  ["日本", 4],
  ["👩‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["1️⃣", 2],
  ["✔ ✅", 4],
  ["ｶﾞ", 2],
  ["𗀀𛀀", 4],
  ["a\u200bb\u00adc", 3],
])("%j takes %d columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test("cuts with an ellipsis", () => {
  expect(fitText("a long line", 7)).toBe("a long…");
  expect(fitText("日本語", 4)).toBe("日…");
});

test("never exceeds the columns", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.nat(40),
      (text, columns) => textWidth(fitText(text, columns)) <= columns,
    ),
  );
});

test("wraps whole words and cuts none", () => {
  expect(wrapText("one two  three\nincomprehensible", "  ", 9)).toEqual(["  one two", "  three", "  incomprehensible"]);
  expect(wrapText("", "  ", 9)).toEqual([]);
});

test("fills lines with whole pieces", () => {
  expect(fillLines(["a b", "c d", "e"], " · ", "", 9)).toEqual(["a b · c d", "e"]);
});

test("a line that is too long goes on below its own indent", () => {
  expect(wrapLine("  one two three", 9)).toEqual(["  one two", "    three"]);
  expect(wrapLine("  one  two", undefined)).toEqual(["  one  two"]);
});
