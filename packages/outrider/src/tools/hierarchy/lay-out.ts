import type { GraphNode } from "../../syntax/references/graph-node.ts";
import { graphRows } from "../../syntax/references/graph-rows.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import type { FoundMember, TypeGraph } from "./build-types.ts";
import type { Row } from "./schema.ts";

/** Those that are more than a promise, each once. */
export function concreteTypes(graph: TypeGraph): readonly FoundMember[] {
  const seen = new Set<string>();
  return graph.edges.flatMap(({ from, depth, certainty, unconfirmed }): FoundMember[] => {
    const node = graph.nodes.get(from);
    if (node === undefined || seen.has(from) || abstractKinds.has(node.symbol.kind)) return [];
    seen.add(from);
    return [{ node, level: depth, likely: certainty === "likely", unconfirmed: unconfirmed === true }];
  });
}

const abstractKinds: ReadonlySet<string> = new Set(["interface", "trait"]);

/** By level, then by place. */
export function listRows(found: readonly FoundMember[], relation: Row["relation"]): readonly Row[] {
  return found
    .map(({ node, level, likely, unconfirmed }) => ({
      ...placeOf(node, level, relation),
      ...(likely ? { likely: true as const } : {}),
      ...(unconfirmed ? { by_syntax: true as const } : {}),
    }))
    .toSorted((a, b) => a.level - b.level || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

export function treeRows(graph: TypeGraph, relation: Row["relation"]): readonly Row[] {
  return graphRows(graph, "callers", Number.POSITIVE_INFINITY).map(({ level, node, edge, again }) => ({
    ...placeOf(node, level, relation),
    ...(edge.certainty === "likely" ? { likely: true as const } : {}),
    ...(edge.unconfirmed === true ? { by_syntax: true as const } : {}),
    ...(again === undefined ? {} : { again }),
  }));
}

function placeOf({ symbol, file }: GraphNode, level: number, relation: Row["relation"]): Row {
  return { level, symbol: visibleLine(pathOf(symbol)), file, line: symbol.line + 1, relation };
}

export function countLevels(rows: readonly Row[]): number[] {
  const levels: number[] = [];
  for (const { level } of rows) levels[level - 1] = (levels[level - 1] ?? 0) + 1;
  return Array.from(levels, (count) => count ?? 0);
}
