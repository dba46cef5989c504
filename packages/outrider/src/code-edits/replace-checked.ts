import { ToolError } from "toolwright";
import type { FileSymbols } from "../syntax/code-symbol.ts";
import type { Disturbance, EditCheck, SyntaxFault } from "../syntax/edit-check.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import type { Replacement } from "../workspace/text/text-file.ts";
import { visibleLine } from "../workspace/text/visible-text.ts";
import type { Draft, DraftFile } from "./draft.ts";
import type { EditContext, OtherWays } from "./edit-context.ts";
import { writtenReplacements } from "./written-replacements.ts";

export interface CheckedEdit {
  /** With the new text. */
  readonly file: DraftFile;
  /** What it declares now; undefined without a grammar. */
  readonly after: FileSymbols | undefined;
  /** For example, that the file already had syntax errors, so that less could be checked. */
  readonly notes: readonly string[];
}

export interface CheckOptions {
  /** The edit comes from a program that understands the code, such as a formatter, and may affect more than it replaces. */
  readonly mayDisturb?: boolean;
}

/** Puts new text into the draft. If that breaks the file, throws `broken_syntax` or `disturbs_others` and changes nothing. */
export async function replaceChecked(
  { symbols, signal, otherWays }: Pick<EditContext, "symbols" | "signal" | "otherWays">,
  draft: Draft,
  file: DraftFile,
  replacements: readonly Replacement[],
  { mayDisturb = false }: CheckOptions = {},
): Promise<CheckedEdit> {
  const written = writtenReplacements(file, replacements);
  const check = await symbols.checkEdit({ file: file.path, text: file.text, replacements: written }, { signal });
  if (check !== undefined && check.faults.length > 0) throw brokenSyntax(file.path, check, otherWays);
  if (check !== undefined && check.disturbed.length > 0 && !mayDisturb) throw disturbsOthers(file.path, check);
  return { file: draft.replace(file, replacements), after: check?.after, notes: notesOn(file.path, check) };
}

function notesOn(path: string, check: EditCheck | undefined): readonly string[] {
  if (check === undefined || !check.isParsed) return [`The syntax of ${showPath(path)} was not checked.`];
  return check.wasBroken ? [`${showPath(path)} had syntax errors before; less could be checked.`] : [];
}

function brokenSyntax(path: string, { faults, wasBroken }: EditCheck, { editText }: OtherWays): ToolError {
  const [first, ...others] = faults;
  const more =
    others.length === 0 ? "" : ` (and at ${others.length === 1 ? "one more place" : `${others.length} more`})`;
  const before = wasBroken ? " It had errors before, but not this one." : "";
  return new ToolError(
    "broken_syntax",
    `The new text breaks the syntax of ${showPath(path)}; nothing was changed. ${first === undefined ? "" : showFault(path, first)}${more}.${before} \`${editText}\` writes text whose syntax nobody checks.`,
  );
}

/** Line and column counted from 1. */
function showFault(path: string, { line, column, shown, missing, why }: SyntaxFault): string {
  const place = visibleLine(`${path}:${line + 1}:${column + 1}`);
  const what =
    why ?? (missing === undefined ? "The parser stumbles" : `${visibleLine(JSON.stringify(missing))} is missing`);
  return `${what} at ${place}, in the text with the edit: ${visibleLine(shown) || "(empty line)"}`;
}

function disturbsOthers(path: string, { disturbed }: EditCheck): ToolError {
  const places = disturbed.slice(0, maxPlaces).map(showDisturbance).join("\n");
  const more = disturbed.length > maxPlaces ? `\nand ${disturbed.length - maxPlaces} more` : "";
  return new ToolError(
    "disturbs_others",
    `The new text would swallow or change code of ${showPath(path)} beside it; nothing was changed. See that its brackets, quotes, comments and indentation end where they should. Lines that would be read otherwise:\n${places}${more}`,
  );
}

function showDisturbance({ line, shown }: Disturbance): string {
  return `${line + 1}: ${visibleLine(shown)}`;
}

const maxPlaces = 4;
