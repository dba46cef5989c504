import { alignToCharacter } from "./text-lines.ts";

export interface TextSlice {
  readonly text: string;
  /** About what it costs to count, in characters of plain text. */
  readonly work: number;
}

/**
 * Parts a text so that counting part by part gives the exact count at linear cost. Ordinary parts end where o200k_base
 * always starts a new piece: after a letter or digit that no letter, mark, digit or apostrophe follows. Only a run of 256
 * and more letters, of punctuation or of white space is parted inside, since its cost grows with the square of its length.
 */
export function* sliceText(text: string, sliceLength = 16_384): Generator<TextSlice, void, undefined> {
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const runEnd = endOfRun(text, at);
    if (runEnd !== undefined) {
      yield { text: text.slice(start, runEnd), work: runEnd - start + runWork };
      start = runEnd;
      at = runEnd;
      continue;
    }
    const probed = at;
    at = alignToCharacter(text, Math.min(at + stride, text.length));
    if (at - start < sliceLength) continue;
    // Without any sure boundary for so long the text is no prose or code, and one token more or less does not matter.
    const cut =
      findBoundary(text, Math.max(start, probed), at) ?? (at - start < sliceLength + maxSearch ? undefined : at);
    if (cut === undefined) continue;
    yield { text: text.slice(start, cut), work: cut - start };
    start = cut;
  }
  if (start < text.length) yield { text: text.slice(start), work: text.length - start };
}

const stride = 256;
const maxSearch = 16_384;
const runWork = 4096;

// Every kind of piece that o200k_base's pattern lets grow without limit. A run of twice the stride meets a probe.
const unbroken = /[\p{L}\p{M}]{256}|[^\s\p{L}\p{N}]{256}|\s{256}|[\r\n/]{256}/uy;

function endOfRun(text: string, at: number): number | undefined {
  unbroken.lastIndex = at;
  return unbroken.test(text) ? unbroken.lastIndex : undefined;
}

const boundary = /[\p{L}\p{N}](?=[^\p{L}\p{M}\p{N}'])/u;

function findBoundary(text: string, from: number, to: number): number | undefined {
  const found = boundary.exec(text.slice(from, to));
  return found === null ? undefined : from + found.index + found[0].length;
}
