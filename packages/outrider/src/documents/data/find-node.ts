import { ToolError } from "toolwright";
import type { DataEntry, DataNode } from "./data-node.ts";
import { parseDataPath, type PathStep, showDataPath } from "./data-path.ts";
import { nearestFirst } from "../../workspace/text/nearest-first.ts";

export interface FoundNode {
  /** As in the file, with the quotes that it needs. */
  readonly path: string;
  readonly node: DataNode;
  /** Key and value together; undefined for the root. */
  readonly entry: DataEntry | undefined;
}

const listed = 30;

/** The value at a path; a ToolError `no_key` lists the existing keys, nearest first. */
export function findNode(root: DataNode, path: string): FoundNode {
  const steps = parseDataPath(path);
  const keys: (string | number)[] = [];
  let found: DataEntry | undefined;
  let node = root;
  for (let at = 0; at < steps.length;) {
    const next = follow(node, steps.slice(at));
    if (next === undefined) throw noKey(path, keys, steps[at], node);
    keys.push(next.entry.key);
    found = next.entry;
    node = next.entry.node;
    at += next.used;
  }
  return { path: showDataPath(keys), node, entry: found };
}

/** A bare key that does not exist may have been split at a dot that belongs to it: `files.package.json`. */
function follow(node: DataNode, steps: readonly PathStep[]): { entry: DataEntry; used: number } | undefined {
  if (node.kind !== "object" && node.kind !== "array") return undefined;
  const entries = node.entries();
  const [first] = steps;
  if (first === undefined) return undefined;
  const direct = findEntry(node, entries, first.key);
  if (direct !== undefined) return { entry: direct, used: 1 };
  let joined = String(first.key);
  for (let used = 2; used <= steps.length; used += 1) {
    const step = steps[used - 1];
    if (!first.bare || step === undefined || !step.bare) return undefined;
    joined += `.${step.key}`;
    const entry = findEntry(node, entries, joined);
    if (entry !== undefined) return { entry, used };
  }
  return undefined;
}

function findEntry(node: DataNode, entries: readonly DataEntry[], key: string | number): DataEntry | undefined {
  if (node.kind === "object") return entries.findLast((entry) => entry.key === String(key));
  const index = typeof key === "number" ? key : /^-?\d+$/.test(key) ? Number(key) : undefined;
  return index === undefined ? undefined : entries.at(index);
}

function noKey(
  path: string,
  keys: readonly (string | number)[],
  step: PathStep | undefined,
  node: DataNode,
): ToolError {
  const place = keys.length === 0 ? "The file" : showDataPath(keys);
  return new ToolError("no_key", `There is nothing at ${JSON.stringify(path)}. ${place} ${describeNode(node, step)}.`);
}

function describeNode(node: DataNode, step: PathStep | undefined): string {
  if (node.kind === "array") {
    const count = node.entries().length;
    return count === 0 ? "is an empty array" : `is an array of ${count}: [0] to [${count - 1}]`;
  }
  if (node.kind === "null") return "is empty (null)";
  if (node.kind !== "object") return `is a ${node.kind}`;
  const keys = node.entries().map((entry) => String(entry.key));
  if (keys.length === 0) return "is an empty object";
  const shown = nearestFirst(String(step?.key ?? ""), keys).slice(0, listed);
  const more = keys.length - shown.length;
  return `has ${keys.length === 1 ? "one key" : `${keys.length} keys`}: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
