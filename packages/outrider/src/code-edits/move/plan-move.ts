import type { MoveEdit, PlannedEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { planFileMove } from "./move-file/plan-file-move.ts";
import { planSymbolMove } from "./move-symbol/plan-symbol-move.ts";

/** A symbol to another file, or a file to another path; imports follow. */
export async function planMove(context: EditContext, draft: Draft, edit: MoveEdit): Promise<PlannedEdit> {
  const { symbol } = edit;
  if (symbol === undefined) return await planFileMove(context, draft, edit);
  return await planSymbolMove(context, draft, { ...edit, symbol });
}
