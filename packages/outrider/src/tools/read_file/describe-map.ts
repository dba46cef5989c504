import { basename } from "node:path";
import { countTokens } from "toolwright";
import { describeShape } from "../../documents/data/describe-shape.ts";
import { parseForShape } from "../../documents/data/read-part.ts";
import { mostMarkdownChars } from "../../documents/markdown/find-section.ts";
import { isMarkdown } from "../../documents/markdown/is-markdown.ts";
import { readOutline, sectionsOf } from "../../documents/markdown/outline.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { outlineByPattern } from "../../syntax/generic-outline.ts";
import type { OutlineSymbol } from "../../syntax/outline.ts";
import { lineStarts } from "../../workspace/text/line-ends.ts";

export interface FileMap {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tokens: number;
}

/** What a large file holds: headings, keys or declarations. The deepest levels go first when there is no room. */
export async function describeMap(
  path: string,
  text: string | undefined,
  { budget, signal }: { readonly budget: number; readonly signal: AbortSignal },
): Promise<FileMap | undefined> {
  if (text === undefined) return undefined;
  const name = basename(path);
  if (isMarkdown(name)) {
    if (text.length > mostMarkdownChars) return undefined;
    return await fit("Headings (read one with symbol):", await markdownLevels(text, signal), budget);
  }
  const shape = parseForShape(text, name);
  if (shape !== undefined) {
    const lines = describeShape(shape, lineStarts(text), 200).map((line) => ({ level: 0, line }));
    return await fit("Keys (read one with symbol):", lines, budget);
  }
  const outline = outlineByPattern(name, text);
  if (outline === undefined) return undefined;
  return await fit("Outline by pattern (read one with symbol):", codeLevels(outline.symbols), budget);
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

function codeLevels(symbols: readonly OutlineSymbol[]): readonly MapLine[] {
  const levels: number[] = [];
  return symbols.map(({ parent, line, endLine, signature }) => {
    const level = parent === undefined ? 0 : (levels[parent] ?? 0) + 1;
    levels.push(level);
    const lines = endLine > line + 1 ? `${line + 1}-${endLine}` : String(line + 1);
    return { level, line: `${lines}\t${"  ".repeat(level)}${signature.slice(0, 120).replace(/\s*\{$/, "")}` };
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
