import type { CallGraph, GraphEdge } from "../../syntax/references/call-graph.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import type { Graph, Row } from "./schema.ts";

/** A graph as a tree of rows, so many levels deep; what is below a function is told once. */
export function layOut(
  { start, nodes, edges }: CallGraph,
  direction: Graph["direction"],
  levels: number,
): readonly Row[] {
  const below = new Map<string, GraphEdge[]>();
  // Each function is followed where it was found first, so that the tree is no deeper than its levels.
  const first = new Map<string, GraphEdge>();
  for (const edge of edges) {
    if (edge.depth > levels) continue;
    const [nearer, further] = direction === "callers" ? [edge.to, edge.from] : [edge.from, edge.to];
    if (further !== start.id && !first.has(further)) first.set(further, edge);
    below.set(nearer, [...(below.get(nearer) ?? []), edge]);
  }
  const rows: Row[] = [];
  const told = new Set<string>();

  function tell(id: string, level: number, path: ReadonlySet<string>): void {
    told.add(id);
    for (const edge of below.get(id) ?? []) {
      const other = direction === "callers" ? edge.from : edge.to;
      const node = nodes.get(other);
      if (node === undefined) continue;
      const isCycle = path.has(other);
      const isElsewhere = below.has(other) && first.get(other) !== edge;
      const { symbol, file } = node;
      rows.push({
        level,
        symbol: symbol.name === "" ? "" : visibleLine(pathOf(symbol)),
        file,
        line: symbol.line + 1,
        calls: edge.lines.map((line) => line + 1),
        ...(edge.certainty === "likely" ? { likely: true as const } : {}),
        ...(isCycle
          ? { again: "cycle" as const }
          : isElsewhere
            ? { again: told.has(other) ? ("see above" as const) : ("see below" as const) }
            : {}),
      });
      if (!isCycle && !isElsewhere) tell(other, level + 1, new Set([...path, other]));
    }
  }

  tell(start.id, 1, new Set([start.id]));
  return rows;
}
