import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { type Chunk, splitLines } from "./chunk.ts";
import { createTextLines, type TextLines } from "./text-lines.ts";

/** Lines that belong together: a declaration with its comment, and the declarations inside it. */
interface Item {
  readonly start: number;
  readonly end: number;
  readonly symbol: number | undefined;
  readonly children: readonly Item[];
}

interface OpenItem extends Item {
  end: number;
  readonly children: OpenItem[];
}

// About as much as a person takes in at a glance. Smaller chunks say too little, larger ones too much at once.
const maxChars = 2_000;
/** Declarations smaller than this are grouped with their neighbours. */
const smallChars = 240;
const groupChars = 800;

/**
 * Cuts a text into chunks without gaps: whole declarations with their comments; large ones by their members or where a
 * statement begins; small ones together with their neighbours; text between them separately.
 */
export function chunkText(text: string, symbols: readonly CodeSymbol[]): readonly Chunk[] {
  const lines = createTextLines(text);
  const chunks: Chunk[] = [];
  const add = (startLine: number, endLine: number, symbol: number | undefined): void => {
    const [from, to] = lines.trim(startLine, endLine);
    if (from >= to) return;
    chunks.push({ startLine: from, endLine: to, start: lines.offset(from), end: lines.offset(to), symbol });
  };
  cutRange({ start: 0, end: lines.count, symbol: undefined, children: nestItems(symbols, lines) }, lines, add);
  return chunks;
}

type AddChunk = (startLine: number, endLine: number, symbol: number | undefined) => void;

/** Cuts a range, in order, into its declarations and the text between them. */
function cutRange(range: Item, lines: TextLines, add: AddChunk): void {
  let group: Group | undefined;
  const close = (): void => {
    if (group !== undefined) add(group.start, group.end, group.symbol ?? range.symbol);
    group = undefined;
  };
  for (const piece of piecesOf(range)) {
    const chars = lines.chars(piece.start, piece.end);
    if (chars > maxChars) {
      // A comment or an attribute that belongs to it is in the previous group; it stays separate.
      close();
      cutLarge(piece, range, lines, add);
      continue;
    }
    const isSmall = chars < smallChars;
    if (group !== undefined && (!isSmall || group.chars + chars > groupChars) && !group.isGap) close();
    group =
      group === undefined
        ? {
            start: piece.start,
            end: piece.end,
            chars,
            symbol: piece.symbol,
            isGap: piece.symbol === undefined && isSmall,
          }
        : { ...group, end: piece.end, chars: group.chars + chars, symbol: group.symbol ?? piece.symbol, isGap: false };
    if (!isSmall) close();
  }
  close();
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly chars: number;
  readonly symbol: number | undefined;
  /** So far just a few lines between declarations, which belong to the next one. */
  readonly isGap: boolean;
}

function cutLarge(piece: Item, around: Item, lines: TextLines, add: AddChunk): void {
  if (piece.children.length > 0) return cutRange(piece, lines, add);
  for (const [from, to] of splitLines(piece.start, piece.end, lines, maxChars)) {
    add(from, to, piece.symbol ?? around.symbol);
  }
}

function* piecesOf({ start, end, children }: Item): Generator<Item> {
  let at = start;
  for (const child of children) {
    if (child.start > at) yield { start: at, end: child.start, symbol: undefined, children: [] };
    yield child;
    at = child.end;
  }
  if (at < end) yield { start: at, end, symbol: undefined, children: [] };
}

/** Declarations by lines. One that shares a line with the previous one belongs to it: a chunk never splits a line. */
function nestItems(symbols: readonly CodeSymbol[], lines: TextLines): readonly Item[] {
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
    // A declaration that ends after the enclosing one would split it.
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
