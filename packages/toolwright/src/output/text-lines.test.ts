import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countLines, lineEnd, lineStart, alignToCharacter, utf8Length } from "./text-lines.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "é", "字", "😀", "\ud83d", "\ude00", "\ufeff") });

test("a line ends with its newline, and the last one may lack it", () => {
  expect(["", "a", "a\n", "a\nb", "\n", "\n\n", "a\r\nb\r\n"].map(countLines)).toEqual([0, 1, 1, 2, 1, 2, 2]);
});

test("walking forwards and backwards meets the same lines", () => {
  fc.assert(
    fc.property(text, (value) => {
      const forwards: number[] = [];
      for (let at = 0; at < value.length; at = lineEnd(value, at)) forwards.push(at);
      const backwards: number[] = [];
      for (let at = value.length; at > 0; at = lineStart(value, at)) backwards.unshift(lineStart(value, at));
      expect(backwards).toEqual(forwards);
      expect(countLines(value)).toBe(forwards.length);
    }),
  );
});

test("the length in UTF-8 is what an encoder writes, lone surrogates included", () => {
  fc.assert(fc.property(text, (value) => utf8Length(value) === new TextEncoder().encode(value).length));
});

test("an index never parts a surrogate pair", () => {
  expect([0, 1, 2, 3].map((index) => alignToCharacter("a😀b", index))).toEqual([0, 1, 1, 3]);
  expect(alignToCharacter("\ude00", 0)).toBe(0);
});
