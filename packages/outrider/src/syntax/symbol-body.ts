import { joinRanges, type LineRange } from "../documents/text/line-source.ts";
import { lineIndexAt, lineStarts, splitLines, withoutEol } from "../workspace/text/line-ends.ts";
import type { CodeSymbol, FileSymbols } from "./code-symbol.ts";
import { findSymbols } from "./find-symbol.ts";

export interface SymbolBody {
  /** Its path, with the number if one was given. */
  readonly name: string;
  /** Headers of the enclosing symbols, and the symbols themselves; in order, without duplicates. */
  readonly ranges: readonly LineRange[];
}

const importsName = "imports";
const importLine =
  /^(?:import\b|from\s+\S+\s+import\b|use\s|pub\s+use\s|using\s+[\w.]+;|#\s*include\b|package\s|require(?:_relative)?\b|(?:const|let|var|local)\b[^=]{1,200}=\s*require\s*\(|export\s+.{0,200}\bfrom\b|alias\s|extern\s+crate\b|source\s)/;
const maxImportLines = 60;
const maxHeaderLines = 10;

/** A symbol with the headers of what it stands in; `imports` are those of the file, unless a symbol has that name. */
export function readSymbolBody({ symbols }: FileSymbols, text: string, wanted: string): SymbolBody {
  const imports = wanted === importsName && symbols.every(({ name }) => name !== importsName) ? importsIn(text) : [];
  if (imports.length > 0) return { name: importsName, ranges: joinRanges(imports) };
  const found = findSymbols(symbols, wanted);
  const starts = lineStarts(text);
  const own = found.map((symbol) => ({ start: firstLine(symbol, starts), end: symbol.endLine }));
  const ranges = [...found.flatMap((symbol) => headersOf(symbols, symbol, { text, starts })), ...own];
  const [only, ...others] = found;
  const number = others.length === 0 && only?.overload !== undefined ? `[${only.overload}]` : "";
  return { name: `${only?.path ?? wanted}${number}`, ranges: joinRanges(ranges) };
}

/** Including its doc comment, if that precedes it. */
function firstLine({ startLine, span, docSpan }: CodeSymbol, starts: readonly number[]): number {
  if (docSpan === undefined || docSpan.start >= span.start) return startLine;
  return Math.min(startLine, lineIndexAt(starts, docSpan.start));
}

function importsIn(text: string): readonly LineRange[] {
  const lines = splitLines(text).map(withoutEol);
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

/** An import continues until its brackets are closed. */
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

interface Source {
  readonly text: string;
  readonly starts: readonly number[];
}

function headersOf(symbols: readonly CodeSymbol[], symbol: CodeSymbol, source: Source): readonly LineRange[] {
  const headers: LineRange[] = [];
  const seen = new Set<CodeSymbol>();
  for (
    let around = parentOf(symbols, symbol);
    around !== undefined && !seen.has(around);
    around = parentOf(symbols, around)
  ) {
    seen.add(around);
    headers.push({ start: around.line, end: headerEnd(around, source) });
  }
  return headers;
}

function parentOf(symbols: readonly CodeSymbol[], { parent }: CodeSymbol): CodeSymbol | undefined {
  return parent === undefined ? undefined : symbols[parent];
}

/** Up to the bracket that opens its body, if a header spans several lines. */
function headerEnd({ line, bodySpan }: CodeSymbol, { text, starts }: Source): number {
  if (bodySpan === undefined || text.charAt(bodySpan.start) !== "{") return line + 1;
  return Math.min(Math.max(line, lineIndexAt(starts, bodySpan.start)) + 1, line + maxHeaderLines);
}
