import { isToolError } from "toolwright";
import type { Replacement } from "../workspace/text/text-file.ts";
import type { CodeEdit, PlannedEdit, RenameEdit } from "./code-edit.ts";
import { type Draft, openDraft } from "./draft.ts";
import type { EditContext } from "./edit-context.ts";
import { planSymbolMoves, type SymbolEdit } from "./move/plan-symbol-move.ts";
import { planEdit } from "./plan-edit.ts";
import { type PlannedRename, planRename } from "./rename/plan-rename.ts";
import { putEdit } from "./workspace-edit/apply-workspace-edit.ts";
import type { TouchedFile } from "./workspace-edit/collect-edit.ts";

/** What an error of one edit of several becomes. */
export type TellWhich = (index: number, error: unknown) => unknown;

/**
 * Puts the changes of several edits into the draft. Each sees what the ones before have left, and some are judged together: symbols that
 * move to one file take along what they need of each other, renames that follow each other are proven on the same texts, and
 * what is removed may be used by what a later edit removes or changes.
 */
export async function planEdits(
  context: EditContext,
  draft: Draft,
  edits: readonly CodeEdit[],
  tellWhich: TellWhich,
): Promise<readonly PlannedEdit[]> {
  const planned = new Map<number, PlannedEdit>();
  const later: { readonly index: number; readonly error: unknown }[] = [];
  for (const group of groupsOf(edits)) {
    const [{ index } = { index: 0 }] = group;
    try {
      const plans = await planGroup(
        context,
        draft,
        group.map(({ edit }) => edit),
      );
      for (const [at, plan] of plans.entries()) planned.set(index + at, plan);
    } catch (error) {
      if (!mayWait(edits, index, error)) throw tellWhich(index, error);
      later.push({ index, error });
    }
  }
  for (const { index, error } of later) {
    const [edit] = edits.slice(index);
    if (edit === undefined) continue;
    try {
      planned.set(index, await planEdit(context, draft, edit));
    } catch {
      throw tellWhich(index, error);
    }
  }
  return edits.flatMap((_, index) => planned.get(index) ?? []);
}

interface Listed {
  readonly index: number;
  readonly edit: CodeEdit;
}

/** Edits that follow each other and are planned as one. */
function groupsOf(edits: readonly CodeEdit[]): readonly (readonly Listed[])[] {
  const groups: Listed[][] = [];
  for (const [index, edit] of edits.entries()) {
    const last = groups.at(-1);
    const before = last?.at(-1)?.edit;
    if (last !== undefined && before !== undefined && belongTogether(before, edit)) last.push({ index, edit });
    else groups.push([{ index, edit }]);
  }
  return groups;
}

function belongTogether(one: CodeEdit, other: CodeEdit): boolean {
  if (isSymbolMove(one) && isSymbolMove(other))
    return one.path !== undefined && one.path === other.path && one.to === other.to && one.unproven === other.unproven;
  return one.action === "rename" && other.action === "rename";
}

function isSymbolMove(edit: CodeEdit): edit is SymbolEdit {
  return edit.action === "move" && edit.symbol !== undefined;
}

async function planGroup(
  context: EditContext,
  draft: Draft,
  edits: readonly CodeEdit[],
): Promise<readonly PlannedEdit[]> {
  const [only, ...others] = edits;
  if (only === undefined) return [];
  if (others.length === 0) return [await planEdit(context, draft, only)];
  const moves = edits.filter(isSymbolMove);
  if (moves.length === edits.length) return await planSymbolMoves(context, draft, moves);
  const renames = edits.filter((edit) => edit.action === "rename");
  if (renames.length === edits.length && draft.changes().length === 0 && areApart(renames))
    return await planRenames(context, draft, renames);
  const planned: PlannedEdit[] = [];
  for (const edit of edits) planned.push(await planEdit(context, draft, edit));
  return planned;
}

/** No name is both given and taken away, so that no rename changes what another one means. */
function areApart(renames: readonly RenameEdit[]): boolean {
  const names = renames.flatMap(({ symbol, newName }) => [
    symbol.split(/[/.#:[\s]+/).findLast(isWord) ?? symbol,
    newName,
  ]);
  return new Set(names).size === names.length;
}

function isWord(part: string): boolean {
  return /[^\d\]]/.test(part);
}

/** Each is proven on what is on disk, as servers see it; their places are different words. */
async function planRenames(
  context: EditContext,
  draft: Draft,
  renames: readonly RenameEdit[],
): Promise<readonly PlannedEdit[]> {
  const planned: PlannedRename[] = [];
  for (const edit of renames) planned.push(await planRename(context, openDraft(context), edit));
  const merged = new Map<string, TouchedFile>();
  for (const { touched } of planned) {
    for (const each of touched) {
      if (each.file === undefined) throw new Error("A rename makes a file.");
      const before = merged.get(each.file.path);
      const file = before?.file ?? (await draft.read(each.file.path));
      merged.set(each.file.path, {
        file,
        path: each.isMoved ? each.path : (before?.path ?? each.path),
        isMoved: each.isMoved || before?.isMoved === true,
        isRemoved: false,
        replacements: inOrder([...(before?.replacements ?? []), ...each.replacements]),
        text: "",
      });
    }
  }
  await putEdit(context, draft, [...merged.values()]);
  return planned;
}

function inOrder(replacements: readonly Replacement[]): readonly Replacement[] {
  return replacements.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

const used: ReadonlySet<string> = new Set(["still_used", "still_required", "cannot_prove"]);

/** What uses a symbol may be gone after the other edits. */
function mayWait(edits: readonly CodeEdit[], index: number, error: unknown): boolean {
  return edits[index]?.action === "remove" && index < edits.length - 1 && isToolError(error) && used.has(error.code);
}
