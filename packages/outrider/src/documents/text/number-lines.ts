import { countTokens } from "toolwright";
import type { ReadLine } from "./line-source.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

export interface NumberedLines {
  readonly lines: readonly string[];
  /** At least as many as they have; exact where they are near the budget. */
  readonly tokens: number;
  /** How many of the given lines it contains. */
  readonly shown: number;
  /** Lines that are longer than the part shown. */
  readonly goOn: readonly CutLine[];
}

/** Counted from 0. */
export interface CutLine {
  readonly index: number;
  /** Where the rest begins. */
  readonly column: number;
}

const gap = "…";

/** `12⇥text`: of the formats that were measured, the one with the fewest tokens. As many lines as fit into the budget. */
export async function numberLines(lines: readonly ReadLine[], budget: number): Promise<NumberedLines> {
  const count = surelyFit(lines, budget) ? estimateTokens : countTokens;
  const numbered: string[] = [];
  let tokens = 0;
  const goOn: CutLine[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const isGap = before !== undefined && before.index + 1 < line.index;
    const text = write(line, line.text.length);
    const cost = (await count(text, budget)) + (isGap ? 3 : 1);
    if (tokens + cost > budget && at > 0) return { lines: numbered, tokens, shown: at, goOn };
    if (isGap) numbered.push(gap);
    if (tokens + cost > budget) return await shorten(line, budget);
    numbered.push(text);
    tokens += cost;
    if (line.cut) goOn.push({ index: line.index, column: line.skipped + line.text.length });
  }
  return { lines: numbered, tokens, shown: lines.length, goOn };
}

/** No token has less than a byte. Then nothing needs the tokenizer, which takes longer to load than a file to read. */
function surelyFit(lines: readonly ReadLine[], budget: number): boolean {
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(write(line, line.text.length)) + gapBytes;
    if (bytes > budget) return false;
  }
  return true;
}

const gapBytes = 4;

/** More than code and prose of any script have. */
const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 2);

/** The first line alone is too long: as much of it as fits. */
async function shorten(line: ReadLine, budget: number): Promise<NumberedLines> {
  let low = 1;
  let high = line.text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await countTokens(write(line, middle), budget)) <= budget - 4) low = middle;
    else high = middle - 1;
  }
  // Do not split a surrogate pair.
  const end = /[\uD800-\uDBFF]$/.test(line.text.slice(0, low)) && low > 1 ? low - 1 : low;
  const goOn = [{ index: line.index, column: line.skipped + end }];
  return { lines: [`${write(line, end)}${gap}`], tokens: budget, shown: 1, goOn };
}

function write(line: ReadLine, length: number): string {
  const text = visibleLine(line.text.slice(0, length));
  const start = line.skipped > 0 ? gap : "";
  return `${line.index + 1}\t${start}${text}${line.cut && length === line.text.length ? gap : ""}`;
}
