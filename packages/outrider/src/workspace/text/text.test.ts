import fc from "fast-check";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";
import { encodeText } from "./encode-text.ts";
import { hashBytes, type TextEncoding } from "./text-file.ts";
import { hasHalfCharacter, showText } from "./visible-text.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** Bytes that are rarely judged binary, with much of what is nearly UTF-8. */
const trickyBytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }).map((text) => Buffer.from(text.replaceAll("\0", ""), "utf8")),
      fc.uint8Array({ min: 0x20, maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          "eda080",
          "edbfbf",
          "c080",
          "e08080",
          "f08080af",
          "f4908080",
          "efbbbf",
          "e282",
          "fffe",
          "feff",
          "f0",
        )
        .map((hex) => Buffer.from(hex, "hex")),
      fc.constantFrom("\r\n", "\n", "\r", "plain text ").map((text) => Buffer.from(text)),
    ),
  )
  .map((parts) => Buffer.concat(parts));

test("encoding what was decoded gives the same bytes, whatever the bytes", () => {
  let texts = 0;
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 40 }), trickyBytes), (bytes) => {
      const file = decodeText(bytes);
      texts += file === undefined ? 0 : 1;
      expect(reencoded(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      expect(file?.hash ?? hashBytes(bytes)).toBe(hashBytes(bytes));
    }),
    { numRuns: proofSize(3000, 300) },
  );
  expect(texts).toBeGreaterThan(proofSize(1_000, 100));
});

test("every pair of bytes and every lead byte before continuation bytes comes back", () => {
  let broken = 0;
  for (let first = 0; first < 256; first += 1) {
    // The sample steps by a prime, so that each first byte meets others.
    const step = proofSize(1, 7);
    for (let second = first % step; second < 256; second += step) {
      for (const bytes of [
        [first, second],
        [0x41, first, second, 0x80, 0x80, 0x42],
        [0xc3, 0xa9, 0xc3, 0xa9, first, second],
      ]) {
        broken += reencoded(Uint8Array.from(bytes)) === Buffer.from(bytes).toString("hex") ? 0 : 1;
      }
    }
  }
  expect(broken).toBe(0);
});

test("any UTF-16, halves of characters included, comes back in both byte orders", () => {
  const unit = fc.integer({ min: 1, max: 0xffff }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit }), fc.constantFrom("utf-16le", "utf-16be"), (text, encoding) => {
      expect(decodeText(encodeText(text, { encoding, bom: true }))).toMatchObject({ text, encoding, bom: true });
    }),
  );
});

test("any text comes back from UTF-8, with and without a mark", () => {
  const texts = fc.string({ unit: "grapheme" }).filter((text) => !text.startsWith("\u{feff}") && !text.includes("\0"));
  fc.assert(
    fc.property(texts, fc.boolean(), (text, bom) => {
      expect(decodeText(encodeText(text, { encoding: "utf-8", bom }))).toMatchObject({ text, encoding: "utf-8", bom });
    }),
  );
});

test("every character of windows-1252 has its byte", () => {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
  const text = decodeText(Buffer.concat([latin1("plain words that are mostly ASCII "), bytes]))?.text ?? "";
  expect(text.slice(34, 66)).toBe("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ");
  expect(text.slice(66)).toBe(latin1(Buffer.from(bytes).toString("latin1")).toString("latin1").slice(32));
  expect([...encodeText(text.slice(34), { encoding: "windows-1252", bom: false })]).toEqual([...bytes]);
});

test.each<[string, Uint8Array, TextEncoding, boolean, string]>([
  ["nothing at all", Buffer.of(), "utf-8", false, ""],
  ["UTF-8", Buffer.from("naïve\r\n"), "utf-8", false, "naïve\r\n"],
  ["UTF-8 with a mark", Buffer.from("\u{feff}a"), "utf-8", true, "a"],
  ["two marks, of which the second is text", Buffer.from("\u{feff}\u{feff}a"), "utf-8", true, "\u{feff}a"],
  [
    "one bad byte among good ones",
    Buffer.concat([Buffer.from("é"), Buffer.of(0xff)]),
    "utf-8-damaged",
    false,
    "é\u{dcff}",
  ],
  ["a mark before bad bytes", Buffer.from("efbbbfff41", "hex"), "utf-8-damaged", true, "\u{dcff}A"],
  [
    "a surrogate in UTF-8",
    Buffer.from("c3a9c3a9c3a9eda080", "hex"),
    "utf-8-damaged",
    false,
    "ééé\u{dced}\u{dca0}\u{dc80}",
  ],
  ["a cut-off sequence", Buffer.from("c3a9c3a9e282", "hex"), "utf-8-damaged", false, "éé\u{dce2}\u{dc82}"],
  ["Latin-1", latin1("caf\u{e9}\n"), "windows-1252", false, "café\n"],
  ["UTF-16LE", Buffer.from("fffe6100", "hex"), "utf-16le", true, "a"],
  ["UTF-16BE", Buffer.from("feff0061", "hex"), "utf-16be", true, "a"],
  ["UTF-16LE with a mark and nothing else", Buffer.from("fffe", "hex"), "utf-16le", true, ""],
  ["UTF-16LE without a mark", Buffer.from("let a = 1;\r\n", "utf16le"), "utf-16le", false, "let a = 1;\r\n"],
  ["UTF-16BE without a mark", Buffer.from("let a = 1;\r\n", "utf16le").swap16(), "utf-16be", false, "let a = 1;\r\n"],
])("%s is understood", (_, bytes, encoding, bom, text) => {
  expect(decodeText(bytes)).toMatchObject({ encoding, bom, text });
});

test.each<[string, Uint8Array]>([
  ["a NUL in ASCII", Buffer.from("abc\0def")],
  ["a NUL in UTF-8 with a mark", Buffer.from("\u{feff}abc\0")],
  ["half a unit of UTF-16", Buffer.from("fffe610062", "hex")],
  ["UTF-32", Buffer.from("fffe000061000000", "hex")],
  ["16-bit numbers", Buffer.from(Uint16Array.from([1, 2, 3, 4, 5, 6, 7, 8]).buffer)],
  ["the head of a PNG", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ["packed data without NUL", Buffer.from("1f8b0803c2011a02ff04130f9e17d1c3", "hex")],
])("%s is binary", (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});

test.each<[string, TextEncoding, string]>([
  [
    "one\ntwo 😀",
    "windows-1252",
    'U+1F600 "😀" in line 2 of the new text does not exist in windows-1252, the encoding of this file. Write it in ASCII, or convert the file to UTF-8 first.',
  ],
  [
    "\u{80}",
    "windows-1252",
    "U+0080 in line 1 of the new text does not exist in windows-1252, the encoding of this file. Write it in ASCII, or convert the file to UTF-8 first.",
  ],
  [
    "x\u{d83d}",
    "utf-8",
    "U+D83D in line 1 of the new text does not exist in utf-8, the encoding of this file. It is half of a character: send the whole one.",
  ],
  [
    "\u{dcff}",
    "utf-8",
    "U+DCFF in line 1 of the new text does not exist in utf-8, the encoding of this file. It is half of a character: send the whole one.",
  ],
  [
    "\u{dcff}\u{dfff}",
    "utf-8-damaged",
    "U+DFFF in line 1 of the new text does not exist in utf-8-damaged, the encoding of this file. It is half of a character: send the whole one.",
  ],
])("%j cannot be written in %s", (text, encoding, message) => {
  const encode = (): unknown => encodeText(text, { encoding, bom: false });
  expect(encode).toThrow(message);
  expect(codeOf(encode)).toBe("cannot_encode");
});

test("stand-ins for damaged bytes are shown as replacement characters, whole characters as they are", () => {
  expect(showText("a\u{dcff}😀\u{d83d}")).toBe("a\u{fffd}😀\u{fffd}");
  expect([hasHalfCharacter("😀"), hasHalfCharacter("\u{dcff}")]).toEqual([false, true]);
});

/** As hex; what is binary counts as kept, since nobody writes it. */
function reencoded(bytes: Uint8Array): string {
  const file = decodeText(bytes);
  return Buffer.from(file === undefined ? bytes : encodeText(file.text, file)).toString("hex");
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
  return undefined;
}
