import { ToolError } from "toolwright";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import { joinRanges, type LineRange } from "../text/line-source.ts";
import { dataFormatOf, maxParsedLength, parseData } from "./data-format.ts";
import { type DataFormat, type DataNode, type Span, DataSyntaxError } from "./data-node.ts";
import { findNode } from "./find-node.ts";

// YAML aliases can expand a small file beyond the available memory, or be recursive.
const maxLines = 20_000;
const maxLevels = 200;

export interface DataPart {
  /** As in the file, with the quotes that it needs. */
  readonly path: string;
  readonly kind: DataNode["kind"];
  /** Lines of the file, or only the value if these lines contain too much else. */
  readonly shown: { readonly ranges: readonly LineRange[] } | { readonly value: readonly string[] };
}

// If a value's lines have more other text than this, as in a file of one long line, only the value is shown.
const strayLength = 160;

/** The part of a JSON, YAML or TOML text at a path, as lines of the file if they contain little else. */
export function readDataPart(text: string, format: DataFormat, path: string): DataPart {
  const { path: shown, node, entry } = findNode(parseWhole(text, format), path);
  const ranges = ownLines(text, entry === undefined || entry.spans.length === 0 ? node.spans : entry.spans);
  return { path: shown, kind: node.kind, shown: ranges === undefined ? { value: renderNode(node) } : { ranges } };
}

/** For a first look: parses the file if that takes a reasonable time. */
export function parseForShape(text: string, path: string): DataNode | undefined {
  const format = dataFormatOf(path);
  if (format === undefined || text.length > maxParsedLength[format]) return undefined;
  try {
    return parseData(text, format);
  } catch (error) {
    if (error instanceof DataSyntaxError) return undefined;
    throw error;
  }
}

function parseWhole(text: string, format: DataFormat): DataNode {
  if (text.length > maxParsedLength[format]) {
    throw new ToolError(
      "too_large",
      `A ${format} file of ${text.length} characters is too long to be parsed (at most ${maxParsedLength[format]}). Use pattern, or offset and limit.`,
    );
  }
  try {
    return parseData(text, format);
  } catch (error) {
    if (!(error instanceof DataSyntaxError)) throw error;
    const line = error.offset === undefined ? "" : ` on line ${lineIndexAt(lineStarts(text), error.offset) + 1}`;
    const problem = `${error.message}${line}`;
    // Even if it is valid JSON5: only JSON with comments is supported.
    const message =
      format === "json5"
        ? `JSON5 is read by key only where it is JSON with comments and trailing commas, which this is not: ${problem}. Use pattern, or offset and limit.`
        : `This is no valid ${format}: ${problem}. Read it by lines.`;
    throw new ToolError("bad_data", message);
  }
}

function ownLines(text: string, spans: readonly Span[]): readonly LineRange[] | undefined {
  if (spans.length === 0) return undefined;
  const starts = lineStarts(text);
  const ranges: LineRange[] = [];
  for (const { start, end } of spans) {
    const first = lineIndexAt(starts, start);
    const last = lineIndexAt(starts, Math.max(start, end - 1));
    const length = (starts[last + 1] ?? text.length) - (starts[first] ?? 0);
    if (length - (end - start) > strayLength) return undefined;
    ranges.push({ start: first, end: last + 1 });
  }
  return joinRanges(ranges);
}

/** A value on separate lines, formatted like JSON, with numbers and dates as written in the file. */
function renderNode(node: DataNode): readonly string[] {
  const lines: string[] = [];
  add(node, "", "", 0);
  return lines;

  function add(value: DataNode, before: string, after: string, level: number): void {
    const indent = " ".repeat(level);
    const isObject = value.kind === "object";
    if (!isObject && value.kind !== "array") {
      for (const line of `${indent}${before}${value.scalar()}${after}`.split(/\r\n?|\n/)) push(line);
      return;
    }
    const [open, close] = isObject ? "{}" : "[]";
    const entries = value.entries();
    if (entries.length === 0) return push(`${indent}${before}${open}${close}${after}`);
    if (level > maxLevels) throw tooMuch();
    push(`${indent}${before}${open}`);
    for (const [at, entry] of entries.entries()) {
      const name = isObject ? `${JSON.stringify(entry.key)}: ` : "";
      add(entry.node, name, at < entries.length - 1 ? "," : "", level + 1);
    }
    push(`${indent}${close}${after}`);
  }

  function push(line: string): void {
    if (lines.length >= maxLines) throw tooMuch();
    lines.push(line);
  }
}

function tooMuch(): ToolError {
  return new ToolError(
    "too_large",
    `The value has more than ${maxLines} lines or ${maxLevels} levels. Ask for a smaller part, or use pattern.`,
  );
}
