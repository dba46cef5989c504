import { openDraft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { findActionTarget } from "./find-action-target.ts";
import type { ListedAction } from "./offered-action.ts";
import { offerActions } from "./offer-actions.ts";
import { withServer } from "./server-for-actions.ts";

export interface ListedActions {
  readonly server: string;
  /** Only the first of many. */
  readonly actions: readonly ListedAction[];
  /** How many more actions there are or may be. */
  readonly notes: readonly string[];
}

const maxListed = 60;

/** What the language server offers for a symbol, or for a whole file. */
export async function listActions(
  context: EditContext,
  of: { readonly path: string; readonly symbol: string | undefined },
): Promise<ListedActions> {
  const draft = openDraft(context);
  const target = await findActionTarget(context, draft, { ...of, expect: undefined });
  const offered = await withServer(context, target.file.path, (asked) => offerActions(context, target, asked));
  const fitting = offered.actions.filter(({ isUnfit }) => !isUnfit);
  const unfit = offered.actions.length - fitting.length;
  return {
    server: offered.server,
    actions: fitting
      .slice(0, maxListed)
      .map(({ id, title, kind, line, disabled }) => ({ id, title, kind, line, disabled })),
    notes: [
      ...(fitting.length > maxListed ? [`There are ${fitting.length} actions, of which ${maxListed} are listed.`] : []),
      ...(unfit === 0 ? [] : [`${unfit} more do not fit here, as the server says.`]),
      ...offered.notes,
    ],
  };
}
