import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { collectEdit, type Versions } from "./collect-edit.ts";
import { putEdit } from "./put-edit.ts";

export interface AppliedWorkspaceEdit {
  /** Text edits, and the files that they are in, with what is created, moved and removed. */
  readonly places: number;
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Puts a server's WorkspaceEdit into the draft, in full or, with a ToolError, not at all: `changes` or `documentChanges`, file
 * operations, annotations. Refused as a whole: what overlaps, is for another version, or leaves the project. Versions can be
 * checked only with the server that made the edit.
 */
export async function applyWorkspaceEdit(
  context: EditContext,
  draft: Draft,
  edit: unknown,
  server?: Versions,
): Promise<AppliedWorkspaceEdit> {
  const collected = await collectEdit(context, draft, edit, server);
  const { notes } = await putEdit(context, draft, collected.touched);
  return {
    places: collected.touched.reduce((sum, { replacements }) => sum + replacements.length, 0),
    files: collected.touched.map(({ path }) => path),
    notes: [...collected.notes, ...notes],
  };
}
