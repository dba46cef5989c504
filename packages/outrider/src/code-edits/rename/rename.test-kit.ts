import { isToolError } from "toolwright";
import { openServersKit, type ServersKit, type ServersKitOptions } from "../../../test/support/servers-kit.ts";
import { otherWays } from "../../tools/edit_code/other-ways.ts";
import type { PlannedEdit, RenameEdit } from "../code-edit.ts";
import { openDraft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { planRename } from "./plan-rename.ts";

export interface RenameKit extends ServersKit {
  readonly context: EditContext;
  /** The result of a rename: the texts of the files that it changes. */
  rename(edit: Ask): Promise<{ readonly plan: PlannedEdit; readonly texts: Readonly<Record<string, string>> }>;
  /** `code: message` of a rename that has to be refused; the draft must be unchanged. */
  refusal(edit: Ask): Promise<string>;
}

type Ask = Pick<RenameEdit, "symbol" | "newName"> & Partial<RenameEdit>;

/** Renames over a temp project with language servers; nothing is written. */
export async function openRenameKit(
  files: Readonly<Record<string, string>>,
  options: ServersKitOptions & { readonly readyMs?: number } = {},
): Promise<RenameKit> {
  const kit = await openServersKit(files, options);
  const { project, symbols, servers } = kit;
  const signal = new AbortController().signal;
  const { readyMs = 120_000 } = options;
  const context: EditContext = {
    project,
    symbols,
    servers,
    readQuotable: async () => undefined,
    signal,
    readyMs,
    onProgress: () => {},
    otherWays,
  };

  async function plan(edit: Ask) {
    const draft = openDraft(context);
    const planned = planRename(context, draft, {
      action: "rename",
      path: undefined,
      expect: undefined,
      force: false,
      unproven: "refuse",
      ...edit,
    });
    return { draft, planned };
  }

  return {
    ...kit,
    context,
    async rename(edit) {
      const { draft, planned } = await plan(edit);
      const done = await planned;
      const texts = draft.changes().map((change) => {
        if (change.kind !== "edit" && change.kind !== "move")
          throw new Error(`${change.file.shown} is not edited but ${change.kind}.`);
        return [change.kind === "move" ? change.to.shown : change.file.shown, change.text ?? ""];
      });
      return { plan: done, texts: Object.fromEntries(texts) };
    },
    async refusal(edit) {
      const { draft, planned } = await plan(edit);
      const error: unknown = await planned.then(
        ({ done }) => new Error(`It was not refused but ${done}`),
        (reason: unknown) => reason,
      );
      if (!isToolError(error)) throw error;
      const changed = draft.changes().map(({ file }) => file.shown);
      if (changed.length > 0) throw new Error(`The draft has changed: ${changed.join(", ")}.`);
      return `${error.code}: ${error.message}`;
    },
  };
}
