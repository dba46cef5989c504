import { basename } from "node:path";
import { countTokens, ToolError } from "toolwright";
import { dataFormatOf } from "../../documents/data/data-format.ts";
import { readDataPart } from "../../documents/data/read-part.ts";
import { findSection } from "../../documents/markdown/find-section.ts";
import type { LineRange } from "../../documents/text/line-range.ts";
import { numberLines } from "../../documents/text/number-lines.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { languageOf } from "../../syntax/language.ts";
import { readSymbolBody } from "../../syntax/symbol-body.ts";
import { isMarkdown } from "./describe-map.ts";
import type { Shown, TextView } from "./reading.ts";
import { callFor, countOf } from "./wording.ts";

const lineChars = 2_000;
// Parsing holds the event loop; data files have stricter limits of their own.
const mostChars = 4 * 1024 * 1024;

/** A part of a file by its name: section, value or declaration. */
export async function viewSymbol(view: TextView, symbol: string): Promise<Shown> {
  const { file, loaded } = view;
  if (loaded.text === undefined || loaded.text.length > mostChars) {
    throw new ToolError(
      "too_large",
      `${file.shown} has ${loaded.bytes} bytes, too many to look for symbols. Use pattern or offset.`,
    );
  }
  const name = basename(file.name);
  // Of a masked data file only a list of keys is left, which is no data any more.
  const format = file.masked ? undefined : dataFormatOf(name);
  if (isMarkdown(name)) {
    const section = findSection(loaded.text, symbol);
    return await showRanges(view, [section.path], [{ start: section.startLine, end: section.endLine }]);
  }
  if (format !== undefined) {
    const part = readDataPart(loaded.text, format, symbol);
    if (part.startLine === undefined) return await showValue(view, `${part.path}: ${part.kind}`, part.lines);
    return await showRanges(view, [part.path], [{ start: part.startLine, end: part.startLine + part.lines.length }]);
  }
  const body = readSymbolBody(name, loaded.text, symbol);
  if (body === undefined && languageOf(name) !== undefined) {
    throw new ToolError("too_large", `${file.shown} is too long for an outline. Use pattern, or offset and limit.`);
  }
  if (body === undefined) {
    throw new ToolError(
      "no_symbol",
      `${file.shown} is a kind of text without symbols. Use pattern, or offset and limit.`,
    );
  }
  const [first] = body.symbols;
  return await showRanges(view, [first?.path ?? symbol, "found by pattern"], body.ranges);
}

async function showRanges(
  { file, loaded, budget, call }: TextView,
  facts: readonly string[],
  ranges: readonly LineRange[],
): Promise<Shown> {
  const read = await loaded.lines.read(ranges, { column: 0, lineChars, totalChars: budget * 16, signal: call.signal });
  const numbered = await numberLines(read.lines, budget);
  const last = (read.lines[numbered.shown - 1]?.index ?? 0) + 1;
  const end = ranges.at(-1)?.end ?? 0;
  const rest = { path: file.shown, offset: last + 1, limit: end - last };
  const { goesOn } = numbered;
  const notes = [
    ...(goesOn === undefined
      ? []
      : [
          `Line ${goesOn.index + 1} goes on: ${callFor({ path: file.shown, offset: goesOn.index + 1, limit: 1, column: goesOn.column })}`,
        ]),
    ...(last < end ? [`It goes on to line ${end}. Next: ${callFor(rest)}`] : []),
  ];
  return { facts: [...facts, countOf(read)], body: numbered.lines, notes, tokens: numbered.tokens };
}

/** A value whose lines are not those of the file has no numbers. */
async function showValue({ budget }: TextView, fact: string, lines: readonly string[]): Promise<Shown> {
  const body: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    const text = visibleLine(line.length > lineChars ? `${line.slice(0, lineChars)}…` : line);
    tokens += (await countTokens(text, budget)) + 1;
    if (tokens > budget) break;
    body.push(text);
  }
  const isAll = body.length === lines.length;
  const notes = isAll ? [] : [`${body.length} of ${lines.length} lines of the value. Ask for a deeper key.`];
  return { facts: [fact], body, notes, tokens };
}
