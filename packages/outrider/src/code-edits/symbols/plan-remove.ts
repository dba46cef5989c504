import { ToolError } from "toolwright";
import { editingRulesOf } from "../../languages/editing-of.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { PlannedEdit, RemoveEdit } from "../code-edit.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { describeSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { replaceChecked } from "../replace-checked.ts";
import { findUses } from "./remove/find-uses.ts";
import { removeSymbol } from "./remove/remove-symbol.ts";
import { applyFirstValid } from "./apply-first-valid.ts";
import { readCodeText, type CodeText } from "./text/code-text.ts";
import { normaliseEnds } from "../../edits/plain-text.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { codeEndBefore } from "./layout/extent.ts";

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

interface Removal {
  readonly file: DraftFile;
  readonly code: CodeText;
  readonly removal: readonly Replacement[];
}

/**
 * The edit that gives a file the text which it had before the removed code was inserted. Blank lines around new code follow the
 * file's habits, so that the text alone does not tell how many there were before: earlier texts do. Undefined if none of
 * them differs from the text after the removal by blanks and separators at one place alone.
 */
async function restoreLayout(
  { project }: EditContext,
  draft: Draft,
  { file, code, removal }: Removal,
): Promise<Replacement | undefined> {
  const { text } = code;
  const removed = removal
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, each) => left.slice(0, each.start) + each.text + left.slice(each.end), text);
  const isOnDisk = !file.isChanged && file.hash !== undefined;
  const onDisk = isOnDisk ? await project.writer.textBefore(file.located, file.hash ?? "") : undefined;
  const earlier = [...draft.earlierTexts(file), ...(onDisk === undefined ? [] : [onDisk])].map(normaliseEnds);
  const before = earlier.find((each) => each !== removed && isSameLayoutAside(each, removed));
  if (before === undefined || earlier.includes(removed)) return undefined;
  // Code may begin like what follows it: the difference begins where the removal does.
  const first = Math.min(...removal.map(({ start }) => start));
  const { start, ends } = differenceOf(text, before, codeEndBefore(code, first));
  return { start, end: ends[0], text: before.slice(start, ends[1]) };
}

function isSameLayoutAside(one: string, other: string): boolean {
  const { start, ends } = differenceOf(one, other);
  return [one.slice(start, ends[0]), other.slice(start, ends[1])].every((part) => /^[\s,;]*$/.test(part));
}

/** The one part in which two texts differ, beginning at `latest` or before. */
function differenceOf(
  one: string,
  other: string,
  latest = Infinity,
): { readonly start: number; readonly ends: readonly [number, number] } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < Math.min(shorter, latest) && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, ends: [one.length - end, other.length - end] };
}
