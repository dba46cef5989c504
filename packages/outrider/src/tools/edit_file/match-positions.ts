import type { Replacement, TextFile } from "../../workspace/text/text-file.ts";
import { normaliseEnds } from "../../edits/plain-text.ts";
import type { RawMatch } from "./find-matches.ts";

/** Why the matches of a file cannot be replaced. */
export type Unplaceable = "bytes" | "changed";

/**
 * Matches as parts of the decoded text, with new text whose line ends are "\n". Matches must be in order. "bytes": a match or
 * its group is no text in the encoding of the file. "changed": the text is not the one that was searched.
 */
export function placeMatches(file: TextFile, matches: readonly RawMatch[]): readonly Replacement[] | Unplaceable {
  const { text } = file;
  const toOffset = offsetCounter(file);
  const placed: Replacement[] = [];
  for (const match of matches) {
    const { text: old, replacement } = match;
    if (old === undefined || replacement === undefined) return "bytes";
    // In an 8-bit encoding, ripgrep takes several letters for one.
    if (file.encoding === "windows-1252" && /[^\0-\u{7f}]/u.test(old)) return "bytes";
    const [start, end] = [toOffset(match.start), toOffset(match.end)];
    if (start === undefined || end === undefined || text.slice(start, end) !== old) return "changed";
    placed.push(besideLineEnds(text, { start, end, text: replacement }));
  }
  return placed;
}

/** A line end is in a match as a whole or not at all. */
function besideLineEnds(text: string, { start, end, text: replacement }: Replacement): Replacement {
  const isInside = (at: number): boolean => text.charAt(at - 1) === "\r" && text.charAt(at) === "\n";
  const cutsEnd = isInside(end);
  const from = isInside(start) ? start - 1 : start;
  const to = cutsEnd ? Math.max(from, end - 1) : end;
  const own = cutsEnd ? replacement.replaceAll(/\r(?!\n)/g, "") : replacement;
  return { start: from, end: to, text: normaliseEnds(own) };
}

/** Ascending offsets in bytes, as ripgrep counts them, become offsets of the text; undefined inside of a character. */
function offsetCounter({ text, encoding }: TextFile): (bytes: number) => number | undefined {
  let at = 0;
  let counted = 0;
  return (bytes) => {
    while (counted < bytes && at < text.length) {
      const code = text.codePointAt(at) ?? 0;
      counted += encoding === "windows-1252" ? 1 : widthOf(code, encoding === "utf-8-damaged");
      at += code > 0xffff ? 2 : 1;
    }
    return counted === bytes ? at : undefined;
  };
}

/** In UTF-8. A lone surrogate stands for a damaged byte; from UTF-16, ripgrep makes it U+FFFD. */
function widthOf(code: number, isDamaged: boolean): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xd800 && code <= 0xdfff) return isDamaged ? 1 : 3;
  return code > 0xffff ? 4 : 3;
}
