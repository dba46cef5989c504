import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { tookTooLong } from "../../syntax/workers/messages.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { eachName, wordsOfName } from "../text/words.ts";

/** The terms of one content, by chunk: the input of the lexical index. Independent of the file's name and path. */
export interface FileTerms {
  readonly language: string;
  /** Unique, ascending. */
  readonly terms: Uint32Array;
  readonly chunks: readonly ChunkTerms[];
  /** Why it counts less, or only its beginning is indexed: "generated", "minified" … */
  readonly note: string | undefined;
}

export interface ChunkTerms {
  readonly startLine: number;
  readonly endLine: number;
  /** Index into the symbols of the same content. */
  readonly symbol: number | undefined;
  /** Number of terms in name, head, doc and body. */
  readonly lengths: readonly [number, number, number, number];
  /** Indexes into the file's terms, ascending. */
  readonly at: Uint32Array;
  /** How often and where, packed as in `addCount`. */
  readonly counts: Uint16Array;
}

/** Where a term occurs in a chunk, from the most to the least significant field. Everything counts in the body, too. */
export const fields = ["name", "head", "doc", "body"] as const;

export type Field = (typeof fields)[number];

/**
 * How often a term occurs in each field, in 16 bits: beyond the limits, more occurrences do not matter. Names are not counted;
 * instead the level of the most significant one is kept (`nameLevel`).
 */
const bits = { body: 7, doc: 4, head: 3, name: 2 } as const;
const shifts = { body: 0, doc: 7, head: 11, name: 14 } as const;

export function addCount(packed: number, field: Exclude<Field, "name">): number {
  return countIn(packed, field) < (1 << bits[field]) - 1 ? packed + (1 << shifts[field]) : packed;
}

export function raiseNameLevel(packed: number, level: number): number {
  return level > countIn(packed, "name") ? (packed & ~(3 << shifts.name)) | (level << shifts.name) : packed;
}

export function countIn(packed: number, field: Field): number {
  return (packed >>> shifts[field]) & ((1 << bits[field]) - 1);
}

/** Adds both, as if they were one term. */
export function joinCounts(one: number, other: number): number {
  return (
    Math.min((one & 0x7f) + (other & 0x7f), 0x7f) |
    (Math.min(((one >>> 7) & 0xf) + ((other >>> 7) & 0xf), 0xf) << 7) |
    (Math.min(((one >>> 11) & 0x7) + ((other >>> 11) & 0x7), 0x7) << 11) |
    (Math.max(one >>> 14, other >>> 14) << 14)
  );
}

/** Words per vector. The first words of a long chunk say what it is about; with more, it becomes like every other. */
export const maxWords = 400;

/** Words of declared names. A chunk's vector begins with those of its own name; a content's outline has nothing else. */
export function wordsOfNames(symbols: readonly CodeSymbol[]): string[] {
  const words: string[] = [];
  for (const { name } of symbols) {
    if (words.length >= maxWords) break;
    eachName(name, (part) => {
      if (words.length < maxWords) for (const word of wordsOfName(part)) words.push(word);
    });
  }
  return words;
}

/** The same bytes have different chunks if read as another language, or without their symbols. */
export function contentKey(
  hash: string,
  { language, note }: { language: string; note?: string | undefined },
): ContentKey {
  return `${hash}.${language === "" ? "text" : language}${note === tookTooLong ? "-unparsed" : ""}`;
}
