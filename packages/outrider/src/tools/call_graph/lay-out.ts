import type { CallGraph } from "../../syntax/references/call-graph.ts";
import { graphRows } from "../../syntax/references/graph-rows.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import type { Graph, Row } from "./schema.ts";

/** A graph as a tree of rows, so many levels deep. */
export function layOut(graph: CallGraph, direction: Graph["direction"], levels: number): readonly Row[] {
  return graphRows(graph, direction, levels).map(({ level, node: { symbol, file }, edge, again }) => ({
    level,
    symbol: symbol.name === "" ? "" : visibleLine(pathOf(symbol)),
    file,
    line: symbol.line + 1,
    calls: edge.lines.map((line) => line + 1),
    ...(edge.certainty === "likely" ? { likely: true as const } : {}),
    ...(edge.unconfirmed === true ? { by_syntax: true as const } : {}),
    ...(again === undefined ? {} : { again }),
  }));
}
