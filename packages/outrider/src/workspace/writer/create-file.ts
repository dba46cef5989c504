import { dirname } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { Located } from "../paths/located.ts";
import { uniformEol, withEol } from "../text/line-ends.ts";
import type { TextFile } from "../text/text-file.ts";
import { contentOf, optionsOf, replaceCurrent, requireHash, withNotes } from "./edit-file.ts";
import { makeDirectory } from "./held-directory.ts";
import { missingParents } from "./journal/missing-parents.ts";
import type { FileOp } from "./journal/record.ts";
import { existsError } from "./publish-new.ts";
import { encodeChecked, type Encoded, readCurrent } from "./read-current.ts";
import { relocate, type WriteContext } from "./relocate.ts";
import { replaceFile } from "./replace-file.ts";
import type { EditOptions, EditReport } from "./writer.ts";

type CreateOptions = EditOptions & { readonly overwrite?: boolean };

export async function createFile(
  bench: WriteContext,
  file: Located,
  text: string,
  options: CreateOptions,
): Promise<EditReport> {
  const located = await relocate(bench, file);
  switch (located.kind) {
    case "directory":
      throw new ToolError("is_directory", `${showPath(located.shown)} is a directory; choose the path of a file.`);
    case "file":
      return overwrite(bench, located, text, options);
    case "missing":
      return createNew(bench, located, text, options);
  }
}

async function createNew(
  bench: WriteContext,
  file: Located,
  text: string,
  options: CreateOptions,
): Promise<EditReport> {
  requireHash(file, undefined, options);
  const { bytes, after } = encodeChecked(text, { encoding: "utf-8", bom: false }, file.shown);
  if (options.dryRun === true) {
    return { before: undefined, after, written: false };
  }
  const directories = await missingParents(bench.root, [file.real]);
  const parents = await makeDirectory(dirname(file.real));
  try {
    await replaceFile(file.real, bytes, { ...optionsOf(bench, file), expect: "missing" });
  } catch (error) {
    await parents.undo();
    throw error;
  } finally {
    await parents.close();
  }
  const op: FileOp = { op: "write", path: file.shown, before: null, after: contentOf(after, null) };
  const kept = await bench.keep({
    title: `create ${file.shown}`,
    deed: { kind: "files", ops: [op], directories },
    contents: new Map(),
  });
  return { before: undefined, after, written: true, ...withNotes(kept, kept.note) };
}

async function overwrite(
  bench: WriteContext,
  file: Located,
  text: string,
  options: CreateOptions,
): Promise<EditReport> {
  if (options.overwrite !== true) {
    throw existsError(file.shown);
  }
  const current = await readCurrent(bench, file);
  requireHash(file, current.hash, options);
  const before = current.text;
  const { bytes, after } = encodeLike(before, text, file.shown);
  if (options.dryRun === true || after.hash === current.hash) {
    return { before, after, written: false };
  }
  return { before, after, written: true, ...(await replaceCurrent(bench, file, current, after, bytes)) };
}

/** In the old file's encoding, if that was text. */
export function encodeLike(before: TextFile | undefined, text: string, shown: string): Encoded {
  return encodeChecked(inOldEol(text, before), before ?? { encoding: "utf-8", bom: false }, shown);
}

/** Text with plain line endings gets those of the old file, if it had only one kind. */
function inOldEol(text: string, before: TextFile | undefined): string {
  const eol = text.includes("\r") || before === undefined ? undefined : uniformEol(before.text);
  return eol === undefined ? text : withEol(text, eol);
}
