import { PassThrough } from "node:stream";
import * as fc from "fast-check";
import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { collectOutput } from "./collect-output.ts";

verifies("process:output-decoded", "text is the same in whatever pieces it comes", async () => {
  const texts = fc.string({ unit: "binary", maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 7 }), async (text, size) => {
      const bytes = Buffer.from(text);
      const stream = new PassThrough();
      const pieces: string[] = [];
      const output = collectOutput(stream, 1000, (piece) => pieces.push(piece));
      for (let start = 0; start < bytes.length; start += size) stream.write(bytes.subarray(start, start + size));
      stream.end();
      await output.ended;
      expect(pieces.join("")).toBe(bytes.toString());
      expect(output.finish()).toEqual({
        text: bytes.toString(),
        bytes: bytes.length,
        leftOutBytes: 0,
        truncated: false,
      });
    }),
    { numRuns: 50 },
  );
});

verifies("process:output-decoded", "an unfinished character at the end is told as U+FFFD", async () => {
  const stream = new PassThrough();
  const pieces: string[] = [];
  const output = collectOutput(stream, 1000, (piece) => pieces.push(piece));
  stream.end(Buffer.from([0x61, 0xe2, 0x82]));
  await output.ended;
  expect(pieces).toEqual(["a", "\uFFFD"]);
});

verifies("process:settles-on-exit", "a stream that is cut off counts as truncated", () => {
  const stream = new PassThrough();
  expect(collectOutput(stream, 1000, undefined).finish()).toEqual({
    text: "",
    bytes: 0,
    leftOutBytes: 0,
    truncated: true,
  });
  expect(stream.destroyed).toBe(true);
});
