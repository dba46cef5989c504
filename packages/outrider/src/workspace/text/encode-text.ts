import { ToolError } from "toolwright";
import { encodeDamaged } from "./damaged-utf8.ts";
import { lineIndexAt, lineStarts } from "./line-ends.ts";
import type { TextEncoding, TextFile } from "./text-file.ts";
import { encodeUtf16 } from "./utf16.ts";
import { encodeWindows1252, fitsWindows1252 } from "./windows1252.ts";

const utf8Mark = Buffer.of(0xef, 0xbb, 0xbf);

/** The bytes of a text in a file's encoding; throws a ToolError `cannot_encode` that names the first unsupported character. */
export function encodeText(text: string, file: Pick<TextFile, "encoding" | "bom">): Uint8Array {
  refuseLacking(text, file.encoding);
  switch (file.encoding) {
    case "utf-8":
      return marked(file.bom, utf8Mark, Buffer.from(text, "utf8"));
    case "utf-8-damaged":
      return marked(file.bom, utf8Mark, encodeDamaged(text));
    case "utf-16le":
    case "utf-16be":
      return encodeUtf16(file.bom ? `\u{feff}${text}` : text, file.encoding);
    case "windows-1252":
      return encodeWindows1252(text);
  }
}

function marked(bom: boolean, mark: Buffer, bytes: Buffer): Buffer {
  return bom ? Buffer.concat([mark, bytes]) : bytes;
}

function refuseLacking(text: string, encoding: TextEncoding): void {
  const at = findLacking(text, encoding);
  if (at === -1) {
    return;
  }
  const code = text.codePointAt(at) ?? 0;
  const line = lineIndexAt(lineStarts(text), at) + 1;
  const advice =
    encoding === "windows-1252"
      ? "Write it in ASCII, or convert the file to UTF-8 first."
      : "It is half of a character: send the whole one.";
  throw new ToolError(
    "cannot_encode",
    `${characterName(code)} in line ${line} of the new text does not exist in ${encoding}, the encoding of this file. ${advice}`,
  );
}

/** Index of the first character that the encoding lacks; -1 if there is none. */
function findLacking(text: string, encoding: TextEncoding): number {
  switch (encoding) {
    case "utf-8":
      return text.search(/\p{Surrogate}/u);
    case "utf-8-damaged":
      return text.search(/[\u{d800}-\u{dc7f}\u{dd00}-\u{dfff}]/u);
    case "windows-1252":
      return findUnfit(text);
    case "utf-16le":
    case "utf-16be":
      return -1;
  }
}

function findUnfit(text: string): number {
  for (const { 0: character, index } of text.matchAll(/[^\0-\u{7f}\u{a0}-\u{ff}]/gu)) {
    if (!fitsWindows1252(character)) {
      return index;
    }
  }
  return -1;
}

function characterName(code: number): string {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const shown = String.fromCodePoint(code);
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(shown) ? `${name} "${shown}"` : name;
}
