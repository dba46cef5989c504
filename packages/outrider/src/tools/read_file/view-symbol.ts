import { basename } from "node:path";
import { ToolError } from "toolwright";
import { dataFormatOf } from "../../documents/data/data-format.ts";
import { readDataPart } from "../../documents/data/read-part.ts";
import { chooseSection, mostMarkdownChars } from "../../documents/markdown/find-section.ts";
import { isMarkdown } from "../../documents/markdown/is-markdown.ts";
import { readOutline, sectionsOf } from "../../documents/markdown/outline.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { languageOf } from "../../syntax/language.ts";
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
  const body = readSymbolBody(name, loaded.text, symbol);
  if (body === undefined && languageOf(name) !== undefined) throw tooLarge(view);
  if (body === undefined) {
    throw new ToolError(
      "no_symbol",
      `${visibleLine(file.shown)} is a kind of text without symbols. Use pattern, or offset and limit.`,
    );
  }
  const path = body.symbols[0]?.path ?? symbol;
  return await showRanges(view, { name: path, facts: [path, "found by pattern"], ranges: body.ranges });
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
