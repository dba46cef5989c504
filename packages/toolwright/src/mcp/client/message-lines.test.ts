import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createMessageLines } from "./message-lines.ts";
import { readTooLong } from "./read-message.ts";

function split(chunks: readonly Buffer[], maxBytes: number): string[] {
  const seen: string[] = [];
  const feed = createMessageLines(maxBytes, {
    onLine: (line) => seen.push(line),
    onTooLong: (start, end) => seen.push(`${start.slice(0, 3)}…${end.slice(-3)}`),
  });
  for (const chunk of chunks) feed(chunk);
  return seen;
}

test("lines are the same however their bytes arrive", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 1, max: 7 }), (texts, size) => {
      const lines = texts.map((text) => text.replaceAll("\n", " "));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(split(chunks, 1_000)).toEqual(lines);
    }),
  );
});

verifies("tool-source:garbage", "a line over the limit is told by its ends, and the next one is whole", () => {
  const chunks = ["abcdef", "ghijk", "lmn\nok\n", "0123456789", "\nlast"].map((text) => Buffer.from(text));
  expect(split(chunks, 8)).toEqual(["abc…lmn", "ok", "012…789"]);
});

verifies("tool-source:garbage", "the request of an answer that is too long is found where servers write it", () => {
  const idOf = (start: string, end: string): unknown => {
    const read = readTooLong(start, end, 10);
    return "answer" in read && read.answer !== undefined && "id" in read.answer ? read.answer.id : undefined;
  };
  expect(idOf('{"jsonrpc":"2.0","id":7,"result":{"content"', "xxx")).toBe(7);
  expect(idOf('{"result":{"content"', '"}]},"jsonrpc":"2.0","id":8}')).toBe(8);
  expect(idOf('{"result":{"content"', '"}]},"id":9,"jsonrpc":"2.0"}')).toBe(9);
  expect(idOf('{"jsonrpc":"2.0","method":"x","params":{"id":7', '"id":1}}}')).toBeUndefined();
});
