import type { ProjectSymbols, SymbolView } from "../project-symbols.ts";
import { findCallees } from "./find-callees.ts";
import { findCallers } from "./find-callers.ts";
import type { LateFiles } from "./occurrence.ts";
import { type GraphNode, type GraphStep, nodeOf, type OutsideCall } from "./graph-node.ts";
import type { ProofOptions } from "./prove-members.ts";
import { rememberReads } from "./remember-reads.ts";
import type { Target } from "./target.ts";

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Lines of the calls in the file of `from`, 0-based. */
  readonly lines: readonly number[];
  /** "likely": all of them by name alone. */
  readonly certainty: "sure" | "likely";
  /** Those of the lines that only the name speaks for, if others are sure. */
  readonly likelyLines?: readonly number[];
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
  /** Levels with functions that were not followed further. */
  readonly notFollowed: readonly NotFollowed[];
  /** Files with one of the names that could not be parsed. */
  readonly unread: readonly string[];
  /** Files with the name of the first symbol that were left when the time was up. */
  readonly late?: LateFiles;
}

/** Functions of a level that were not read: none of them if they are too many, else those left, in whole or in part, when the time was up. */
export interface NotFollowed {
  readonly level: number;
  readonly functions: number;
  readonly of: number;
  readonly why: "many" | "slow";
}

export interface GraphOptions {
  readonly direction: "callers" | "callees";
  readonly depth: number;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
  readonly onLevel?: (level: number, functions: number) => void;
  /** Another way to read one step, with the syntactic one as a fallback. */
  readonly readStep?: (node: GraphNode, bySyntax: () => Promise<GraphStep>, pace: Pace) => Promise<GraphStep>;
  readonly firstSearch?: SearchLimits;
}

/** How long the search for the first symbol may take. Default: as long as it needs. */
export type SearchLimits = Pick<ProofOptions, "isLate" | "proof">;

/** The time that one step has. */
export interface StepTime {
  readonly pace: Pace;
  readonly search: Omit<ProofOptions, "signal">;
}

/** "quick": the time for slow ways to read is up, such as to ask a language server. */
export type Pace = "whole" | "quick";

/** At most this many functions of one level are followed. */
const maxFollowed = 150;
/** Levels after the first are read for at most this long together, each for half of what is left. */
const followMs = 12_000;
/** After this, each is read quickly for as long again as its share of it. */
const quickMs = 8_000;
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

  function read(node: GraphNode, { pace, search }: StepTime): Promise<GraphStep> {
    const bySyntax = () =>
      direction === "callers"
        ? findCallers(reads, node, { signal, ...search })
        : findCallees(reads, node, { view, signal });
    return readStep === undefined ? bySyntax() : readStep(node, bySyntax, pace);
  }
}

/** Level by level from one symbol, each symbol once; a level that takes too long is read in part. */
export async function buildGraph(
  start: GraphNode,
  read: (node: GraphNode, time: StepTime) => Promise<GraphStep>,
  { direction, depth, signal, onLevel, firstSearch = {}, now = () => performance.now() }: LevelOptions,
): Promise<CallGraph> {
  const nodes = new Map([[start.id, start]]);
  const edges: GraphEdge[] = [];
  const outside: OutsideCall[] = [];
  const unread = new Set<string>();
  const notFollowed: NotFollowed[] = [];
  let late: LateFiles | undefined;
  let end = Infinity;
  let level: readonly GraphNode[] = [start];
  for (let at = 1; at <= depth && level.length > 0; at += 1) {
    const of = level.length;
    if (of > maxFollowed) {
      notFollowed.push({ level: at - 1, functions: of, of, why: "many" });
      break;
    }
    onLevel?.(at, of);
    const share = at === 1 ? Infinity : (end - now()) / (at === depth ? 1 : 2);
    const until = now() + share;
    const quickUntil = until + (share * quickMs) / followMs;
    const paceNow = () => (now() <= until ? "whole" : now() <= quickUntil ? "quick" : undefined);
    const search = at === 1 ? firstSearch : { isLate: () => now() > quickUntil, keep: false as const };
    const steps = await readLevel(level, (node, pace) => read(node, { pace, search }), { signal, paceNow });
    if (at === 1) [end, late] = [now() + followMs, steps[0]?.[1].late];
    const whole = at === 1 ? of : steps.filter(([, step]) => step.late === undefined).length;
    if (whole < of) notFollowed.push({ level: at - 1, functions: of - whole, of, why: "slow" });
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
  return { start, nodes, edges, outside, notFollowed, unread: [...unread], ...(late === undefined ? {} : { late }) };
}

type LevelOptions = Pick<GraphOptions, "direction" | "depth" | "signal" | "onLevel" | "firstSearch"> & {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

/** Those in front that were read before the time was up. */
async function readLevel(
  level: readonly GraphNode[],
  read: (node: GraphNode, pace: Pace) => Promise<GraphStep>,
  { signal, paceNow }: { readonly signal: AbortSignal; readonly paceNow: () => Pace | undefined },
): Promise<readonly (readonly [GraphNode, GraphStep])[]> {
  const steps: (readonly [GraphNode, GraphStep])[] = [];
  const open = level.entries();
  const work = async (): Promise<void> => {
    for (const [index, node] of open) {
      signal.throwIfAborted();
      const pace = paceNow();
      if (pace === undefined) return;
      steps[index] = [node, await read(node, pace)];
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return steps;
}

/** Merges several calls between the same two functions into one edge. */
function joinCalls({ calls }: GraphStep): readonly JoinedCalls[] {
  const byNode = new Map<string, { readonly node: GraphNode; readonly own: GraphStep["calls"][number][] }>();
  for (const call of calls) {
    const known = byNode.get(call.node.id) ?? { node: call.node, own: [] };
    byNode.set(call.node.id, known);
    known.own.push(call);
  }
  return Array.from(byNode.values(), ({ node, own }) => {
    const lines = [...new Set(own.map(({ line }) => line))];
    const sure = new Set(own.filter(({ certainty }) => certainty === "sure").map(({ line }) => line));
    const likelyLines = sure.size === 0 ? [] : lines.filter((line) => !sure.has(line));
    return {
      node,
      lines,
      certainty: sure.size === 0 ? ("likely" as const) : ("sure" as const),
      ...(likelyLines.length === 0 ? {} : { likelyLines }),
      ...(own.every(({ unconfirmed }) => unconfirmed === true) ? { unconfirmed: true as const } : {}),
    };
  });
}

type JoinedCalls = Pick<GraphEdge, "lines" | "likelyLines" | "certainty" | "unconfirmed"> & {
  readonly node: GraphNode;
};
