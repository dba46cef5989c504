import { rmSync } from "node:fs";
import { join } from "node:path";
import { openServersKit, type ServersKitOptions } from "../../../test/support/servers-kit.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";
import type { ActionEdit, PlannedEdit } from "../code-edit.ts";
import { type Draft, openDraft } from "../draft.ts";
import { otherWays } from "../../tools/edit_code/other-ways.ts";
import type { EditContext } from "../edit-context.ts";
import { listActions } from "./list-actions.ts";
import { planAction } from "./plan-action.ts";

export interface EditKit {
  readonly root: string;
  readonly context: EditContext;
  write(files: Readonly<Record<string, string>>): void;
  remove(path: string): void;
  /** The id of the only action whose title matches. */
  idOf(of: { readonly path: string; readonly symbol?: string }, title: RegExp): Promise<string>;
  /** New texts by path, and the notes of the plan. */
  plan(edit: Partial<ActionEdit> & { readonly id: string }): Promise<Planned>;
}

export interface Planned extends PlannedEdit {
  readonly texts: Readonly<Record<string, string>>;
}

/** The context of edits over a temp project with real servers; nothing is written to it. */
export async function openEditKit(
  files: Readonly<Record<string, string>>,
  { readyMs, signal, ...options }: ServersKitOptions & { readonly readyMs?: number; readonly signal?: AbortSignal },
): Promise<EditKit> {
  const { root, project, symbols, servers } = await openServersKit(files, options);
  const context: EditContext = {
    project,
    symbols,
    servers,
    readQuotable: async () => undefined,
    signal: signal ?? new AbortController().signal,
    readyMs: readyMs ?? 20_000,
    onProgress: () => {},
    otherWays,
  };
  return {
    root,
    context,
    write: (changed) => writeFiles(root, changed),
    remove: (path) => rmSync(join(root, path)),
    async idOf({ path, symbol }, title) {
      const { actions } = await listActions(context, { path, symbol });
      const found = actions.filter((each) => title.test(each.title));
      const [first] = found;
      if (first !== undefined && found.length === 1) return first.id;
      throw new Error(`${found.length} actions fit ${title}: ${actions.map((each) => each.title).join("; ")}`);
    },
    async plan(edit) {
      const draft = openDraft(context);
      const whole = { action: "actions" as const, path: undefined, symbol: undefined, expect: undefined, ...edit };
      const planned = await planAction(context, draft, whole);
      return { ...planned, texts: textsOf(draft) };
    },
  };
}

export function textsOf(draft: Draft): Readonly<Record<string, string>> {
  return Object.fromEntries(
    draft.changes().flatMap((change) => {
      const { text } = { text: undefined, ...change };
      return text === undefined ? [] : [[change.file.shown, text]];
    }),
  );
}
