import { basename } from "node:path";
import { countTokens } from "toolwright";
import { dataFormatOf } from "../../documents/data/data-format.ts";
import { describeShape } from "../../documents/data/describe-shape.ts";
import { parseForShape } from "../../documents/data/read-part.ts";
import { maxMarkdownChars } from "../../documents/markdown/find-section.ts";
import { readOutline, sectionsOf } from "../../documents/markdown/outline.ts";
import { isMarkdown } from "../../documents/markdown/sections.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { placeSymbols } from "../../syntax/place-symbols.ts";
import { lineStarts } from "../../workspace/text/line-ends.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { TextView } from "./reading.ts";

export interface FileMap {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tokens: number;
}

/** The contents of a large file: headings, keys or declarations. The deepest levels are dropped first if there is no room. */
export async function describeMap(view: TextView, budget: number): Promise<FileMap | undefined> {
  const { file, call } = view;
  const { text } = view.loaded;
  if (text === undefined) return undefined;
  const name = basename(file.name);
  if (isMarkdown(name)) {
    if (text.length > maxMarkdownChars) return undefined;
    return await fit("Headings (read one with symbol):", await markdownLevels(text, call.signal), budget);
  }
  // A format with too many keys to list has no outline either.
  if (dataFormatOf(name) !== undefined) {
    const shape = parseForShape(text, name);
    if (shape === undefined) return undefined;
    const lines = describeShape(shape, lineStarts(text), 200).map((line) => ({ level: 0, line }));
    return await fit("Keys (read one with symbol):", lines, budget);
  }
  const answer = await view.readSymbols();
  if (answer === undefined) return undefined;
  return await fit("Outline (read one with symbol):", codeLevels(answer.symbols), budget);
}

interface MapLine {
  readonly level: number;
  readonly line: string;
}

async function markdownLevels(text: string, signal: AbortSignal): Promise<readonly MapLine[]> {
  return sectionsOf(await readOutline(text, { signal })).map(({ level, title, startLine }) => ({
    level,
    line: `${startLine + 1}\t${"#".repeat(level)} ${title}`,
  }));
}

/** Without local symbols of functions, which are not requested by name. */
function codeLevels(symbols: readonly CodeSymbol[]): readonly MapLine[] {
  return placeSymbols(symbols)
    .filter(({ isLocal }) => !isLocal)
    .map(({ symbol: { line, endLine, signature, overload }, level }) => {
      const lines = endLine > line + 1 ? `${line + 1}-${endLine}` : String(line + 1);
      const number = overload === undefined ? "" : ` [${overload}]`;
      return { level, line: `${lines}\t${"  ".repeat(level)}${signature.slice(0, 120)}${number}` };
    });
}

async function fit(title: string, lines: readonly MapLine[], budget: number): Promise<FileMap | undefined> {
  if (lines.length === 0) return undefined;
  const deepest = Math.max(...lines.map((line) => line.level));
  const least = Math.min(...lines.map((line) => line.level));
  for (let level = deepest; ; level -= 1) {
    const kept = lines.filter((line) => line.level <= level).map(({ line }) => visibleLine(line));
    const tokens = await countTokens(kept.join("\n"), budget);
    if (tokens <= budget) return { title, lines: [...kept, ...more(lines.length - kept.length)], tokens: tokens + 20 };
    if (level === least) return await firstOf(title, kept, lines.length, budget);
  }
}

async function firstOf(title: string, lines: readonly string[], total: number, budget: number): Promise<FileMap> {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    tokens += (await countTokens(line)) + 1;
    if (tokens > budget) break;
    kept.push(line);
  }
  return { title, lines: [...kept, ...more(total - kept.length)], tokens: budget };
}

function more(count: number): readonly string[] {
  return count > 0 ? [`… ${count} more left out here`] : [];
}
