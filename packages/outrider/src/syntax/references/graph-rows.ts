import type { CallGraph, GraphEdge } from "./call-graph.ts";
import type { GraphNode } from "./graph-node.ts";

/** One line of a graph shown as a tree. */
export interface GraphRow {
  readonly level: number;
  readonly node: GraphNode;
  readonly edge: GraphEdge;
  /** Its children are shown elsewhere, or are its ancestors in the same branch. */
  readonly again: "cycle" | "see above" | "see below" | undefined;
}

/** A graph as a tree of rows with this many levels; the children of a node are shown only once. */
export function graphRows(
  { start, nodes, edges }: CallGraph,
  direction: "callers" | "callees",
  levels: number,
): readonly GraphRow[] {
  const below = new Map<string, GraphEdge[]>();
  // Each node is expanded where it was found first, so the tree is no deeper than its levels.
  const first = new Map<string, GraphEdge>();
  for (const edge of edges) {
    if (edge.depth > levels) continue;
    const [nearer, further] = direction === "callers" ? [edge.to, edge.from] : [edge.from, edge.to];
    if (further !== start.id && !first.has(further)) first.set(further, edge);
    below.set(nearer, [...(below.get(nearer) ?? []), edge]);
  }
  const rows: GraphRow[] = [];
  const told = new Set<string>();

  function tell(id: string, level: number, path: ReadonlySet<string>): void {
    told.add(id);
    for (const edge of below.get(id) ?? []) {
      const other = direction === "callers" ? edge.from : edge.to;
      const node = nodes.get(other);
      if (node === undefined) continue;
      const isCycle = path.has(other);
      const isElsewhere = below.has(other) && first.get(other) !== edge;
      const seen = told.has(other) ? ("see above" as const) : ("see below" as const);
      rows.push({ level, node, edge, again: isCycle ? "cycle" : isElsewhere ? seen : undefined });
      if (!isCycle && !isElsewhere) tell(other, level + 1, new Set([...path, other]));
    }
  }

  tell(start.id, 1, new Set([start.id]));
  return rows;
}

/** The part of a graph that leads to chosen nodes. */
export function leadingTo(
  graph: CallGraph,
  direction: "callers" | "callees",
  isChosen: (node: GraphNode) => boolean,
): CallGraph {
  const leads = new Set([...graph.nodes.values()].filter(isChosen).map(({ id }) => id));
  // From the deepest level up, each way to a chosen node is marked; a cycle may need another round.
  const kept = new Set<GraphEdge>();
  for (let before = -1; kept.size > before;) {
    before = kept.size;
    for (const edge of graph.edges.toReversed()) {
      const [nearer, further] = direction === "callers" ? [edge.to, edge.from] : [edge.from, edge.to];
      if (further === graph.start.id || !leads.has(further)) continue;
      kept.add(edge);
      leads.add(nearer);
    }
  }
  return { ...graph, edges: graph.edges.filter((edge) => kept.has(edge)) };
}
