import type { TypeSteps } from "../../lsp/resolve/hierarchy/open-type-steps.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { membersNamed } from "../../syntax/hierarchy/type-step.ts";
import { buildGraph, type CallGraph } from "../../syntax/references/call-graph.ts";
import type { GraphNode } from "../../syntax/references/graph-node.ts";

export interface TypeGraph extends CallGraph {
  /** The declarations that put a type into the graph: the type itself, or an `impl` elsewhere. */
  readonly holders: ReadonlyMap<string, readonly Holder[]>;
}

interface Holder {
  readonly file: string;
  readonly symbol: CodeSymbol;
}

export interface TypeOptions {
  readonly direction: "subtypes" | "supertypes";
  readonly depth: number;
  readonly signal: AbortSignal;
  readonly onLevel: (level: number, types: number) => void;
}

/** The types below or above a type, level by level. An edge leads from the further type to the nearer one. */
export async function buildTypes(
  steps: TypeSteps,
  start: GraphNode,
  { direction, depth, signal, onLevel }: TypeOptions,
): Promise<TypeGraph> {
  const holders = new Map<string, Holder[]>();
  const graph = await buildGraph(start, read, { direction: "callers", depth, signal, onLevel });
  return { ...graph, holders };

  async function read(node: GraphNode) {
    const { related, outside, unread } = await steps.related(direction, node);
    for (const { node: other, holder, at } of related) {
      // For supertypes, the other type itself counts, not the place that names it.
      const one =
        direction === "subtypes" ? { file: at.file, symbol: holder } : { file: other.file, symbol: other.symbol };
      holders.set(other.id, [...(holders.get(other.id) ?? []), one]);
    }
    const calls = related.map(({ node: other, at, certainty, unconfirmed }) => ({
      node: other,
      line: at.line,
      certainty,
      ...(unconfirmed === true ? { unconfirmed } : {}),
    }));
    return { calls, outside: outside.map(({ name }) => ({ name, line: 0, why: "outside" as const })), unread };
  }
}

export interface FoundMember {
  readonly node: GraphNode;
  readonly level: number;
  readonly likely: boolean;
  readonly unconfirmed: boolean;
}

/** The members with a name in the types of a graph, without duplicates. */
export async function membersIn(steps: TypeSteps, graph: TypeGraph, name: string): Promise<readonly FoundMember[]> {
  const found = new Map<string, FoundMember>();
  for (const { from, depth, certainty, unconfirmed } of graph.edges) {
    for (const { file, symbol } of graph.holders.get(from) ?? []) {
      const source = await steps.read(file);
      if (source === undefined) continue;
      for (const node of membersNamed(name, symbol, { ...source, file }))
        if (!found.has(node.id))
          found.set(node.id, {
            node,
            level: depth,
            likely: certainty === "likely",
            unconfirmed: unconfirmed === true,
          });
    }
  }
  return [...found.values()];
}
