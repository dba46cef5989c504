import type { GraphNode } from "../../syntax/references/graph-node.ts";
import { graphRows } from "../../syntax/references/graph-rows.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import type { FoundMember, LevelShape, TypeGraph } from "./build-types.ts";
import type { Row } from "./schema.ts";

/** The types other than interfaces and traits, without duplicates. */
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

/** By level, then by location. */
export function listRows(found: readonly FoundMember[], relation: Row["relation"]): readonly Row[] {
  return found
    .map(({ node, level, likely, unconfirmed }) => ({
      ...placeOf(node, level, relation),
      ...(likely ? { likely: true as const } : {}),
      ...(unconfirmed ? { by_syntax: true as const } : {}),
    }))
    .toSorted((a, b) => a.level - b.level || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

export function returningRows(shapes: readonly LevelShape[], relation: Row["relation"]): readonly Row[] {
  return shapes
    .filter(({ shape }) => shape === "returns")
    .map(({ level, file, line, symbol }) => ({
      level,
      symbol: symbol === undefined ? "" : visibleLine(pathOf(symbol)),
      file,
      line: line + 1,
      relation,
    }));
}

export function shapeRows(shapes: readonly LevelShape[], relation: Row["relation"]): readonly Row[] {
  return shapes
    .flatMap(({ shape, ...place }) => (shape === "returns" ? [] : [{ ...place, shape }]))
    .map(({ level, file, line, symbol, shape, certainty, unconfirmed }) => ({
      level,
      symbol: symbol === undefined ? "" : visibleLine(pathOf(symbol)),
      file,
      line: line + 1,
      relation,
      shape,
      ...(certainty === "likely" ? { likely: true as const } : {}),
      ...(unconfirmed === true ? { by_syntax: true as const } : {}),
    }))
    .toSorted((a, b) => a.level - b.level || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

export function treeRows(graph: TypeGraph, relation: Row["relation"]): readonly Row[] {
  return graphRows(graph, "callers", Number.POSITIVE_INFINITY).map(({ level, node, edge, again }) => ({
    ...placeOf(node, level, relation),
    ...implOf(graph, node),
    ...(edge.certainty === "likely" ? { likely: true as const } : {}),
    ...(edge.unconfirmed === true ? { by_syntax: true as const } : {}),
    ...(again === undefined ? {} : { again }),
  }));
}

/** The `impl` that makes it one, which is often far from the type. */
function implOf({ holders }: TypeGraph, { id, symbol }: GraphNode): Pick<Row, "impl"> {
  const found = holders.get(id)?.find((holder) => holder.symbol.kind === "impl");
  if (found === undefined || symbol.kind === "impl") return {};
  return { impl: `${found.file}:${found.symbol.line + 1}` };
}

function placeOf({ symbol, file }: GraphNode, level: number, relation: Row["relation"]): Row {
  // One for a type that the project does not declare: its number among others in the file says nothing.
  const isImpl = symbol.kind === "impl";
  const name = visibleLine(isImpl ? symbol.path : pathOf(symbol));
  return { level, symbol: name, file, line: symbol.line + 1, relation, ...(isImpl ? { shape: "impl" as const } : {}) };
}

export function countLevels(rows: readonly Row[]): number[] {
  const levels: number[] = [];
  for (const { level } of rows) levels[level - 1] = (levels[level - 1] ?? 0) + 1;
  return Array.from(levels, (count) => count ?? 0);
}
