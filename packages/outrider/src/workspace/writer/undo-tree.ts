import { showPath } from "../paths/check-path.ts";
import { ToolError } from "toolwright";
import { missingParents } from "./journal/missing-parents.ts";
import type { RecordedChange } from "./journal/record.ts";
import { judgeAgain, removeEmpty } from "./journal/roll-back.ts";
import { moveEntry } from "./move-entry.ts";
import type { WriteContext } from "./relocate.ts";
import type { Trash } from "./trash.ts";
import type { ChangedFile, ChangeReport } from "./writer.ts";

export interface TreeTools {
  readonly root: string;
  readonly state: { readonly root: string };
  readonly trash: Trash;
}

interface About {
  readonly title: string;
  readonly undoes: number;
  readonly dryRun: boolean;
}

type TreeDeed = Exclude<RecordedChange, { kind: "files" }>;

/** Reverses a change to a whole file or directory: a single step, so nothing can be left half done. */
export async function undoTree(
  bench: WriteContext,
  tools: TreeTools,
  deed: TreeDeed,
  about: About,
): Promise<ChangeReport> {
  const file = await checkTree(bench, tools, deed);
  if (about.dryRun) return { id: undefined, files: [file] };
  const done = await reverseTree(bench, tools, deed);
  const { title, undoes } = about;
  const { id, note } = await bench.keep({ title, undoes, deed: done, contents: new Map() });
  return { id, files: [{ ...file, ...(note === undefined ? {} : { note }) }] };
}

async function checkTree({ files }: WriteContext, { trash }: TreeTools, deed: TreeDeed): Promise<ChangedFile> {
  const none = { before: undefined, after: undefined };
  if (deed.kind === "move") {
    if ((await files.locate(deed.to, "write")).kind === "missing") throw goneError(deed.to);
    if ((await files.locate(deed.from, "write")).kind !== "missing") throw takenError(deed.from);
    return { kind: "move", path: deed.from, from: deed.to, ...none };
  }
  const { kind } = await files.locate(deed.path, "write");
  if (deed.kind === "restore") {
    if (kind === "missing") throw goneError(deed.path);
    return { kind: "remove", path: deed.path, ...none };
  }
  if (kind !== "missing") throw takenError(deed.path);
  if (!(await trash.list()).some(({ id }) => id === deed.trashed)) {
    throw new ToolError("stale", `${showPath(deed.path)} is no longer in the trash, so its removal cannot be undone.`);
  }
  return { kind: "create", path: deed.path, ...none };
}

async function reverseTree(bench: WriteContext, tools: TreeTools, deed: TreeDeed): Promise<TreeDeed> {
  const { root, trash } = tools;
  switch (deed.kind) {
    case "move": {
      const { from: to, to: from } = deed;
      const directories = await missingParents(root, [to]);
      const source = await locateEntry(bench, root, from);
      await moveEntry(bench, tools, source, await bench.files.locate(to, "write"));
      await removeEmpty(bench, root, deed.directories);
      return { kind: "move", from, to, directories };
    }
    case "remove":
      await trash.takeOut(bench, deed.trashed);
      return { kind: "restore", path: deed.path, trashed: deed.trashed };
    case "restore": {
      const { id } = await trash.put(bench, await locateEntry(bench, root, deed.path));
      return { kind: "remove", path: deed.path, trashed: id };
    }
  }
}

/** The recorded name, even if it is or was a link. */
async function locateEntry(
  bench: WriteContext,
  root: string,
  path: string,
): Promise<Awaited<ReturnType<WriteContext["files"]["locate"]>>> {
  const entry = await judgeAgain(bench, root, path);
  return bench.files.locate(entry, "write");
}

function goneError(path: string): ToolError {
  return new ToolError("stale", `There is nothing at ${showPath(path)} any more, so this cannot be undone.`);
}

function takenError(path: string): ToolError {
  return new ToolError(
    "stale",
    `Something is at ${showPath(path)} by now, so this cannot be undone; nothing was changed.`,
  );
}
