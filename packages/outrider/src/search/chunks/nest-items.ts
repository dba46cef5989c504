import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { TextLines } from "./text-lines.ts";

/** Lines that belong together: a declaration with its comment, and those inside of it. */
export interface Item {
  readonly start: number;
  readonly end: number;
  readonly symbol: number | undefined;
  readonly children: readonly Item[];
}

interface OpenItem extends Item {
  end: number;
  readonly children: OpenItem[];
}

/** Declarations by lines. What shares a line with the one before belongs to it: a chunk never cuts a line. */
export function nestItems(symbols: readonly CodeSymbol[], lines: TextLines): readonly Item[] {
  const top: OpenItem[] = [];
  const open: OpenItem[] = [];
  const inOrder = symbols
    .map((symbol, index) => ({ index, start: firstLine(symbol, lines), end: Math.min(symbol.endLine, lines.count) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { index, start, end } of inOrder) {
    for (let last = open.at(-1); last !== undefined && last.end <= start; last = open.at(-1)) open.pop();
    const around = open.at(-1);
    const siblings = around?.children ?? top;
    const before = siblings.at(-1);
    if (before !== undefined && start < before.end) continue;
    // One that ends behind what is around it would tear that apart.
    if (around !== undefined && (end > around.end || (start === around.start && end === around.end))) continue;
    const item: OpenItem = { start, end, symbol: index, children: [] };
    siblings.push(item);
    open.push(item);
  }
  return top;
}

function firstLine({ startLine, docSpan, span }: CodeSymbol, lines: TextLines): number {
  return docSpan === undefined || docSpan.start > span.start
    ? startLine
    : Math.min(startLine, lines.lineAt(docSpan.start));
}
