import * as fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { proofCases, proofSize } from "../../test/proof-size.ts";
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

test("every character is as wide as string-width says", () => {
  const characters = Array.from({ length: 0x40000 }, (_, code) => String.fromCodePoint(code));
  const wrong = proofCases(characters, 61).filter((character) => textWidth(character) !== stringWidth(character));
  expect(wrong.map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
});

test("so is every cluster of characters", () => {
  const from = (text: string): fc.Arbitrary<string> => fc.constantFrom(...Array.from(text));
  const pieces = fc.oneof(
    // Emoji, and what joins, colours or selects them; flags; keycaps.
    from("👩👧🧑❤✔☎🏴🏳🌈⚕🇩🇪🇦1#*\u200d\ufe0f\ufe0e\u20e3🏽🏿\u{e0067}\u{e0062}\u{e007f}"),
    // Hangul as letters and as syllables.
    from("\u1100\u1112\u115f\ua960\u1160\u1161\ud7b0\u11a8\u11ff\ud7cb가각"),
    // Marks that take a column and marks that do not, characters that stand before others, half and full width.
    from("aｶﾞﾟｰＡ日\u0301\u0903\u093e\u0d4e\u0600\u200b\u00ad\u0e33\u0e01\t\n\r"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter((text) => !"\u001b\u009b".includes(text)),
  );
  const texts = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
    }),
    { numRuns: proofSize(200_000, 2_000) },
  );
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
