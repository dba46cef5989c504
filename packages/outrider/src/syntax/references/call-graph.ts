import type { ProjectSymbols, SymbolView } from "../project-symbols.ts";
import { findCallees } from "./find-callees.ts";
import { findCallers } from "./find-callers.ts";
import { type GraphNode, type GraphStep, nodeOf, type OutsideCall } from "./graph-node.ts";
import { rememberReads } from "./remember-reads.ts";
import type { Target } from "./target.ts";

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Where the calls stand: in the file of `from`, from 0. */
  readonly lines: readonly number[];
  /** "likely": only the name says so. */
  readonly certainty: "sure" | "likely";
  readonly depth: number;
}

export interface CallGraph {
  readonly start: GraphNode;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** Calls of the first level that lead to no function of the project. */
  readonly outside: readonly OutsideCall[];
  /** Functions that were not followed further, because the last level has too many of them. */
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
}

/** More functions of one level are not followed. */
const mostFollowed = 150;
/** So many at a time, for the threads that parse. */
const atOnce = 8;

/** Level by level from one function, each function once; a level is read whole or not at all. */
export async function buildCallGraph(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  target: Target,
  { direction, depth, view, signal, onLevel }: GraphOptions,
): Promise<CallGraph> {
  const start = nodeOf(target);
  const reads = rememberReads(symbols);
  const nodes = new Map([[start.id, start]]);
  const edges: GraphEdge[] = [];
  const outside: OutsideCall[] = [];
  const unread = new Set<string>();
  let level: readonly GraphNode[] = [start];
  for (let at = 1; at <= depth && level.length > 0; at += 1) {
    if (level.length > mostFollowed)
      return { start, nodes, edges, outside, notFollowed: level.length, unread: [...unread] };
    onLevel?.(at, level.length);
    const next = new Map<string, GraphNode>();
    for (const [node, step] of await readLevel(level, read, signal)) {
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

  function read(node: GraphNode): Promise<GraphStep> {
    return direction === "callers" ? findCallers(reads, node, signal) : findCallees(reads, node, { view, signal });
  }
}

async function readLevel(
  level: readonly GraphNode[],
  read: (node: GraphNode) => Promise<GraphStep>,
  signal: AbortSignal,
): Promise<readonly (readonly [GraphNode, GraphStep])[]> {
  const steps: (readonly [GraphNode, GraphStep])[] = [];
  for (let from = 0; from < level.length; from += atOnce) {
    signal.throwIfAborted();
    const portion = level.slice(from, from + atOnce);
    steps.push(...(await Promise.all(portion.map(async (node) => [node, await read(node)] as const))));
  }
  return steps;
}

/** Several calls between the same two are one edge. */
function joinCalls({
  calls,
}: GraphStep): readonly (Pick<GraphEdge, "lines" | "certainty"> & { readonly node: GraphNode })[] {
  const joined = new Map<string, { node: GraphNode; lines: number[]; certainty: "sure" | "likely" }>();
  for (const { node, line, certainty } of calls) {
    const known = joined.get(node.id);
    if (known === undefined) joined.set(node.id, { node, lines: [line], certainty });
    else {
      if (!known.lines.includes(line)) known.lines.push(line);
      if (certainty === "sure") known.certainty = "sure";
    }
  }
  return [...joined.values()];
}
