import { splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import { dataFormatOf, maxParsedLength, parseData } from "../data/data-format.ts";
import { type DataNode, DataSyntaxError } from "../data/data-node.ts";
import { showDataPath } from "../data/data-path.ts";
import { maskAssignments } from "./mask-assignments.ts";

const mask = "***";
const maxKeys = 2_000;

/** What may be shown of a file with secrets: its keys and comments, never a value. */
export function maskText(path: string, text: string): string {
  const format = dataFormatOf(path);
  const lines = format === undefined ? maskAssignments(splitLines(text).map(withoutEol)) : maskData(text, format);
  return lines.map((line) => `${line}\n`).join("");
}

/** Structured files by their keys: no line can be trusted to contain only a key. */
function maskData(text: string, format: NonNullable<ReturnType<typeof dataFormatOf>>): readonly string[] {
  if (text.length > maxParsedLength[format]) return splitLines(text).map(() => mask);
  try {
    return firstOf(keysOf(parseData(text, format), []));
  } catch (error) {
    if (error instanceof DataSyntaxError) return splitLines(text).map(() => mask);
    throw error;
  }
}

/** YAML aliases can expand a small file to more keys than fit into memory. */
function firstOf(keys: Iterable<string>): readonly string[] {
  const lines: string[] = [];
  for (const key of keys) {
    if (lines.length === maxKeys) return [...lines, "…"];
    lines.push(key);
  }
  return lines;
}

function* keysOf(node: DataNode, keys: readonly (string | number)[]): Generator<string> {
  const entries = keys.length > 20 ? [] : node.entries();
  if (entries.length === 0) yield `${showDataPath(keys)}: ${mask}`;
  for (const entry of entries) yield* keysOf(entry.node, [...keys, entry.key]);
}
