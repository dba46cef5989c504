import { lstat, readlink } from "node:fs/promises";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { Located } from "../paths/located.ts";
import { encodeLike } from "./create-file.ts";
import { contentOf } from "./edit-file.ts";
import { recordedPath } from "./journal/missing-parents.ts";
import type { Content, FileOp } from "./journal/record.ts";
import { requireMovable } from "./move-entry.ts";
import { existsError } from "./publish-new.ts";
import { encodeChecked, type Current, readCurrent } from "./read-current.ts";
import { entryOf, relocate, type WriteContext } from "./relocate.ts";
import { requireWritable, staleError } from "./replace-file.ts";
import type { ChangedFile, FileChange } from "./writer.ts";

export interface PlannedChange {
  readonly report: ChangedFile;
  readonly ops: readonly FileOp[];
  readonly old: readonly (readonly [hash: string, bytes: Uint8Array])[];
  readonly fresh: readonly (readonly [hash: string, bytes: Uint8Array])[];
}

interface Fixed {
  readonly root: string;
  readonly state: { readonly root: string };
}

type Of<Kind extends FileChange["kind"]> = Extract<FileChange, { kind: Kind }>;

/** Judges and verifies one file of a change and creates its new bytes. Nothing is touched. */
export function planChange(bench: WriteContext, fixed: Fixed, change: FileChange): Promise<PlannedChange> {
  switch (change.kind) {
    case "edit":
      return planEdit(bench, change);
    case "create":
      return planCreate(bench, change);
    case "move":
      return planMove(bench, fixed, change);
    case "remove":
      return planRemove(bench, fixed, change);
  }
}

async function planEdit(bench: WriteContext, change: Of<"edit">): Promise<PlannedChange> {
  const file = await relocate(bench, change.file);
  const current = await readExpected(bench, file, change.hash);
  const written = await planText(file, current, change.text);
  return { ...written, report: { kind: "edit", path: file.shown, before: current.text, after: written.after } };
}

async function planCreate(bench: WriteContext, { file: given, text, overwrite }: Of<"create">): Promise<PlannedChange> {
  const file = await relocate(bench, given);
  if (file.kind === "directory") throw isDirectory(file);
  if (file.kind === "missing") {
    const { bytes, after } = encodeChecked(text, { encoding: "utf-8", bom: false }, file.shown);
    return {
      report: { kind: "create", path: file.shown, before: undefined, after },
      ops: [{ op: "write", path: file.shown, before: null, after: contentOf(after, null) }],
      old: [],
      fresh: [[after.hash, bytes]],
    };
  }
  if (overwrite !== true) throw existsError(file.shown);
  const current = await readCurrent(bench, file);
  await requireWritable(file.real, await lstat(file.real), file.shown);
  const { bytes, after } = encodeLike(current.text, text, file.shown);
  const report: ChangedFile = { kind: "create", path: file.shown, before: current.text, after };
  if (after.hash === current.hash) return { report, ops: [], old: [], fresh: [] };
  const op: FileOp = {
    op: "write",
    path: file.shown,
    before: contentNow(current),
    after: contentOf(after, current.mode),
  };
  return { report, ops: [op], old: [[current.hash, current.bytes]], fresh: [[after.hash, bytes]] };
}

async function planMove(bench: WriteContext, fixed: Fixed, change: Of<"move">): Promise<PlannedChange> {
  const file = await relocate(bench, change.file);
  const to = await relocate(bench, change.to);
  const current = await readExpected(bench, file, change.hash);
  requireMovable(fixed, file);
  const [source, target] = [entryOf(file), entryOf(to)];
  if (source === target) {
    throw new ToolError("same_path", `${showPath(file.shown)} is already there; nothing was moved.`);
  }
  if (to.kind !== "missing") throw existsError(to.shown);
  const link = await linkAt(source);
  if (link !== undefined && change.text !== undefined) {
    throw new ToolError("is_link", `${showPath(file.shown)} is reached by a link; move and edit the file itself.`);
  }
  const written =
    change.text === undefined
      ? { ops: [], old: [], fresh: [], after: current.text }
      : await planText(file, current, change.text);
  const content = link ?? (written.after === undefined ? contentNow(current) : contentOf(written.after, current.mode));
  // Edited in place and then moved, so that it keeps its mode and owner.
  const from = recordedPath(fixed.root, source);
  const move: FileOp = { op: "move", from, to: to.shown, content };
  const report: ChangedFile = { kind: "move", path: to.shown, from, before: current.text, after: written.after };
  return { ...written, report, ops: [...written.ops, move] };
}

async function planRemove(bench: WriteContext, fixed: Fixed, change: Of<"remove">): Promise<PlannedChange> {
  const file = await relocate(bench, change.file);
  const current = await readExpected(bench, file, change.hash);
  requireMovable(fixed, file);
  const path = recordedPath(fixed.root, entryOf(file));
  const link = await linkAt(entryOf(file));
  return {
    report: { kind: "remove", path, before: current.text, after: undefined },
    ops: [{ op: "write", path, before: link ?? contentNow(current), after: null }],
    old: link === undefined ? [[current.hash, current.bytes]] : [],
    fresh: [],
  };
}

async function readExpected(bench: WriteContext, file: Located, hash: string): Promise<Current> {
  if (file.kind === "missing") throw staleError(file.shown, "was removed");
  if (file.kind === "directory") throw isDirectory(file);
  const current = await readCurrent(bench, file);
  if (current.hash !== hash) throw staleError(file.shown, "was changed");
  return current;
}

async function planText(
  file: Located,
  current: Current,
  text: string,
): Promise<Omit<PlannedChange, "report"> & Pick<ChangedFile, "after">> {
  if (current.text === undefined) {
    throw new ToolError(
      "binary_file",
      `${showPath(file.shown)} is not text (${current.bytes.length} bytes), so it cannot be edited as text.`,
    );
  }
  await requireWritable(file.real, await lstat(file.real), file.shown);
  if (text === current.text.text) return { ops: [], old: [], fresh: [], after: current.text };
  const { bytes, after } = encodeChecked(text, current.text, file.shown);
  return {
    ops: [{ op: "write", path: file.shown, before: contentNow(current), after: contentOf(after, current.mode) }],
    old: [[current.hash, current.bytes]],
    fresh: [[after.hash, bytes]],
    after,
  };
}

function contentNow({ hash, bytes, mode }: Current): Content {
  return { kind: "file", hash, size: bytes.length, mode };
}

/** For a link, the link itself is moved and removed. */
async function linkAt(path: string): Promise<Content | undefined> {
  return (await lstat(path)).isSymbolicLink() ? { kind: "link", target: await readlink(path) } : undefined;
}

function isDirectory(file: Located): ToolError {
  return new ToolError("is_directory", `${showPath(file.shown)} is a directory; choose the path of a file.`);
}
