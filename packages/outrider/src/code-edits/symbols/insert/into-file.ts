import { ToolError } from "toolwright";
import type { PageRules } from "../../../languages/editing.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { EditContext } from "../../edit-context.ts";
import type { Candidate } from "../apply-first-valid.ts";
import type { CodeText } from "../text/code-text.ts";
import { fitCode, trimCode } from "../text/fit-code.ts";
import { blankLinesIn, endBefore, lineEnd, skipSpace } from "../text/lines.ts";
import { insertLines } from "./insert-lines.ts";
import { headerEnd, leadingImports } from "./top-of-file.ts";

/** New code at the end of a file, or after its header and imports. */
export async function insertIntoFile(
  context: EditContext,
  code: CodeText,
  side: "first" | "last",
  sent: string,
): Promise<readonly Candidate[]> {
  const { text } = code;
  const end = endBefore(text, text.length);
  if (end === 0) {
    const only = await fitCode(context, code, trimCode(sent), { start: 0, end: 0, indent: "" });
    return [{ replacements: [{ start: 0, end: text.length, text: `${only}\n` }] }];
  }
  const last = leadingImports(code).at(-1);
  const header = last === undefined ? headerEnd(code) : endBefore(text, lineEnd(text, last.end));
  const { page } = code.rules;
  const at = side === "last" ? (page?.endOfCode(text, end) ?? end) : header;
  const isOutside = page !== undefined && (await isOutsideOfCode(context, code, page, { at, sent }));
  if (isOutside && side === "first") {
    throw new ToolError(
      "no_place",
      `${showPath(code.path)} does not begin with ${page.title}: insert before or after a symbol. Nothing was changed.`,
    );
  }
  const tag = isOutside ? page.opening : "";
  const fitted = await fitCode(context, code, tag + trimCode(sent), { start: at, end: at, indent: "" });
  // A blank line before the tag would be output of the page.
  if (isOutside) return [{ replacements: [{ start: at, end: at, text: `\n${fitted}` }] }];
  const next = skipSpace(text, at);
  if (side === "last" || next >= text.length) {
    return [{ replacements: [insertLines(code, { after: at, holder: undefined }, fitted)] }];
  }
  const replacement = insertLines(code, { before: next, holder: undefined, opens: at === 0 }, fitted);
  // After imports and headers there is a blank line even if single lines follow each other without one.
  const isTight = at > 0 && blankLinesIn(text, at, next) === 0 && !replacement.text.startsWith("\n");
  return [{ replacements: [{ ...replacement, text: (isTight ? "\n" : "") + replacement.text }] }];
}

/** Whether code there would be plain text of the page: then a declaration declares nothing. */
async function isOutsideOfCode(
  { symbols, signal }: EditContext,
  { path, text }: CodeText,
  page: PageRules,
  { at, sent }: { readonly at: number; readonly sent: string },
): Promise<boolean> {
  if (/^\s*</.test(sent)) return false;
  const probe = `${text.slice(0, at)}\n${page.probe(probeName)}\n${text.slice(at)}`;
  const declared = await symbols.ofText(path, probe, { signal });
  return declared !== undefined && !declared.symbols.some(({ name }) => name === probeName);
}

const probeName = "outrider_probe";
