import { languageById } from "../../languages/language-of.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol, FileSymbols } from "../../syntax/code-symbol.ts";
import type { Chunk } from "../chunks/chunk.ts";
import { declaredTerm } from "../text/terms.ts";
import { maxWords, wordsOfNames, type ChunkTerms, type FileTerms } from "./file-terms.ts";
import { type CountedTerms, createTermCounter, type TextPart } from "./term-counter.ts";

const types: ReadonlySet<SymbolKind> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "type",
  "module",
  "table",
]);

const functions: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "macro", "section", "rule"]);

export interface ReadTermsOptions {
  readonly text: string;
  readonly symbols: FileSymbols;
  readonly chunks: readonly Chunk[];
  readonly note: string | undefined;
  /**
   * Called with the words of a vector, for each chunk and then once more, with the number of chunks, for the outline of the
   * whole content: the names declared in it.
   */
  readonly onWords?: (chunk: number, words: readonly string[]) => void;
}

/** The terms of a text, by chunk and field. */
export function readTerms(options: ReadTermsOptions): FileTerms {
  try {
    return countFile(options);
  } catch (error) {
    // Counts from this text must not leak into the next.
    counter = createTermCounter();
    throw error;
  }
}

function countFile({ text, symbols, chunks, note, onWords }: ReadTermsOptions): FileTerms {
  const ofChunks = symbolsByChunk(chunks, symbols.symbols);
  const counted = chunks.map((chunk, index) => {
    const main = chunk.symbol === undefined ? undefined : symbols.symbols[chunk.symbol];
    const words = onWords === undefined ? undefined : wordsOfNames(main === undefined ? [] : [main]);
    const own = countTerms({ text, chunk, main, own: ofChunks[index] ?? [], language: symbols.language, words });
    if (words !== undefined) onWords?.(index, words);
    return own;
  });
  if (chunks.length > 0) onWords?.(chunks.length, wordsOfNames(symbols.symbols));
  const { terms, chunks: joined } = counter.join(counted);
  return {
    language: symbols.language,
    terms,
    note,
    chunks: chunks.map(({ startLine, endLine, symbol }, index): ChunkTerms => {
      const { name = 0, head = 0, doc = 0, body = 0 } = counted[index]?.lengths ?? {};
      const { at = none, counts = noCounts } = joined[index] ?? {};
      return { startLine, endLine, symbol, lengths: [name, head, doc, body], at, counts };
    }),
  };
}

let counter = createTermCounter();
const none = new Uint32Array();
const noCounts = new Uint16Array();

interface ChunkSource {
  readonly text: string;
  readonly chunk: Chunk;
  /** The declaration that the chunk is or is part of, and all declarations in it. */
  readonly main: CodeSymbol | undefined;
  readonly own: readonly CodeSymbol[];
  readonly language: string;
  /** Receives the words of the chunk's text. */
  readonly words: string[] | undefined;
}

function countTerms({ text, chunk, main, own, language, words }: ChunkSource): CountedTerms {
  if (main !== undefined) counter.add("head", whole(main.path));
  for (const symbol of own) {
    const level = nameLevel(symbol, language);
    counter.addName(symbol.name, level);
    for (const name of declaredNames(symbol)) counter.declare(declaredTerm(name), level);
    counter.add("head", whole(symbol.signature));
    if (symbol.docSpan !== undefined) counter.add("doc", { text, ...symbol.docSpan });
  }
  const part = { text, start: chunk.start, end: chunk.end };
  counter.add("body", part, words === undefined ? undefined : { words, most: maxWords });
  return counter.take();
}

function whole(text: string): TextPart {
  return { text, start: 0, end: text.length };
}

/** The names to find it by: unqualified, and with its container. `Plug.Conn` is found as `Conn`, too. */
function declaredNames({ name, path }: CodeSymbol): readonly string[] {
  const parts = path.split(/[./\\]+|::/).filter((part) => part !== "");
  const last = parts.at(-1) ?? name;
  const before = parts.at(-2);
  return before === undefined ? [last] : [last, `${before}/${last}`];
}

/** Each symbol belongs to the chunk that contains its name. */
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

/** How much a declared name says about the code around it: 3 for types and modules, 2 for functions, 1 for the rest. */
function nameLevel({ kind, bodySpan, parent, signature }: CodeSymbol, language: string): number {
  // A prototype or forward declaration is not what a search is looking for.
  if (bodySpan === undefined && languageById(language)?.heads?.acrossFiles === true && kind !== "type") return 1;
  // `mod x;`, `namespace A\B;`, `package x`: many files have the same one.
  if (kind === "module" && (bodySpan === undefined || /^(namespace|package)\b/.test(signature))) return 1;
  // An alias inside another declaration is a detail of it.
  if (kind === "type" && parent !== undefined) return 2;
  return types.has(kind) ? 3 : functions.has(kind) ? 2 : 1;
}
