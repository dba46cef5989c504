import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineSplitter } from "./split-lines.ts";

function split(chunks: readonly Buffer[], maxBytes: number): { lines: string[]; tooLong: number } {
  const lines: string[] = [];
  let tooLong = 0;
  const feed = createLineSplitter(maxBytes, {
    onLine: (line) => lines.push(line.toString()),
    onTooLong: () => tooLong++,
  });
  for (const chunk of chunks) feed(chunk);
  return { lines, tooLong };
}

/** The bytes of a text, cut at any places. */
const cutText = fc
  .tuple(fc.array(fc.stringMatching(/^[^\n]{0,20}$/u), { maxLength: 20 }), fc.array(fc.nat(40), { maxLength: 20 }))
  .map(([lines, cuts]) => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].toSorted((a, b) => a - b);
    const chunks = [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
    return { lines, chunks };
  });

test("lines come out whole, however their bytes come in", () => {
  fc.assert(
    fc.property(cutText, ({ lines, chunks }) => {
      expect(split(chunks, 1_000)).toEqual({ lines, tooLong: 0 });
    }),
  );
});

test("a line over the limit is skipped and told of once, and the next one is read", () => {
  const long = Buffer.from(`short\n${"x".repeat(50)}`);
  expect(split([long, Buffer.from("y".repeat(50)), Buffer.from("\nnext\n")], 20)).toEqual({
    lines: ["short", "next"],
    tooLong: 1,
  });
});

test("a line of exactly the limit is read", () => {
  expect(split([Buffer.from(`${"x".repeat(20)}\n${"x".repeat(21)}\n`)], 20)).toEqual({
    lines: ["x".repeat(20)],
    tooLong: 1,
  });
});
