import { joinRanges, type LineRange } from "../documents/text/line-range.ts";
import { splitLines, withoutEol } from "../workspace/text/line-ends.ts";
import { findSymbols } from "./find-symbol.ts";
import { outlineByPattern } from "./generic-outline.ts";
import type { OutlineSymbol } from "./outline.ts";

export interface SymbolBody {
  readonly by: "pattern";
  readonly symbols: readonly OutlineSymbol[];
  /** Imports, lines of the symbols around, and the symbols themselves; in order, none twice. */
  readonly ranges: readonly LineRange[];
}

const importLine =
  /^(?:import\b|from\s+\S+\s+import\b|use\s|pub\s+use\s|using\s+[\w.]+;|#\s*include\b|package\s|require(?:_relative)?\b|(?:const|let|var|local)\b[^=]{1,200}=\s*require\s*\(|export\s+.{0,200}\bfrom\b|alias\s|extern\s+crate\b|source\s)/;
const maxImportLines = 60;

/** A symbol with what is needed to understand it, so that nobody has to read around it; undefined where there is no outline. */
export function readSymbolBody(path: string, text: string, wanted: string): SymbolBody | undefined {
  const outline = outlineByPattern(path, text);
  if (outline === undefined) return undefined;
  const symbols = findSymbols(outline.symbols, wanted);
  const lines = splitLines(text).map(withoutEol);
  const first = Math.min(...symbols.map((symbol) => symbol.startLine));
  const ranges = [
    ...findImports(lines).filter((range) => range.end <= first),
    ...symbols.flatMap((symbol) => headersOf(outline.symbols, symbol)),
    ...symbols.map((symbol) => ({ start: symbol.startLine, end: symbol.endLine })),
  ];
  return { by: outline.by, symbols, ranges: joinRanges(ranges) };
}

function findImports(lines: readonly string[]): readonly LineRange[] {
  const found: LineRange[] = [];
  let count = 0;
  for (let at = 0; at < lines.length && count < maxImportLines; at += 1) {
    if (!importLine.test((lines[at] ?? "").slice(0, 300))) continue;
    const end = importEnd(lines, at);
    found.push({ start: at, end });
    count += end - at;
    at = end - 1;
  }
  return found;
}

/** An import goes on until its brackets are closed. */
function importEnd(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < Math.min(lines.length, start + maxImportLines); at += 1) {
    for (const character of (lines[at] ?? "").slice(0, 2000)) {
      if ("({[".includes(character)) depth += 1;
      else if (")}]".includes(character)) depth -= 1;
    }
    if (depth <= 0) return at + 1;
  }
  return start + 1;
}

function headersOf(symbols: readonly OutlineSymbol[], symbol: OutlineSymbol): readonly LineRange[] {
  const headers: LineRange[] = [];
  for (let at = symbol.parent; at !== undefined; at = symbols[at]?.parent) {
    const line = symbols[at]?.line ?? 0;
    headers.push({ start: line, end: line + 1 });
  }
  return headers;
}
