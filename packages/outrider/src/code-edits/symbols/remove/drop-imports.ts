import { editingRulesOf } from "../../../languages/editing-of.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { Draft, DraftFile } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { replaceChecked } from "../../replace-checked.ts";

/** Removes the imports that only the removed code used, in languages where a file with an unused import does not compile. */
export async function dropUnusedImports(
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
