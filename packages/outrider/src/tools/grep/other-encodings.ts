import { encodeWindows1252, fitsWindows1252 } from "../../workspace/text/windows1252.ts";
import type { Input } from "./schema.ts";

/** What a pattern misses: ripgrep reads files as UTF-8, and in an 8-bit encoding the same letters are other bytes. */
export function describeOtherEncodings({ pattern, literal }: Pick<Input, "pattern" | "literal">): string[] {
  const letter = Array.from(pattern).find((each) => each > "\u{7f}" && fitsWindows1252(each));
  if (letter === undefined) return [];
  const byte = String.raw`(?-u:\x${encodeWindows1252(letter).toString("hex")})`;
  const how = literal === true ? ", without `literal`" : "";
  return [`"${letter}" is found in UTF-8 and UTF-16 only; for files in Latin-1 put \`${byte}\` in its place${how}.`];
}
