import type { CallGraph } from "../../syntax/references/call-graph.ts";
import type { OutsideCall } from "../../syntax/references/graph-node.ts";
import { graphRows } from "../../syntax/references/graph-rows.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { overflowOf } from "../fields.ts";
import { pathOf } from "../find-target.ts";
import { platformOf } from "../platform-of.ts";
import type { Graph, Input, Outside, Row } from "./schema.ts";

const defaultRows = 100;
const maxNames = 12;
const longestName = 60;

/** As many whole levels as fit, at least one; if it is the only one, it is paged. */
export function describeGraph(
  graph: CallGraph,
  direction: Graph["direction"],
  { offset = 0, limit = defaultRows }: Input,
): Omit<Graph, "guesses"> {
  const levels = levelsOf(graph);
  let shown = Math.max(1, levels.length);
  let rows = layOut(graph, direction, shown);
  while (shown > 1 && rows.length > limit) {
    shown -= 1;
    rows = layOut(graph, direction, shown);
  }
  const page = rows.slice(offset, offset + limit);
  return {
    direction,
    levels,
    shown_levels: Math.min(shown, levels.length),
    not_followed: [...graph.notFollowed],
    rows: [...page],
    outside: sumOutside(graph.outside),
    ...overflowOf(rows.length, page.length, offset, "limit shows more at once."),
  };
}

function levelsOf({ edges, start }: CallGraph): Graph["levels"] {
  const seen = new Set([start.id]);
  const levels: { edges: number; functions: number }[] = [];
  for (const { depth, from, to } of edges) {
    const level = (levels[depth - 1] ??= { edges: 0, functions: 0 });
    level.edges += 1;
    for (const id of [from, to]) {
      if (seen.has(id)) continue;
      seen.add(id);
      level.functions += 1;
    }
  }
  return levels;
}

/** A graph as a tree of rows with this many levels. */
function layOut(graph: CallGraph, direction: Graph["direction"], levels: number): readonly Row[] {
  const filesOf = new Map<string, Set<string>>();
  for (const { file, symbol } of graph.nodes.values())
    filesOf.set(symbol.name, (filesOf.get(symbol.name) ?? new Set()).add(file));
  const platformIn = (file: string, name: string): { platform?: string } => {
    const platform = (filesOf.get(name)?.size ?? 0) > 1 ? platformOf(file) : undefined;
    return platform === undefined ? {} : { platform };
  };
  return graphRows(graph, direction, levels).map(({ level, node: { symbol, file }, edge, again }) => ({
    level,
    symbol: symbol.name === "" ? "" : visibleLine(pathOf(symbol)),
    file,
    line: symbol.line + 1,
    calls: edge.lines.map((line) => line + 1),
    ...(edge.likelyLines === undefined ? {} : { likely_calls: edge.likelyLines.map((line) => line + 1) }),
    ...(edge.certainty === "likely" ? { likely: true as const } : {}),
    ...(edge.unconfirmed === true ? { by_syntax: true as const } : {}),
    ...platformIn(file, symbol.name),
    ...(again === undefined ? {} : { again }),
  }));
}

/** Calls that lead to no function of the project, by reason and name. */
function sumOutside(calls: readonly OutsideCall[]): Outside[] {
  return (["outside", "ambiguous", "value"] as const).flatMap((why) => {
    const counts = new Map<string, number>();
    const chosen = calls.filter((each) => each.why === why);
    for (const { name } of chosen) counts.set(shorten(name), (counts.get(shorten(name)) ?? 0) + 1);
    if (counts.size === 0) return [];
    const names = Array.from(counts, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
    return [{ why, total: chosen.length, names: names.slice(0, maxNames), more: Math.max(0, names.length - maxNames) }];
  });
}

/** The receiver of a name may be a whole expression. */
function shorten(name: string): string {
  const text = visibleLine(name.replaceAll(/\s+/g, " "));
  return text.length <= longestName ? text : `…${text.slice(-longestName)}`;
}
