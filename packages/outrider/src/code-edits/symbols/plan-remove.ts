import { ToolError } from "toolwright";
import { editingRulesOf } from "../../languages/editing-of.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { PlannedEdit, RemoveEdit } from "../code-edit.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { describeSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { replaceChecked } from "../replace-checked.ts";
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
  if (code.rules.isPartOfExpression?.(code.text, symbol.span.start) === true) {
    const what = `${describeSymbol(symbol, file.path)} is a part of an expression, which would lack it`;
    throw new ToolError("unclear_edit", `${what}; nothing was changed. Replace what is around it instead.`);
  }
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

/** Removes the imports that only the removed code used, in languages where a file with an unused import does not compile. */
async function dropUnusedImports(
  context: EditContext,
  draft: Draft,
  { path, text }: Pick<DraftFile, "path" | "text">,
  language: string,
): Promise<readonly string[]> {
  const { dropUnused } = editingRulesOf(language).imports;
  if (dropUnused === undefined) return [];
  const { symbols, signal } = context;
  const file = await draft.read(path);
  const before = await symbols.moduleOf(path, text, { signal });
  const after = await symbols.moduleOf(path, file.text, { signal });
  if (before === undefined || after === undefined || before.broken || after.broken) return [];
  const wasUsed = new Set(before.uses.map(({ name }) => name));
  const isUsed = new Set(after.uses.map(({ name }) => name));
  const unused = after.imports.filter(({ names }) =>
    names.every(({ local, kind }) => kind === "module" && wasUsed.has(local ?? "") && !isUsed.has(local ?? "")),
  );
  if (unused.length === 0) return [];
  const gaps = dropUnused(file.text, after.imports, unused).map((span) => ({ ...span, text: "" }));
  await replaceChecked(context, draft, file, gaps);
  return [
    `Nothing else used these imports, which are removed, too: ${unused.map(({ source }) => visibleLine(source)).join(", ")}.`,
  ];
}
