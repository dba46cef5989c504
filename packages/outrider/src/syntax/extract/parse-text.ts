import type { Node, Range, Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import { type ProcessorLimit, startLimit } from "../../workspace/time/processor-limit.ts";
import { threadCpuMs } from "../../workspace/time/thread-cpu.ts";
import { createKeptTrees, type KeptTree } from "./kept-trees.ts";
import { type LoadedGrammar, loadGrammar, type TreeQuery } from "./load-grammar.ts";

export interface ParseOptions {
  /** Only this part of the text is in the language; offsets refer to the whole text. */
  readonly part?: Span | undefined;
  /** Milliseconds of work after which parsing is aborted. */
  readonly limitMs?: number | undefined;
  /** Keeps the tree for another question about the same text; what is done with the tree must not outlast `use`. */
  readonly keep?: boolean;
  /** Queries that will be run on the tree in addition to its symbols. */
  readonly queries?: readonly string[];
}

/**
 * Parses text and passes the tree to `use`, with the text as the parser saw it; the tree's memory is freed afterwards, unless it is
 * kept. Undefined if it took too long.
 */
export async function parseText<Value>(
  language: GrammarLanguage,
  text: string,
  { part, limitMs = parseLimitMs(text), queries = [], keep = false }: ParseOptions,
  use: (tree: Tree, grammar: LoadedGrammar, seen: string) => Value | Promise<Value>,
): Promise<Value | undefined> {
  const grammar = await prepareGrammar(language, queries);
  const limit = startLimit(limitMs);
  const query = (source: string): TreeQuery => withDeadline(grammar.query(source), limit.isPast(1));
  const mayKeep = keep && part === undefined;
  let isKept = false;
  let parsed = mayKeep ? keptTrees.take(language.id, text) : undefined;
  try {
    parsed ??= parseAndRepair({ language, text, part, grammar: { ...grammar, query }, limit });
    if (parsed === undefined) return undefined;
    const value = await use(parsed.tree, { ...grammar, query }, parsed.seen);
    isKept = mayKeep;
    if (mayKeep) keptTrees.keep(language.id, parsed);
    return value;
  } catch (error) {
    if (error instanceof LateError) return undefined;
    throw error;
  } finally {
    if (!isKept) parsed?.tree.delete();
  }
}

/** In each thread. */
const keptTrees = createKeptTrees(1_000_000);

interface ParseQuestion extends Pick<ParseOptions, "part"> {
  readonly language: GrammarLanguage;
  readonly text: string;
  readonly grammar: LoadedGrammar;
  readonly limit: ProcessorLimit;
}

/** The best tree of those of the text and of its repaired forms. */
function parseAndRepair({ language, text, part, grammar, limit }: ParseQuestion): KeptTree | undefined {
  const { repairs = [] } = language;
  const parse = (source: string, shown: string, share: number): Tree | null => {
    let told = source;
    const made = grammar.parser.parse((index) => told.slice(index), null, {
      progressCallback: limit.isPast(share),
      ...(part === undefined ? {} : { includedRanges: [rangeOf(text, part)] }),
    });
    // From here on the callback provides the text of nodes: names must be the original ones.
    told = shown;
    return made;
  };
  const prepared = language.prepare?.(text) ?? text;
  let seen = prepared;
  let tree = parse(prepared, prepared, repairs.length === 0 ? 1 : firstShare);
  const repairBy = (repair: Repair): string => repairPart(prepared, text, part, repair);
  const isRepairable = () => repairs.some((repair) => repairBy(repair) !== prepared);
  // Called again, the parser continues.
  if (tree === null && repairs.length > 0 && !isRepairable()) tree = parse(prepared, prepared, 1);
  if (tree === null) grammar.parser.reset();
  try {
    for (const repair of repairs) {
      if (tree?.rootNode.hasError === false) break;
      let repaired = repairBy(repair);
      if (repaired === prepared) continue;
      let again = parse(repaired, prepared, repairShare);
      const mixed =
        tree !== null && again !== null ? keepWhole(tree, seen, again, repaired, grammar.query(errorQuery)) : repaired;
      if (mixed !== repaired) {
        again?.delete();
        repaired = mixed;
        again = parse(repaired, prepared, repairShare);
      }
      if (again === null) grammar.parser.reset();
      tree = tree === null ? again : takeBetter(tree, again, grammar.query(errorQuery));
      if (tree === again) seen = repaired;
    }
  } catch (error) {
    tree?.delete();
    throw error;
  }
  return tree === null ? undefined : { text, seen, tree };
}

/** What the grammar cannot read may cost it seconds: a part of the time is kept for the repaired text, and for the queries. */
const firstShare = 0.5;
const repairShare = 0.8;

/** Compiled before the clock starts: the text is not to blame for that. */
async function prepareGrammar(language: GrammarLanguage, queries: readonly string[]): Promise<LoadedGrammar> {
  const before = threadCpuMs();
  const grammar = await loadGrammar(language);
  grammar.query(language.symbols);
  if (language.topSymbols !== undefined) grammar.query(language.topSymbols);
  for (const query of queries) grammar.query(query);
  loadedMs += threadCpuMs() - before;
  return grammar;
}

let loadedMs = 0;

/** What this thread has worked so far to load grammars. */
export function loadingMs(): number {
  return loadedMs;
}

type Repair = NonNullable<GrammarLanguage["repairs"]>[number];

function repairPart(prepared: string, text: string, part: Span | undefined, repair: Repair): string {
  if (part === undefined) return repair(prepared, text);
  const { start, end } = part;
  return prepared.slice(0, start) + repair(prepared.slice(start, end), text.slice(start, end)) + prepared.slice(end);
}

/** Finds all errors in a tree. */
export const errorQuery = "[(ERROR) (MISSING)] @error";

/** The repaired text, less the parts in which a repair made errors: what was whole before stays as it was. */
function keepWhole(before: Tree, text: string, after: Tree, repaired: string, query: TreeQuery): string {
  if (!after.rootNode.hasError) return repaired;
  const parts = new Map<number, string>();
  for (const node of errorsIn(after, query)) {
    const whole = wholeAround(before.rootNode, node.startIndex);
    if (whole === undefined || node.endIndex > whole.endIndex) continue;
    parts.set(whole.startIndex, text.slice(whole.startIndex, whole.endIndex));
  }
  let mixed = "";
  for (const [start, part] of [...parts].toSorted(([a], [b]) => a - b)) {
    mixed += repaired.slice(mixed.length, start) + part;
  }
  return mixed + repaired.slice(mixed.length);
}

/** If it takes too long, the memory of the tree is freed. */
function errorsIn(tree: Tree, query: TreeQuery): readonly Node[] {
  try {
    return query.captures(tree.rootNode).map(({ node }) => node);
  } catch (error) {
    tree.delete();
    throw error;
  }
}

/** The largest node without errors around a place. */
function wholeAround(root: Node, at: number): Node | undefined {
  let node: Node | null = root;
  while (node?.hasError === true) node = node.isError ? null : node.firstChildForIndex(at);
  return node === null || node.startIndex > at ? undefined : node;
}

/** The tree with fewer errors; the memory of the other is freed. */
function takeBetter(first: Tree, second: Tree | null, query: TreeQuery): Tree {
  if (second === null) return first;
  try {
    // The size leaves out missing tokens that the grammar gives no name.
    const isBetter = !second.rootNode.hasError || sizeOfErrors(second, query) < sizeOfErrors(first, query);
    (isBetter ? first : second).delete();
    return isBetter ? second : first;
  } catch (error) {
    second.delete();
    throw error;
  }
}

/** By size, as one error may span a whole file; an empty one is a missing token. */
function sizeOfErrors({ rootNode }: Tree, query: TreeQuery): number {
  let size = 0;
  for (const { node } of query.captures(rootNode)) size += 1 + node.endIndex - node.startIndex;
  return size;
}

/** On a very deep tree, queries cost more than parsing. */
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

/** Only a text crafted for it takes this long: a hundred times the usual. */
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
