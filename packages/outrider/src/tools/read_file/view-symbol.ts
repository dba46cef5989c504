import { basename } from "node:path";
import { ToolError } from "toolwright";
import { dataFormatOf } from "../../documents/data/data-format.ts";
import { readDataPart } from "../../documents/data/read-part.ts";
import { chooseSection, mostMarkdownChars } from "../../documents/markdown/find-section.ts";
import { isMarkdown } from "../../documents/markdown/is-markdown.ts";
import { readOutline, sectionsOf } from "../../documents/markdown/outline.ts";
import { memoryLines } from "../../documents/text/memory-lines.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { readSymbolBody } from "../../syntax/symbol-body.ts";
import type { Shown, TextView } from "./reading.ts";
import { showRanges, showValue } from "./show-part.ts";

/** A part of a file by its name: section, value or declaration. */
export async function viewSymbol(view: TextView, symbol: string): Promise<Shown> {
  const { file, loaded } = view;
  if (loaded.text === undefined) throw tooLarge(view);
  const name = basename(file.name);
  // Of a masked data file only a list of keys is left, which is no data any more.
  const format = file.masked ? undefined : dataFormatOf(name);
  if (isMarkdown(name)) return await viewSection(view, loaded.text, symbol);
  if (format !== undefined) {
    const { path, kind, shown } = readDataPart(loaded.text, format, symbol);
    if ("value" in shown) return await showValue(view, `${path}: ${kind}`, shown.value);
    return await showRanges(view, { name: path, facts: [path], ranges: shown.ranges });
  }
  const answer = await view.readSymbols();
  if (answer === undefined) {
    throw new ToolError(
      "no_symbol",
      `${visibleLine(file.shown)} is a kind of text without symbols. Use pattern, or offset and limit.`,
    );
  }
  if (answer.symbols.length === 0 && answer.note !== undefined) {
    const message = `No symbols were found in ${visibleLine(file.shown)}: ${answer.note}. Use pattern, or offset and limit.`;
    throw new ToolError("no_symbol", message);
  }
  const { name: found, ranges } = readSymbolBody(answer, answer.text, symbol);
  const facts = [found, ...(answer.broken ? ["syntax errors"] : [])];
  // Lines and ranges of the same moment.
  const lines = memoryLines(answer.text);
  return await showRanges({ ...view, loaded: { ...loaded, text: answer.text, lines } }, { name: found, facts, ranges });
}

async function viewSection(view: TextView, text: string, symbol: string): Promise<Shown> {
  if (text.length > mostMarkdownChars) throw tooLarge(view);
  const { path, startLine, endLine } = chooseSection(sectionsOf(await readOutline(text, view.call)), symbol);
  return await showRanges(view, { name: path, facts: [path], ranges: [{ start: startLine, end: endLine }] });
}

function tooLarge({ file, loaded }: TextView): ToolError {
  return new ToolError(
    "too_large",
    `${visibleLine(file.shown)} has ${loaded.bytes} bytes, too many to look for symbols. Use pattern, or offset and limit.`,
  );
}
