import * as fc from "fast-check";
import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createKeptOutput } from "./kept-output.ts";

verifies("process:output-exact", "what fits is kept whole, in whatever pieces it comes", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.nat(20), (chunks, room) => {
      const all = Buffer.concat(chunks);
      const kept = keep(chunks, all.length + room);
      expect(kept.text()).toEqual({ text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(all), leftOutBytes: 0 });
      expect(kept.bytes).toBe(all.length);
    }),
  );
});

verifies("process:output-exact", "what does not fit keeps its first and last bytes and counts the rest", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[ -~]{0,30}$/)), fc.nat(60), (texts, maxBytes) => {
      const all = texts.join("");
      fc.pre(all.length > maxBytes);
      const kept = keep(
        texts.map((text) => Buffer.from(text)),
        maxBytes,
      );
      const first = all.slice(0, Math.ceil(maxBytes / 2));
      const last = maxBytes < 2 ? "" : all.slice(-Math.floor(maxBytes / 2));
      expect(kept.text()).toEqual({
        text: `${first}\n[… ${all.length - maxBytes} bytes left out …]\n${last}`,
        leftOutBytes: all.length - maxBytes,
      });
      expect(kept.bytes).toBe(all.length);
    }),
  );
});

verifies("process:output-exact", "a cut never takes a character apart", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 8, maxLength: 60 }), fc.nat(40), (text, maxBytes) => {
      const bytes = Buffer.from(text);
      fc.pre(bytes.length > maxBytes && !text.includes("\uFFFD"));
      expect(keep([bytes], maxBytes).text().text).not.toContain("\uFFFD");
    }),
  );
});

verifies("process:output-exact", "the line between the parts reads well", () => {
  expect(keep([Buffer.from("0123456789")], 4).text().text).toMatchInlineSnapshot(`
    "01
    [… 6 bytes left out …]
    89"
  `);
});

function keep(chunks: readonly Uint8Array[], maxBytes: number): ReturnType<typeof createKeptOutput> {
  const kept = createKeptOutput(maxBytes);
  for (const chunk of chunks) kept.add(chunk);
  return kept;
}
