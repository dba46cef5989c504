import { lineIndexAt } from "../../workspace/text/line-ends.ts";
import type { DataEntry, DataNode } from "./data-node.ts";
import { showDataPath } from "./data-path.ts";

/** One line for each top-level key (items of an array share one), with kinds, sizes and line numbers if known. */
export function describeShape(root: DataNode, starts: readonly number[], most: number): readonly string[] {
  const entries = root.entries();
  if (root.kind === "array") return [`array of ${describeItems(entries)}`];
  if (root.kind !== "object") return [root.kind];
  const shown = entries.slice(0, most).map((entry) => describeEntry(entry, starts));
  return entries.length > shown.length ? [...shown, `… ${entries.length - shown.length} more keys`] : shown;
}

function describeEntry({ key, node, spans }: DataEntry, starts: readonly number[]): string {
  const [span] = spans;
  const place = span === undefined ? "" : `${lineIndexAt(starts, span.start) + 1}\t`;
  return `${place}${showDataPath([key])}: ${describeNode(node)}`;
}

function describeNode(node: DataNode): string {
  if (node.kind === "array") return `array of ${describeItems(node.entries())}`;
  if (node.kind !== "object") return node.kind;
  const count = node.entries().length;
  return `object, ${count} ${count === 1 ? "key" : "keys"}`;
}

function describeItems(entries: readonly DataEntry[]): string {
  const kinds = [...new Set(entries.map((entry) => entry.node.kind))];
  const [only] = kinds;
  return only !== undefined && kinds.length === 1 ? `${entries.length} (${only})` : String(entries.length);
}
