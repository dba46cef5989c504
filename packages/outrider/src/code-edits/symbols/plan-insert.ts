import { ToolError } from "toolwright";
import type { InsertEdit, PlannedEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { describeSymbol, findSymbolToEdit, readDraft } from "../find-symbol-to-edit.ts";
import { insertBeside } from "./insert/beside.ts";
import { insertIntoFile } from "./insert/into-file.ts";
import { insertInto } from "./insert/into.ts";
import { planImports } from "./insert/plan-imports.ts";
import { readingsOf } from "./sent-code.ts";
import { declaredIn, applyFirstValid } from "./apply-first-valid.ts";
import { readCodeText } from "./text/code-text.ts";
import { withOwnUnit } from "./text/own-unit.ts";

/** Inserts new code next to or inside a symbol, into a file, or among its imports. */
export async function planInsert(context: EditContext, draft: Draft, edit: InsertEdit): Promise<PlannedEdit> {
  const { body, position, symbol: wanted, path, expect } = edit;
  if (body.trim() === "") throw new ToolError("empty_body", "`body` is empty: there is nothing to insert.");
  if (position === "imports") return await planImports(context, draft, edit);
  if (wanted === undefined) {
    if (path === undefined || position === "before" || position === "after") {
      throw new ToolError(
        "unclear_edit",
        `\`symbol\` is missing: ${position} which one? Without it, \`first\` and \`last\` are those of the file.`,
      );
    }
    const read = await readDraft(context, draft, path);
    const code = await readCodeText(context, read);
    const applied = await applyFirstValid({ context, draft, file: read.file, code }, readingsOf(body, code), (sent) =>
      insertIntoFile(context, code, position, sent),
    );
    const where = position === "first" ? "at the beginning of" : "at the end of";
    return { done: `inserted code ${where} ${read.file.path}`, notes: applied.notes, names: namesIn(applied) };
  }
  const found = await findSymbolToEdit(context, draft, { path, symbol: wanted, expect });
  const { file, declared } = found;
  const own = await readCodeText(context, found);
  const symbol = own.symbols[declared.symbols.indexOf(found.symbol)] ?? found.symbol;
  const code = withOwnUnit(own, symbol);
  const applied = await applyFirstValid({ context, draft, file, code }, readingsOf(body, code), (sent) =>
    position === "before" || position === "after"
      ? insertBeside(context, code, symbol, position, sent)
      : insertInto(context, code, symbol, position, sent),
  );
  const where = position === "first" || position === "last" ? `as the ${position} of` : position;
  return {
    done: `inserted code ${where} ${describeSymbol(symbol, file.path)}`,
    notes: applied.notes,
    names: namesIn(applied),
  };
}

function namesIn(
  applied: Parameters<typeof declaredIn>[0] & { readonly region: { readonly start: number; readonly end: number } },
) {
  return [...new Set(declaredIn(applied, applied.region).map(({ name }) => name))];
}
