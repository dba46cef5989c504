import { maxParsedLength, parseData } from "../../documents/data/data-format.ts";
import { type DataNode, DataSyntaxError } from "../../documents/data/data-node.ts";
import type { RawSymbol, Span } from "../language.ts";
import { docAbove, trimSpan } from "./spans.ts";

type KeyFormat = "json" | "toml";

/** The keys of a data file, two levels deep; empty if it is malformed or too long to be parsed. */
export function outlineKeys(text: string, format: KeyFormat): readonly RawSymbol[] {
  if (text.length > maxParsedLength[format]) return [];
  const found: RawSymbol[] = [];
  const root = parse(text, format);
  if (root !== undefined) addKeys(root, levels);
  return found;

  function addKeys(node: DataNode, depth: number): void {
    if (node.kind !== "object") return;
    for (const { key, node: value, spans } of node.entries()) {
      for (const { start, end } of spans) {
        if (found.length >= maxKeys) return;
        const span = trimSpan(text, start, end);
        found.push(keySymbol(text, String(key), span, value, format));
      }
      if (depth > 1) addKeys(value, depth - 1);
    }
  }
}

const levels = 2;
const maxKeys = 1_000;

function parse(text: string, format: KeyFormat): DataNode | undefined {
  try {
    return parseData(text, format);
  } catch (error) {
    if (error instanceof DataSyntaxError) return undefined;
    throw error;
  }
}

function keySymbol(text: string, name: string, span: Span, value: DataNode, format: KeyFormat): RawSymbol {
  const at = text.slice(span.start, Math.min(span.end, span.start + name.length + maxBeforeName)).indexOf(name);
  const start = span.start + Math.max(at, 0);
  const nameSpan = { start, end: Math.min(span.end, start + name.length) };
  return {
    name,
    kind: "key",
    span,
    nameSpan,
    bodySpan: value.kind === "object" || value.kind === "array" ? bodyOf(text, span, nameSpan, value) : undefined,
    docSpan: docAbove(text, span.start, { line: format === "json" ? "//" : "#" }),
  };
}

// Quotes, brackets and the outer keys of a TOML header.
const maxBeforeName = 200;

function bodyOf(text: string, span: Span, nameSpan: Span, value: DataNode): Span | undefined {
  const [inner] = value.spans;
  const start = inner === undefined || inner.start < nameSpan.end ? behindSign(text, nameSpan.end) : inner.start;
  const body = trimSpan(text, start, Math.min(span.end, inner?.end ?? span.end));
  return start < span.end && body.start < body.end ? body : undefined;
}

/** TOML values have no position of their own: they come after the header or the equals sign. */
function behindSign(text: string, nameEnd: number): number {
  behindKey.lastIndex = nameEnd;
  return behindKey.exec(text) === null ? nameEnd : behindKey.lastIndex;
}

const behindKey = /[^\]=\r\n]*(?:\]+|=)/y;
