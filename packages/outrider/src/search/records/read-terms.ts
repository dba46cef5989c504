import type { CodeSymbol, FileSymbols } from "../../syntax/code-symbol.ts";
import type { Chunk } from "../chunks/chunk.ts";
import { declaredTerm, eachTerms } from "../text/terms.ts";
import { wordsOfChunk, wordsOfOutline } from "./chunk-words.ts";
import { addCount, type Field, raiseNameLevel } from "./counts.ts";
import type { ChunkTerms, FileTerms } from "./file-terms.ts";
import { nameLevel } from "./name-level.ts";

export interface ReadTermsOptions {
  readonly text: string;
  readonly symbols: FileSymbols;
  readonly chunks: readonly Chunk[];
  readonly note: string | undefined;
  /**
   * Called with the words that a vector is made of, for each chunk and then once more, with the number of chunks, for the outline of
   * the whole: what is declared in it.
   */
  readonly onWords?: (chunk: number, words: readonly string[]) => void;
}

/** The terms of a text, chunk by chunk and field by field. */
export function readTerms({ text, symbols, chunks, note, onWords }: ReadTermsOptions): FileTerms {
  const ofChunks = symbolsByChunk(chunks, symbols.symbols);
  const counted = chunks.map((chunk, index) => {
    const main = chunk.symbol === undefined ? undefined : symbols.symbols[chunk.symbol];
    const part = text.slice(chunk.start, chunk.end);
    onWords?.(index, wordsOfChunk(part, main));
    return countTerms({ text, part, main, own: ofChunks[index] ?? [], symbols });
  });
  if (chunks.length > 0) onWords?.(chunks.length, wordsOfOutline(symbols.symbols));
  const terms = uniqueTerms(counted);
  const numbers = new Map(Array.from(terms, (term, index) => [term, index]));
  return {
    language: symbols.language,
    terms,
    note,
    chunks: chunks.map(({ startLine, endLine, symbol }, index): ChunkTerms => {
      const { counts, lengths } = counted[index] ?? createCounter();
      const pairs = Array.from(counts, ([term, count]) => [numbers.get(term) ?? 0, count] as const);
      pairs.sort((a, b) => a[0] - b[0]);
      return {
        startLine,
        endLine,
        symbol,
        lengths: [lengths.name, lengths.head, lengths.doc, lengths.body],
        at: Uint32Array.from(pairs, ([at]) => at),
        counts: Uint16Array.from(pairs, ([, count]) => count),
      };
    }),
  };
}

interface ChunkSource {
  readonly text: string;
  /** The chunk's own part of the text. */
  readonly part: string;
  /** The declaration that the chunk is or is a part of, and all that are declared in it. */
  readonly main: CodeSymbol | undefined;
  readonly own: readonly CodeSymbol[];
  readonly symbols: FileSymbols;
}

function countTerms({ text, part, main, own, symbols }: ChunkSource): Counter {
  const counter = createCounter();
  if (main !== undefined) counter.add("head", main.path);
  for (const symbol of own) {
    const level = nameLevel(symbol, symbols.language);
    counter.addName(symbol.name, level);
    for (const name of declaredNames(symbol)) counter.declare(name, level);
    counter.add("head", symbol.signature);
    if (symbol.docSpan !== undefined) counter.add("doc", text.slice(symbol.docSpan.start, symbol.docSpan.end));
  }
  counter.add("body", part);
  return counter;
}

/** As it may be asked for: by itself, and with what it is in. `Plug.Conn` is found as `Conn`, too. */
function declaredNames({ name, path }: CodeSymbol): readonly string[] {
  const parts = path.split(/[./\\]+|::/).filter((part) => part !== "");
  const last = parts.at(-1) ?? name;
  const before = parts.at(-2);
  return before === undefined ? [last] : [last, `${before}/${last}`];
}

interface Counter {
  readonly counts: ReadonlyMap<number, number>;
  readonly lengths: Readonly<Record<Field, number>>;
  add(field: Exclude<Field, "name">, text: string): void;
  addName(name: string, level: number): void;
  /** That a name is declared here is no word of the text: it is found by its own term, and makes nothing longer. */
  declare(name: string, level: number): void;
}

function createCounter(): Counter {
  const counts = new Map<number, number>();
  const lengths: Record<Field, number> = { name: 0, head: 0, doc: 0, body: 0 };
  return {
    counts,
    lengths,
    add(field, text) {
      eachTerms(text, ({ terms }) => {
        for (const term of terms) counts.set(term, addCount(counts.get(term) ?? 0, field));
        lengths[field] += terms.length;
      });
    },
    addName(name, level) {
      eachTerms(name, ({ terms, words }) => {
        for (const term of terms) counts.set(term, raiseNameLevel(counts.get(term) ?? 0, level));
        lengths.name += words.length;
      });
    },
    declare(name, level) {
      const term = declaredTerm(name);
      counts.set(term, raiseNameLevel(counts.get(term) ?? 0, level));
    },
  };
}

/** Each symbol belongs to the chunk that its name stands in. */
function symbolsByChunk(chunks: readonly Chunk[], symbols: readonly CodeSymbol[]): readonly (readonly CodeSymbol[])[] {
  const found: CodeSymbol[][] = chunks.map(() => []);
  for (const symbol of symbols) {
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((chunks[middle]?.startLine ?? 0) <= symbol.line) low = middle;
      else high = middle - 1;
    }
    found[low]?.push(symbol);
  }
  return found;
}

function uniqueTerms(counters: readonly Counter[]): Uint32Array {
  const all = new Set<number>();
  for (const { counts } of counters) for (const term of counts.keys()) all.add(term);
  return Uint32Array.from(all).sort();
}
