import type { FileSymbols } from "../../syntax/code-symbol.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { replaceChecked } from "../replace-checked.ts";
import { type TouchedFile, type Versions, collectEdit } from "./collect-edit.ts";

interface AppliedWorkspaceEdit {
  /** Number of text edits, and of the files they are in, including created, moved and removed ones. */
  readonly places: number;
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Puts a server's WorkspaceEdit into the draft, in full or, with a ToolError, not at all: `changes` or `documentChanges`, file
 * operations, annotations. Edits that overlap, are for another version, or leave the project are refused as a whole. Versions
 * can only be checked with the server that made the edit.
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

interface PutEdit {
  readonly notes: readonly string[];
  /** What each file declares afterwards, by path; files without a grammar are left out. */
  readonly after: ReadonlyMap<string, FileSymbols>;
}

const atOnce = 8;

/** Puts the collected edit into the draft; throws a ToolError if it breaks a file. */
export async function putEdit(context: EditContext, draft: Draft, touched: readonly TouchedFile[]): Promise<PutEdit> {
  const notes = new Set<string>();
  const after = new Map<string, FileSymbols>();

  async function put({ file, path, text, replacements, isMoved, isRemoved }: TouchedFile): Promise<void> {
    if (file === undefined) return void (await draft.create(path, text));
    if (isRemoved) return draft.remove(file);
    const checked = replacements.length === 0 ? undefined : await replaceChecked(context, draft, file, replacements);
    for (const note of checked?.notes ?? []) notes.add(note);
    if (checked?.after !== undefined) after.set(path, checked.after);
    if (isMoved) await draft.move(checked?.file ?? file, path);
  }

  const left = touched.values();
  async function work(): Promise<void> {
    for (const each of left) await put(each);
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { notes: [...notes], after };
}
