import type { TypeSteps } from "../../lsp/resolve/hierarchy/open-type-steps.ts";
import type { GraphNode } from "../../syntax/references/graph-node.ts";
import type { Row } from "./schema.ts";

/** In Go, a method of the pointer leaves the values of its type without it. */
export async function markPointers(
  steps: Pick<TypeSteps, "pointersOnly">,
  start: GraphNode,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const places = rows.map((row) => ({ file: row.file, path: row.symbol, row }));
  const marked = await steps.pointersOnly(start, places);
  return places.map((place) => (marked.has(place) ? { ...place.row, pointer: true as const } : place.row));
}
