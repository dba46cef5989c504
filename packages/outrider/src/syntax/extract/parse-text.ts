import type { Range, Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import { threadCpuMs } from "../../workspace/time/thread-cpu.ts";
import { type LoadedGrammar, loadGrammar, type TreeQuery } from "./load-grammar.ts";

export interface ParseOptions {
  /** Only this part of the text is in the language; offsets stay those of the whole. */
  readonly part?: Span | undefined;
  /** Milliseconds of work after which parsing is given up. */
  readonly limitMs?: number | undefined;
  /** What will be asked of the tree besides its symbols. */
  readonly queries?: readonly string[];
}

/** Parses text and lets `use` look at the tree; its memory is given back afterwards. Undefined when it took too long. */
export async function parseText<Value>(
  language: GrammarLanguage,
  text: string,
  { part, limitMs = parseLimitMs(text), queries = [] }: ParseOptions,
  use: (tree: Tree, grammar: LoadedGrammar) => Value | Promise<Value>,
): Promise<Value | undefined> {
  const grammar = await loadGrammar(language);
  // Compiled before the time begins: that is no fault of the text.
  grammar.query(language.symbols);
  if (language.topSymbols !== undefined) grammar.query(language.topSymbols);
  for (const query of queries) grammar.query(query);
  const isLate = startLimit(limitMs);
  const parse = (source: string, shown = source): Tree | null => {
    let told = source;
    const made = grammar.parser.parse((index) => told.slice(index), null, {
      progressCallback: isLate,
      ...(part === undefined ? {} : { includedRanges: [rangeOf(text, part)] }),
    });
    // From here on it is asked for the text of nodes: names are to be as they were written.
    told = shown;
    // Otherwise the next text would be taken for the rest of this one.
    if (made === null) grammar.parser.reset();
    return made;
  };
  const query = (source: string): TreeQuery => withDeadline(grammar.query(source), isLate);
  const prepared = language.prepare?.(text) ?? text;
  let tree = parse(prepared);
  if (tree === null) return undefined;
  try {
    if (language.repair !== undefined && tree.rootNode.hasError) {
      const repaired = repairPart(prepared, part, language.repair);
      tree = repaired === prepared ? tree : takeBetter(tree, parse(repaired, prepared), query(errorQuery));
    }
    return await use(tree, { ...grammar, query });
  } catch (error) {
    if (error instanceof LateError) return undefined;
    throw error;
  } finally {
    tree.delete();
  }
}

function repairPart(text: string, part: Span | undefined, repair: (text: string) => string): string {
  if (part === undefined) return repair(text);
  return text.slice(0, part.start) + repair(text.slice(part.start, part.end)) + text.slice(part.end);
}

/** All that a tree has in error. */
export const errorQuery = "[(ERROR) (MISSING)] @error";

/** The tree with less in error; the memory of the other one is given back. */
function takeBetter(first: Tree, second: Tree | null, query: TreeQuery): Tree {
  if (second === null) return first;
  try {
    const isBetter = sizeOfErrors(second, query) < sizeOfErrors(first, query);
    (isBetter ? first : second).delete();
    return isBetter ? second : first;
  } catch (error) {
    second.delete();
    throw error;
  }
}

/** By size, as one error may be a whole file; one of nothing is a token that is missing. */
function sizeOfErrors({ rootNode }: Tree, query: TreeQuery): number {
  let size = 0;
  for (const { node } of query.captures(rootNode)) size += 1 + node.endIndex - node.startIndex;
  return size;
}

/** A tree that is very deep costs its queries more than it cost the parser. */
function withDeadline(query: TreeQuery, isLate: () => boolean): TreeQuery {
  function inTime<Found>(found: Found): Found {
    if (isLate()) throw new LateError();
    return found;
  }
  return {
    matches: (node, options) => inTime(query.matches(node, { ...options, progressCallback: isLate })),
    captures: (node, options) => inTime(query.captures(node, { ...options, progressCallback: isLate })),
  };
}

class LateError extends Error {}

/**
 * Tells whether the work took longer than the limit. Time in which the thread had no processor does not count: on a busy machine
 * a small file would be called too slow.
 */
function startLimit(limitMs: number): () => boolean {
  const cpuBefore = threadCpuMs();
  let lookAt = performance.now() + limitMs;
  return () => {
    if (performance.now() < lookAt) return false;
    const leftMs = limitMs - (threadCpuMs() - cpuBefore);
    lookAt = performance.now() + leftMs;
    return leftMs <= 0;
  };
}

/** Only a text that was made for it takes so long: a hundred times what others do. */
export function parseLimitMs(text: string): number {
  return 2_000 + text.length / 50;
}

function rangeOf(text: string, { start, end }: Span): Range {
  const starts = lineStarts(text);
  const pointAt = (offset: number) => {
    const row = lineIndexAt(starts, offset);
    return { row, column: offset - (starts[row] ?? 0) };
  };
  return { startIndex: start, endIndex: end, startPosition: pointAt(start), endPosition: pointAt(end) };
}
