import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { Located } from "../paths/located.ts";
import type { TextFile } from "../text/text-file.ts";
import type { Content, FileOp } from "./journal/record.ts";
import { encodeChecked, type Current, readCurrent } from "./read-current.ts";
import { relocate, type WriteContext } from "./relocate.ts";
import { type Replaced, replaceFile, staleError } from "./replace-file.ts";
import type { EditOptions, EditReport } from "./writer.ts";

/** Line endings of inserted text are up to the caller: `change` returns the whole new text, which is written as is. */
export async function editFile(
  bench: WriteContext,
  file: Located,
  change: (current: TextFile) => string,
  options: EditOptions,
): Promise<EditReport> {
  const located = await relocate(bench, file);
  if (located.kind === "missing" && options.expectHash !== undefined) {
    throw staleError(located.shown, "was removed");
  }
  const before = await readCurrent(bench, located);
  if (before.text === undefined) {
    throw new ToolError(
      "binary_file",
      `${showPath(located.shown)} is not text (${before.bytes.length} bytes), so it cannot be edited as text.`,
    );
  }
  requireHash(located, before.hash, options);
  const text = change(before.text);
  if (text === before.text.text) {
    return { before: before.text, after: before.text, written: false };
  }
  const { bytes, after } = encodeChecked(text, before.text, located.shown);
  if (options.dryRun === true) {
    return { before: before.text, after, written: false };
  }
  const told = await replaceCurrent(bench, located, before, after, bytes);
  return { before: before.text, after, written: true, ...told };
}

/** Replaces the old bytes by the new ones, and puts the old ones into the history. */
export async function replaceCurrent(
  bench: WriteContext,
  file: Located,
  current: Current,
  after: TextFile,
  bytes: Uint8Array,
): Promise<Pick<EditReport, "note" | "id">> {
  const { hash, mode } = current;
  const replaced = await replaceFile(file.real, bytes, { ...optionsOf(bench, file), expect: { hash } });
  const before: Content = { kind: "file", hash, size: current.bytes.length, mode };
  const op: FileOp = { op: "write", path: file.shown, before, after: contentOf(after, mode) };
  const kept = await bench.keep({
    title: `edit ${file.shown}`,
    deed: { kind: "files", ops: [op], directories: [] },
    contents: new Map([[hash, current.bytes]]),
  });
  return withNotes(kept, noteOf(replaced), kept.note);
}

export function contentOf({ hash, bytes }: TextFile, mode: number | null): Content {
  return { kind: "file", hash, size: bytes, mode };
}

export function withNotes(
  { id }: { readonly id?: string },
  ...notes: readonly (string | undefined)[]
): Pick<EditReport, "note" | "id"> {
  const note = notes.filter((each) => each !== undefined).join(" ");
  return { ...(note === "" ? {} : { note }), ...(id === undefined ? {} : { id }) };
}

export function optionsOf(bench: WriteContext, file: Located): Parameters<typeof replaceFile>[2] {
  const { signal, confirm, onStep } = bench;
  return { shown: file.shown, signal, confirm, ...(onStep && { onStep }) };
}

export function requireHash(file: Located, hash: string | undefined, { expectHash }: EditOptions): void {
  if (expectHash !== undefined && hash !== expectHash) {
    throw staleError(file.shown, hash === undefined ? "was removed" : "was changed");
  }
}

export function noteOf({ otherLinks }: Replaced): string | undefined {
  if (otherLinks === 0) {
    return undefined;
  }
  // One call may write to several of the names, so nothing is said about what they show.
  return otherLinks === 1
    ? "The file had another name (hard link), which is a separate file now."
    : `The file had ${otherLinks} other names (hard links), which are separate from it now.`;
}
