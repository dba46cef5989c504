import { ToolError } from "toolwright";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { ActionEdit, PlannedEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { applyWorkspaceEdit } from "../workspace-edit/apply-workspace-edit.ts";
import { checkMadeFiles } from "./check-made-files.ts";
import { editOfAction } from "./edit-of-action.ts";
import { findActionPlace } from "./find-action-place.ts";
import { offerActions } from "./offer-actions.ts";
import type { OfferedAction } from "./offered-action.ts";
import { withServer } from "./server-for-actions.ts";

const mostNamed = 15;

/** What a code action of the server comes to. It is asked for anew: what a server has once offered it does not keep. */
export async function planAction(context: EditContext, draft: Draft, edit: ActionEdit): Promise<PlannedEdit> {
  const place = await findActionPlace(context, draft, edit);
  const { action, result, server } = await withServer(context, place.file.path, async (asked) => {
    const { actions } = await offerActions(context, place, asked);
    const found = actions.find(({ id }) => id === edit.id) ?? noAction(edit, actions);
    return { action: found, result: await editOfAction(found, asked), server: asked.server };
  });
  const applied = await applyWorkspaceEdit(context, draft, result.edit, server);
  await checkMadeFiles(context, draft);
  const of = place.symbol === undefined ? place.file.path : `${place.symbol.kind} ${place.symbol.path}`;
  return {
    done: visibleLine(`applied \`${action.title}\` to ${of}`),
    notes: [...result.notes, ...applied.notes],
    names: place.symbol === undefined ? [] : [place.symbol.name],
  };
}

function noAction({ id, symbol, path = "" }: ActionEdit, actions: readonly OfferedAction[]): never {
  const usable = actions.filter(({ disabled }) => disabled === undefined);
  const named = usable.slice(0, mostNamed).map((each) => `${each.id} ${each.title}`);
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
