import type { TypeSteps } from "../../lsp/resolve/hierarchy/open-type-steps.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { membersNamed, type ShapePlace, type ShapesFound } from "../../syntax/hierarchy/type-step.ts";
import { buildGraph, type CallGraph, type SearchLimits, type StepTime } from "../../syntax/references/call-graph.ts";
import type { GraphNode } from "../../syntax/references/graph-node.ts";

export interface TypeGraph extends CallGraph {
  /** The declarations that put a type into the graph: the type itself, or an `impl` elsewhere. */
  readonly holders: ReadonlyMap<string, readonly Holder[]>;
  /** What implements a type of the graph by shape. */
  readonly shapes: readonly LevelShape[];
  /** How many places expect a value of a type of the graph. */
  readonly expected: number;
}

export interface LevelShape extends ShapePlace {
  readonly level: number;
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
  readonly firstSearch: SearchLimits;
}

/** The types below or above a type, level by level. An edge leads from the further type to the nearer one. */
export async function buildTypes(
  steps: TypeSteps,
  start: GraphNode,
  { direction, depth, signal, onLevel, firstSearch }: TypeOptions,
): Promise<TypeGraph> {
  const holders = new Map<string, Holder[]>();
  const shapesOf = new Map<string, ShapesFound>();
  const graph = await buildGraph(start, read, { direction: "callers", depth, signal, onLevel, firstSearch });
  return {
    ...graph,
    holders,
    shapes: levelsOf(graph, shapesOf),
    expected: [...shapesOf.values()].reduce((sum, each) => sum + each.expected, 0),
  };

  async function read(node: GraphNode, time: StepTime) {
    const { related, outside, unread, late, shapes } = await steps.related(direction, node, time);
    if (shapes !== undefined) shapesOf.set(node.id, shapes);
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
    const left = outside.map(({ name }) => ({ name, line: 0, why: "outside" as const }));
    return { calls, outside: left, unread, ...(late === undefined ? {} : { late }) };
  }
}

/** Each one once, one level below its type. */
function levelsOf({ start, edges }: CallGraph, shapesOf: ReadonlyMap<string, ShapesFound>): readonly LevelShape[] {
  const levels = new Map([[start.id, 0]]);
  for (const { from, depth } of edges) if (!levels.has(from)) levels.set(from, depth);
  const found = new Map<string, LevelShape>();
  for (const [id, { places }] of shapesOf)
    for (const place of places) {
      const key = `${place.file}:${place.line}:${place.shape}`;
      const level = (levels.get(id) ?? 0) + 1;
      if (level < (found.get(key)?.level ?? Infinity)) found.set(key, { ...place, level });
    }
  return [...found.values()];
}

export interface FoundMember {
  readonly node: GraphNode;
  readonly level: number;
  readonly likely: boolean;
  readonly unconfirmed: boolean;
}

/** The members with a name in the types of a graph, without duplicates, and the shapes that have none as a symbol. */
export async function membersIn(
  steps: TypeSteps,
  graph: TypeGraph,
  name: string,
): Promise<{ readonly found: readonly FoundMember[]; readonly without: readonly LevelShape[] }> {
  const found = new Map<string, FoundMember>();
  for (const { from, depth, certainty, unconfirmed } of graph.edges)
    for (const holder of graph.holders.get(from) ?? [])
      await add(holder, { level: depth, likely: certainty === "likely", unconfirmed: unconfirmed === true });
  // Values of an enum may have bodies with members of their own.
  const own = (await steps.read(graph.start.file))?.symbols ?? [];
  const isOwn = ({ kind, parent }: CodeSymbol): boolean =>
    kind === "member" && own[parent ?? -1]?.nameSpan.start === graph.start.symbol.nameSpan.start;
  for (const symbol of own.filter(isOwn))
    await add({ file: graph.start.file, symbol }, { level: 1, likely: false, unconfirmed: false });
  const without: LevelShape[] = [];
  for (const shape of graph.shapes) {
    if (shape.shape === "returns") continue;
    const { file, symbol, level, certainty, unconfirmed } = shape;
    const facts = { level, likely: certainty === "likely", unconfirmed: unconfirmed === true };
    if (symbol === undefined || (await add({ file, symbol }, facts)) === 0) without.push(shape);
  }
  return { found: [...found.values()], without };

  async function add({ file, symbol }: Holder, facts: Omit<FoundMember, "node">): Promise<number> {
    const source = await steps.read(file);
    const nodes = source === undefined ? [] : membersNamed(name, symbol, { ...source, file });
    for (const node of nodes) if (!found.has(node.id)) found.set(node.id, { node, ...facts });
    return nodes.length;
  }
}
