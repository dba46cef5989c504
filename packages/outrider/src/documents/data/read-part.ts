import { stringify as stringifyToml } from "smol-toml";
import { ToolError } from "toolwright";
import { lineIndexAt, lineStarts, splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import { dataFormatOf, maxParsedLength, parseData } from "./data-format.ts";
import type { DataFormat, DataNode, Span } from "./data-node.ts";
import { DataSyntaxError } from "./data-syntax-error.ts";
import { findNode, type FoundNode } from "./find-node.ts";

export interface DataPart {
  /** As it is in the file, with the quotes that it needs. */
  readonly path: string;
  readonly kind: DataNode["kind"];
  /** 0-based line of the first of `lines`, where they are the file's own; else they are the value alone. */
  readonly startLine: number | undefined;
  readonly lines: readonly string[];
}

// A line of a value shares its line with others where the file is one long line: then only the value is shown.
const strayLength = 160;

/** The part of a JSON, YAML or TOML text at a path, in its own lines where they are its own. */
export function readDataPart(text: string, format: DataFormat, path: string): DataPart {
  const found = findNode(parseWhole(text, format), path);
  const span = found.entry?.span ?? found.node.span;
  const own = span === undefined ? undefined : ownLines(text, span);
  const { kind } = found.node;
  if (own !== undefined) return { path: found.path, kind, ...own };
  return { path: found.path, kind, startLine: undefined, lines: render(found, format) };
}

/** For a first look: whether the file can be parsed within a sensible time, and then what it is. */
export function parseForShape(text: string, path: string): DataNode | undefined {
  const format = dataFormatOf(path);
  if (format === undefined || text.length > maxParsedLength[format] / 4) return undefined;
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
    throw new ToolError("bad_data", `This is no valid ${format}: ${error.message}${line}. Read it by lines.`);
  }
}

function ownLines(text: string, span: Span): Pick<DataPart, "startLine" | "lines"> | undefined {
  const starts = lineStarts(text);
  const startLine = lineIndexAt(starts, span.start);
  const lastLine = lineIndexAt(starts, Math.max(span.start, span.end - 1));
  const start = starts[startLine] ?? 0;
  const end = starts[lastLine + 1] ?? text.length;
  if (end - start - (span.end - span.start) > strayLength) return undefined;
  return { startLine, lines: splitLines(text.slice(start, end)).map(withoutEol) };
}

function render({ node, entry }: FoundNode, format: DataFormat): readonly string[] {
  const value = valueOf(node);
  if (format === "toml" && node.kind === "object" && isRecord(value))
    return splitLines(stringifyToml(value)).map(withoutEol);
  const array = format === "toml" && Array.isArray(value) && typeof entry?.key === "string" && value.every(isRecord);
  if (array && value.length > 0) return splitLines(stringifyToml({ [entry.key]: value })).map(withoutEol);
  return JSON.stringify(value, jsonSafe, 1).split("\n");
}

function valueOf(node: DataNode): unknown {
  try {
    return node.value();
  } catch (error) {
    // The YAML parser's way to say that aliases multiply without end.
    if (error instanceof ReferenceError) throw new ToolError("too_large", `${error.message}. Ask for a smaller part.`);
    throw error;
  }
}

function jsonSafe(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
