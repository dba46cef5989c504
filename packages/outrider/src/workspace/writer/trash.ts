import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ToolError } from "toolwright";
import * as z from "zod";
import { showPath } from "../paths/check-path.ts";
import { isInside, relativeTo } from "../paths/inside.ts";
import type { Located } from "../paths/located.ts";
import type { StateDirectory } from "../projects/state-directory.ts";
import { requireApprovedTree } from "./approved-tree.ts";
import { holdDirectory, makeDirectory } from "./held-directory.ts";
import { hasCode } from "./io-error.ts";
import { moveBetween, requireMovable } from "./move-entry.ts";
import { existsError } from "./publish-new.ts";
import { entryOf, relocate, type WriteContext } from "./relocate.ts";
import { replaceFile } from "./replace-file.ts";
import { removeTree } from "./tree.ts";
import type { TrashEntry } from "./writer.ts";

const entrySchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  kind: z.enum(["file", "directory"]),
  removedAt: z.string(),
});

export interface TrashOptions {
  readonly root: string;
  readonly state: Pick<StateDirectory, "root" | "local" | "localPath">;
}

export interface Trash {
  put(bench: WriteContext, target: Located): Promise<TrashEntry>;
  takeOut(bench: WriteContext, id: string): Promise<TrashEntry>;
  list(): Promise<readonly TrashEntry[]>;
}

/** Each removed entry has its own directory: `entry.json` describes it, `content` is the entry itself. */
export function createTrash(options: TrashOptions): Trash {
  const folder = async (): Promise<string> => realpath(await options.state.local("trash"));

  async function list(): Promise<readonly TrashEntry[]> {
    // Read-only: listing creates nothing.
    const trash = await options.state.localPath("trash");
    const ids = await readdir(trash).catch(noneIfMissing);
    const entries = await Promise.all(ids.map((id) => readEntry(trash, id)));
    return entries.filter((entry) => entry !== undefined).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  }

  return {
    list,
    async put(bench, target) {
      const located = await relocate(bench, target);
      requireMovable(options, located);
      await requireApprovedTree(bench, { at: entryOf(located), leaves: true, shown: located.shown });
      const trash = await folder();
      const entry = describeEntry(located, options.root);
      const source = entryOf(located);
      await mkdir(join(trash, entry.id), { mode: 0o700 });
      try {
        // The description first, then the content: without its content, the entry does not count.
        const record = `${JSON.stringify(entry)}\n`;
        await replaceFile(join(trash, entry.id, "entry.json"), Buffer.from(record), { mode: 0o600 });
        await moveIn(bench, source, join(trash, entry.id), entry.path);
      } catch (error) {
        // If the content is in it, it may be the only copy left.
        if ((await readEntry(trash, entry.id)) === undefined) {
          await discard(trash, entry.id);
        }
        throw error;
      }
      return entry;
    },
    async takeOut(bench, id) {
      const entries = await list();
      const entry = id === "newest" ? entries[0] : entries.find((each) => each.id === id);
      if (entry === undefined) {
        throw noEntryError(id, entries);
      }
      const target = await bench.files.locate(entry.path, "write");
      if (target.kind !== "missing") {
        throw existsError(entry.path);
      }
      const trash = await folder();
      const source = join(trash, entry.id, "content");
      await requireApprovedTree(bench, { at: source, leaves: false, to: target.real, shown: entry.path });
      const parents = await makeDirectory(dirname(target.real));
      try {
        await moveBetween({ bench, source, target: target.real, shown: entry.path, directory: parents.directory });
      } catch (error) {
        await parents.undo();
        throw error;
      } finally {
        await parents.close();
      }
      await discard(trash, entry.id);
      return entry;
    },
  };
}

async function moveIn(bench: WriteContext, source: string, into: string, shown: string): Promise<void> {
  const directory = await holdDirectory(into);
  try {
    await moveBetween({ bench, source, target: join(into, "content"), shown, directory });
  } finally {
    await directory.close();
  }
}

/** Keeps times unique and increasing. */
let lastTime = 0;

function describeEntry(file: Located, root: string): TrashEntry {
  lastTime = Math.max(Date.now(), lastTime + 1);
  const removedAt = new Date(lastTime);
  const isLink = file.entry !== undefined;
  return {
    // Sorting by id sorts by time.
    id: `${removedAt.getTime().toString(36)}-${randomBytes(3).toString("hex")}`,
    path: isLink ? shownEntry(entryOf(file), root) : file.shown,
    kind: file.kind === "directory" && !isLink ? "directory" : "file",
    removedAt: removedAt.toISOString(),
  };
}

function shownEntry(entry: string, root: string): string {
  return isInside(root, entry) ? relativeTo(root, entry) : entry;
}

/** Undefined if it is not an entry of ours or has lost its content. */
async function readEntry(trash: string, id: string): Promise<TrashEntry | undefined> {
  try {
    await lstat(join(trash, id, "content"));
    const entry = entrySchema.parse(JSON.parse(await readFile(join(trash, id, "entry.json"), "utf8")));
    return entry.id === id ? entry : undefined;
  } catch {
    return undefined;
  }
}

async function discard(trash: string, id: string): Promise<void> {
  const directory = await holdDirectory(trash);
  try {
    await removeTree(directory, id).catch(() => undefined);
  } finally {
    await directory.close();
  }
}

function noEntryError(id: string, entries: readonly TrashEntry[]): ToolError {
  const newest = entries.slice(0, 5).map((entry) => `${entry.id} (${showPath(entry.path)})`);
  const there =
    newest.length === 0 ? "The trash is empty." : `The newest: ${newest.join(", ")}; ${entries.length} in all.`;
  return new ToolError("not_found", `There is no ${showPath(id)} in the trash. ${there}`);
}

function noneIfMissing(error: unknown): never[] {
  if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
  throw error;
}
