import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyReplacements } from "./draft.ts";
import { writtenReplacements } from "./written-replacements.ts";
import { proofSize } from "../../../toolwright/test/proof-size.ts";

test("new text has the line ends that the file gives it", () => {
  const file = { text: "a\r\nb\r\n", eol: "\r\n", path: "a" } as const;
  expect(writtenReplacements(file, [{ start: 3, end: 4, text: "x\ny" }])).toEqual([
    { start: 3, end: 4, text: "x\r\ny" },
  ]);
});

test("they make the text that will be written, whatever the line ends", () => {
  const piece = fc.constantFrom("a", "b", " ", "\n", "\r\n", "\r");
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
  const added = fc.array(fc.constantFrom("x", "\n", "y"), { maxLength: 6 }).map((pieces) => pieces.join(""));
  const edits = fc.array(fc.tuple(fc.nat(40), fc.nat(5), added), { maxLength: 3 });
  fc.assert(
    fc.property(text, edits, fc.constantFrom("\n", "\r\n", "\r"), (source, wanted, eol) => {
      const replacements = inOrder(source, wanted);
      const file = { text: source, eol, path: "a" } as const;
      const written = writtenReplacements(file, replacements);
      let made = source;
      for (const each of written.toReversed()) made = made.slice(0, each.start) + each.text + made.slice(each.end);
      expect(made).toBe(applyReplacements(file, replacements));
    }),
    { numRuns: proofSize(500, 100) },
  );
});

/** Parts that follow each other and cut no "\r\n" in two. */
function inOrder(text: string, wanted: readonly (readonly [number, number, string])[]) {
  const whole = (offset: number): number =>
    text[offset - 1] === "\r" && text[offset] === "\n" ? offset + 1 : Math.min(offset, text.length);
  let from = 0;
  return wanted.map(([gap, length, added]) => {
    const start = whole(from + (gap % 10));
    const end = whole(start + length);
    from = end;
    return { start, end, text: added };
  });
}
