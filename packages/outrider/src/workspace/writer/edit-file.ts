import { ToolError } from "toolwright";
import type { Located } from "../paths/located.ts";
import { encodeChecked } from "./encode-checked.ts";
import { readCurrent } from "./read-current.ts";
import { relocate, type Workbench } from "./relocate.ts";
import { type Replaced, replaceFile, staleError } from "./replace-file.ts";
import type { TextFile } from "../text/text-file.ts";
import { showPath } from "../paths/check-path.ts";
import type { EditOptions, EditReport } from "./writer.ts";

/** Line ends of inserted text are the caller's concern: `change` returns the whole text as it shall be, and so it is written. */
export async function editFile(
  bench: Workbench,
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
      `${showPath(located.shown)} is not text (${before.bytes} bytes), so it cannot be edited as text.`,
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
  const replaced = await replaceCurrent(bench, located, bytes, before.hash);
  return { before: before.text, after, written: true, ...noteOf(replaced) };
}

export function replaceCurrent(bench: Workbench, file: Located, bytes: Uint8Array, hash: string): Promise<Replaced> {
  return replaceFile(file.real, bytes, { ...optionsOf(bench, file), expect: { hash } });
}

export function optionsOf(bench: Workbench, file: Located): Parameters<typeof replaceFile>[2] {
  const { signal, confirm, onStep } = bench;
  return { shown: file.shown, signal, confirm, ...(onStep && { onStep }) };
}

export function requireHash(file: Located, hash: string | undefined, { expectHash }: EditOptions): void {
  if (expectHash !== undefined && hash !== expectHash) {
    throw staleError(file.shown, hash === undefined ? "was removed" : "was changed");
  }
}

export function noteOf({ otherLinks }: Replaced): Pick<EditReport, "note"> {
  if (otherLinks === 0) {
    return {};
  }
  const names =
    otherLinks === 1
      ? "another name (hard link), which still shows"
      : `${otherLinks} other names (hard links), which still show`;
  return { note: `The file had ${names} the old content.` };
}
