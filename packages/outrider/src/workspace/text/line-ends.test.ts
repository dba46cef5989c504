import fc from "fast-check";
import { expect, test } from "vitest";
import { detectEol, lineIndexAt, lineStarts, splitLines, uniformEol, withEol, withoutEol } from "./line-ends.ts";

const texts = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "\u{2028}", "\v", "\f", "\u{85}") });

test.each([
  ["", "\n", undefined],
  ["a", "\n", undefined],
  ["a\n", "\n", "\n"],
  ["a\r\nb\r\nc\n", "\r\n", undefined],
  ["a\rb\r", "\r", "\r"],
  ["a\r\nb\r\n", "\r\n", "\r\n"],
  ["a\r\nb\n", "\n", undefined],
])("most lines of %j end with %j, all with %j", (text, most, all) => {
  expect(detectEol(text)).toBe(most);
  expect(uniformEol(text)).toBe(all);
});

test("only \\n, \\r\\n and \\r end a line, as language servers count", () => {
  expect(lineStarts("a\nb\r\nc\rd\u{2028}e\vf\u{85}g\n")).toEqual([0, 2, 5, 7, 15]);
  fc.assert(
    fc.property(texts, (text) => {
      expect(lineStarts(text)).toHaveLength(text.split(/\r\n|\n|\r/).length);
    }),
  );
});

test("joined lines are the text, and no line has an end inside", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const lines = splitLines(text);
      expect(lines.join("")).toBe(text);
      expect(lines.every((line) => /^[^\r\n]*(\r\n|\n|\r)?$/.test(line))).toBe(true);
      expect(lines.map(withoutEol).join("")).toBe(text.replaceAll(/[\r\n]/g, ""));
    }),
  );
});

test("each offset is in the line that begins at or before it", () => {
  fc.assert(
    fc.property(texts, fc.nat(60), (text, offset) => {
      const starts = lineStarts(text);
      expect(lineIndexAt(starts, offset)).toBe(starts.findLastIndex((start) => start <= offset));
    }),
  );
});

test("line ends are exchanged without touching anything else", () => {
  expect(withEol("a\nb\r\nc\rd", "\r\n")).toBe("a\r\nb\r\nc\r\nd");
});
