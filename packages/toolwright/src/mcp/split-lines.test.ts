import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createLineSplitter } from "./split-lines.ts";

/** What is told of the chunks, in its order. */
function split(chunks: readonly Buffer[], maxBytes: number): string[] {
  const told: string[] = [];
  const feed = createLineSplitter(maxBytes, {
    onLine: (line) => told.push(line.toString()),
    onTooLong: () => told.push("(too long)"),
    onSkipped: (start, end) => told.push(`${start.toString()}…${end.toString()}`),
  });
  for (const chunk of chunks) feed(chunk);
  return told;
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
      expect(split(chunks, 1_000)).toEqual(lines);
    }),
  );
});

test("bytes that are no text come out as they came in", () => {
  const lines: Buffer[] = [];
  const feed = createLineSplitter(10, { onLine: (line) => lines.push(line) });
  for (const chunk of [
    [0xff, 0xc3],
    [0x28, 10],
  ])
    feed(Buffer.from(chunk));
  expect(lines).toEqual([Buffer.from([0xff, 0xc3, 0x28])]);
});

verifies("tool-source:garbage", "a line over the limit is told of at once and by its ends, the next is whole", () => {
  const told = split([Buffer.from(`short\n${"x".repeat(500)}`)], 400);
  expect(told).toEqual(["short", "(too long)"]);
  const chunks = [`short\n${"x".repeat(500)}`, "y".repeat(50), "z\nnext\n", "last"].map((text) => Buffer.from(text));
  expect(split(chunks, 400)).toEqual([
    "short",
    "(too long)",
    `${"x".repeat(256)}…${"x".repeat(205)}${"y".repeat(50)}z`,
    "next",
  ]);
});

test("a line of exactly the limit is read, and a listener may ignore the longer ones", () => {
  expect(split([Buffer.from(`${"x".repeat(20)}\n${"y".repeat(21)}\n`)], 20)).toEqual([
    "x".repeat(20),
    "(too long)",
    `${"y".repeat(21)}…${"y".repeat(21)}`,
  ]);
  const lines: string[] = [];
  createLineSplitter(3, { onLine: (line) => lines.push(line.toString()) })(Buffer.from("long\nok\n"));
  expect(lines).toEqual(["ok"]);
});
