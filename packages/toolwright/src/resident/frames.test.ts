import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameReader, frameHeader } from "./frames.ts";

test("frames are the same however their bytes are cut", () => {
  const frames = fc.array(fc.record({ kind: fc.nat(4), payload: fc.uint8Array({ maxLength: 40 }) }), { maxLength: 8 });
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.flatMap(({ kind, payload }) => [frameHeader(kind, payload.length), payload]));
      const read = createFrameReader(() => 40);
      const received = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = cuts[turn % cuts.length] ?? 1;
        received.push(...read(bytes.subarray(at, at + size)));
        at += size;
      }
      const plain = received.map(({ kind, payload }) => ({ kind, payload: [...payload] }));
      expect(plain).toEqual(sent.map(({ kind, payload }) => ({ kind, payload: [...payload] })));
    }),
  );
});

test("a length above the limit is refused with its header", () => {
  const read = createFrameReader(() => 10);
  expect(read(frameHeader(0, 10))).toEqual([]);
  expect(() => createFrameReader(() => 10)(frameHeader(0, 11))).toThrow(
    "A message of 11 bytes is too large; 10 is the limit.",
  );
});
