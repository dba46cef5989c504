import type { ProjectSymbols, SymbolView } from "../project-symbols.ts";
import { findCallees } from "./find-callees.ts";
import { findCallers } from "./find-callers.ts";
import { type GraphNode, type GraphStep, nodeOf, type OutsideCall } from "./graph-node.ts";
import { rememberReads } from "./remember-reads.ts";
import type { Target } from "./target.ts";

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Lines of the calls in the file of `from`, 0-based. */
  readonly lines: readonly number[];
  /** "likely": by name alone. */
  readonly certainty: "sure" | "likely";
  /** Found by syntax, but not confirmed by the language server that was asked. */
  readonly unconfirmed?: true;
  readonly depth: number;
}

export interface CallGraph {
  readonly start: GraphNode;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** First-level calls that lead to no function of the project. */
  readonly outside: readonly OutsideCall[];
  /** Functions that were not followed further because the last level has too many or they took too long. */
  readonly notFollowed: number;
  /** Files with one of the names that could not be parsed. */
  readonly unread: readonly string[];
}

export interface GraphOptions {
  readonly direction: "callers" | "callees";
  readonly depth: number;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
  readonly onLevel?: (level: number, functions: number) => void;
  /** Another way to read one step, with the syntactic one as a fallback. */
  readonly readStep?: (node: GraphNode, bySyntax: () => Promise<GraphStep>) => Promise<GraphStep>;
}

/** At most this many functions of one level are followed. */
const maxFollowed = 150;
/** Levels after the first are read for at most this long. */
const followMs = 12_000;
/** Number of concurrent reads, for the parser threads. */
const atOnce = 8;

/** Who calls a function or what it calls, level by level. */
export async function buildCallGraph(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  target: Target,
  { readStep, view, ...options }: GraphOptions,
): Promise<CallGraph> {
  const reads = rememberReads(symbols);
  const { direction, signal } = options;
  return await buildGraph(nodeOf(target), read, options);

  function read(node: GraphNode): Promise<GraphStep> {
    const bySyntax = () =>
      direction === "callers" ? findCallers(reads, node, signal) : findCallees(reads, node, { view, signal });
    return readStep === undefined ? bySyntax() : readStep(node, bySyntax);
  }
}

/** Level by level from one symbol, each symbol once; a level is read completely or not at all. */
export async function buildGraph(
  start: GraphNode,
  read: (node: GraphNode) => Promise<GraphStep>,
  { direction, depth, signal, onLevel }: Pick<GraphOptions, "direction" | "depth" | "signal" | "onLevel">,
): Promise<CallGraph> {
  const nodes = new Map([[start.id, start]]);
  const edges: GraphEdge[] = [];
  const outside: OutsideCall[] = [];
  const unread = new Set<string>();
  const until = performance.now() + followMs;
  let level: readonly GraphNode[] = [start];
  for (let at = 1; at <= depth && level.length > 0; at += 1) {
    const isTooLarge = level.length > maxFollowed;
    if (!isTooLarge) onLevel?.(at, level.length);
    const steps = isTooLarge ? undefined : await readLevel(level, read, { signal, until: at === 1 ? Infinity : until });
    if (steps === undefined) return { start, nodes, edges, outside, notFollowed: level.length, unread: [...unread] };
    const next = new Map<string, GraphNode>();
    for (const [node, step] of steps) {
      if (at === 1) outside.push(...step.outside);
      for (const path of step.unread ?? []) unread.add(path);
      for (const { node: other, ...edge } of joinCalls(step)) {
        const [from, to] = direction === "callers" ? [other.id, node.id] : [node.id, other.id];
        edges.push({ from, to, ...edge, depth: at });
        if (!nodes.has(other.id)) next.set(other.id, other);
      }
    }
    for (const [id, node] of next) nodes.set(id, node);
    level = [...next.values()];
  }
  return { start, nodes, edges, outside, notFollowed: 0, unread: [...unread] };
}

/** Undefined if it takes too long. */
async function readLevel(
  level: readonly GraphNode[],
  read: (node: GraphNode) => Promise<GraphStep>,
  { signal, until }: { readonly signal: AbortSignal; readonly until: number },
): Promise<readonly (readonly [GraphNode, GraphStep])[] | undefined> {
  const steps: (readonly [GraphNode, GraphStep])[] = [];
  for (let from = 0; from < level.length; from += atOnce) {
    signal.throwIfAborted();
    if (performance.now() > until) return undefined;
    const portion = level.slice(from, from + atOnce);
    steps.push(...(await Promise.all(portion.map(async (node) => [node, await read(node)] as const))));
  }
  return steps;
}

/** Merges several calls between the same two functions into one edge, with the best certainty among them. */
function joinCalls({ calls }: GraphStep): readonly JoinedCalls[] {
  const joined = new Map<string, JoinedCalls>();
  for (const { node, line, certainty, unconfirmed } of calls) {
    const known = joined.get(node.id);
    const doubt = unconfirmed === true && known?.unconfirmed !== undefined;
    if (known === undefined)
      joined.set(node.id, { node, lines: [line], certainty, ...(unconfirmed === true ? { unconfirmed } : {}) });
    else
      joined.set(node.id, {
        node: known.node,
        lines: known.lines.includes(line) ? known.lines : [...known.lines, line],
        certainty: certainty === "sure" ? "sure" : known.certainty,
        ...(doubt ? { unconfirmed: true as const } : {}),
      });
  }
  return [...joined.values()];
}

type JoinedCalls = Pick<GraphEdge, "lines" | "certainty" | "unconfirmed"> & { readonly node: GraphNode };
