import { planAction } from "./actions/plan-action.ts";
import type { CodeEdit, PlannedEdit } from "./code-edit.ts";
import type { Draft } from "./draft.ts";
import type { EditContext } from "./edit-context.ts";
import { planFileMove } from "./move/plan-file-move.ts";
import { planSymbolMove } from "./move/plan-symbol-move.ts";
import { planSignature } from "./signature/plan-signature.ts";
import { planRename } from "./rename/plan-rename.ts";
import { planInsert } from "./symbols/plan-insert.ts";
import { planRemove } from "./symbols/plan-remove.ts";
import { planReplace } from "./symbols/plan-replace.ts";

/** Puts the changes of one edit into the draft. */
export async function planEdit(context: EditContext, draft: Draft, edit: CodeEdit): Promise<PlannedEdit> {
  switch (edit.action) {
    case "replace":
      return await planReplace(context, draft, edit);
    case "insert":
      return await planInsert(context, draft, edit);
    case "remove":
      return await planRemove(context, draft, edit);
    case "rename":
      return await planRename(context, draft, edit);
    case "change_signature":
      return await planSignature(context, draft, edit);
    case "move":
      return edit.symbol === undefined
        ? await planFileMove(context, draft, edit)
        : await planSymbolMove(context, draft, { ...edit, symbol: edit.symbol });
    case "actions":
      return await planAction(context, draft, edit);
    default:
      return edit satisfies never;
  }
}
