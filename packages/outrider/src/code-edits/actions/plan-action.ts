import { ToolError } from "toolwright";
import { showPath } from "../../workspace/paths/check-path.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { ActionEdit, PlannedEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { applyWorkspaceEdit } from "../workspace-edit/apply-workspace-edit.ts";
import { editOfAction } from "./edit-of-action.ts";
import { findActionTarget } from "./find-action-target.ts";
import { offerActions } from "./offer-actions.ts";
import type { OfferedAction } from "./offered-action.ts";
import { withServer } from "./server-for-actions.ts";

const maxNamed = 15;

/** Plans a code action of the server. The actions are requested again, since servers do not keep what they offered. */
export async function planAction(context: EditContext, draft: Draft, edit: ActionEdit): Promise<PlannedEdit> {
  const target = await findActionTarget(context, draft, edit);
  const { action, result, server } = await withServer(context, target.file.path, async (asked) => {
    const { actions } = await offerActions(context, target, asked);
    const found = actions.find(({ id }) => id === edit.id) ?? noAction(edit, actions);
    return { action: found, result: await editOfAction(found, asked), server: asked.server };
  });
  const applied = await applyWorkspaceEdit(context, draft, result.edit, server);
  await checkMadeFiles(context, draft);
  const of = target.symbol === undefined ? target.file.path : `${target.symbol.kind} ${target.symbol.path}`;
  return {
    done: visibleLine(`applied \`${action.title}\` to ${of}`),
    notes: [...result.notes, ...applied.notes],
    names: target.symbol === undefined ? [] : [target.symbol.name],
  };
}

function noAction({ id, symbol, path = "" }: ActionEdit, actions: readonly OfferedAction[]): never {
  const usable = actions.filter(({ disabled }) => disabled === undefined);
  const named = usable.slice(0, maxNamed).map((each) => `${each.id} ${each.title}`);
  const more = usable.length > named.length ? ` and ${usable.length - named.length} more` : "";
  const there = named.length === 0 ? "There are none." : `There are: ${named.join("; ")}${more}.`;
  const of = symbol ?? path;
  throw new ToolError(
    "no_action",
    visibleLine(
      `No action ${JSON.stringify(id)} of ${of} as it is now; ids change with the file, and belong to the \`symbol\` they were listed for. ${there}`,
    ),
  );
}

/** Throws `broken_syntax` if a file created by an action does not parse; existing files are checked elsewhere. */
async function checkMadeFiles({ symbols, signal }: EditContext, draft: Draft): Promise<void> {
  for (const change of draft.changes()) {
    if (change.kind !== "create") continue;
    const declared = await symbols.ofText(change.file.shown, change.text, { signal });
    if (declared?.broken !== true) continue;
    throw new ToolError(
      "broken_syntax",
      `The action would make ${showPath(change.file.shown)} with syntax errors. Nothing was changed.`,
    );
  }
}
