import { ToolError } from "toolwright";
import type { PlannedEdit, RemoveEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { describeSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { dropUnusedImports } from "./remove/drop-imports.ts";
import { findUses } from "./remove/find-uses.ts";
import { restoreLayout } from "./remove/restore-layout.ts";
import { removeSymbol } from "./remove/remove-symbol.ts";
import { applyFirstValid } from "./apply-first-valid.ts";
import { readCodeText } from "./text/code-text.ts";

/** Removes a declaration, unless something still uses it. */
export async function planRemove(context: EditContext, draft: Draft, edit: RemoveEdit): Promise<PlannedEdit> {
  const { part = "with_doc", unproven } = edit;
  if (part === "body") {
    throw new ToolError("unclear_edit", "A body alone is not removed: replace it by an empty one.");
  }
  const found = await findSymbolToEdit(context, draft, edit);
  const { file, declared } = found;
  const code = await readCodeText(context, found);
  const symbol = code.symbols[declared.symbols.indexOf(found.symbol)] ?? found.symbol;
  const candidate = removeSymbol(code, symbol, part === "with_doc");
  const uses = await findUses(context, draft, found, unproven);
  const exact = await restoreLayout(context, draft, { file, code, removal: candidate.replacements });
  const candidates = exact === undefined ? [candidate] : [{ ...candidate, replacements: [exact] }, candidate];
  const applied = await applyFirstValid({ context, draft, file, code }, [{ body: "" }], async () => candidates);
  const dropped = await dropUnusedImports(context, draft, file, declared.language);
  return {
    done: `removed ${describeSymbol(symbol, file.path)}`,
    notes: [...applied.notes, ...dropped, ...uses],
    names: [symbol.name],
  };
}
