import { constants } from "node:fs";
import { access, rename, readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { isInside } from "../paths/inside.ts";
import type { Located } from "../paths/located.ts";
import type { ProjectFiles } from "../project.ts";
import { requireApprovedTree } from "./approved-tree.ts";
import { type HeldDirectory, holdDirectory, makeDirectory, type HeldEntry } from "./held-directory.ts";
import { hasCode } from "./io-error.ts";
import { existsError, publishNew } from "./publish-new.ts";
import { entryOf, type WriteContext } from "./relocate.ts";
import { forgetTemp, nameTemp, sweepTemps } from "./stale-temps.ts";
import { copyTree, lookAt, removeTree } from "./tree.ts";

const maxEntries = 200_000;

interface Fixed {
  readonly root: string;
  readonly state: { readonly root: string };
}

/** Moves a located entry; missing parents of the target are created. */
export async function moveEntry(bench: WriteContext, fixed: Fixed, from: Located, to: Located): Promise<void> {
  requireMovable(fixed, from);
  const source = entryOf(from);
  const target = entryOf(to);
  if (source === target) {
    throw new ToolError("same_path", `${showPath(from.shown)} is already there; nothing was moved.`);
  }
  if (isInside(source, target)) {
    throw new ToolError("into_itself", `${showPath(from.shown)} cannot be moved into itself (${showPath(to.shown)}).`);
  }
  const respelled = isRespelling(from, to);
  if (to.kind !== "missing" && !respelled) {
    throw existsError(to.shown);
  }
  await refuseUnmasking(bench.files, from, to, bench.signal);
  await requireApprovedTree(bench, { at: source, leaves: true, to: target, shown: from.shown });
  const parents = await makeDirectory(dirname(target));
  try {
    await moveBetween({ bench, source, target, shown: to.shown, directory: parents.directory, respelled });
  } catch (error) {
    await parents.undo();
    throw error;
  } finally {
    await parents.close();
  }
}

/** Another spelling of the same name, on a system that treats both as one: nothing else is overwritten. */
function isRespelling(from: Located, to: Located): boolean {
  const plain = (path: string): string => path.normalize("NFC").toLowerCase();
  return from.real === to.real && from.real === entryOf(from) && plain(entryOf(to)) === plain(from.real);
}

interface Move {
  readonly bench: WriteContext;
  readonly source: string;
  readonly target: string;
  readonly shown: string;
  /** Directory of the target. */
  readonly directory: HeldDirectory;
  readonly respelled?: boolean;
}

/** From one held directory to another; copies if the target is on another disk. */
export async function moveBetween({ bench, source, target, shown, directory, respelled }: Move): Promise<void> {
  const parent = await holdDirectory(dirname(source));
  const from: HeldEntry = { directory: parent, name: basename(source) };
  const to: HeldEntry = { directory, name: basename(target) };
  try {
    await bench.confirm();
    await Promise.all([parent.verify(), directory.verify()]);
    bench.signal.throwIfAborted();
    if (respelled === true) {
      await requireSame(from, to, shown);
      await rename(parent.entry(from.name), directory.entry(to.name));
    } else {
      await publishNew(from, to, shown).catch(async (error: unknown) => {
        if (!hasCode(error, "EXDEV")) {
          throw error;
        }
        await copyOver(bench, from, to, shown);
      });
    }
    await directory.sync();
    await parent.sync();
  } finally {
    await parent.close();
  }
}

/** If both spellings can coexist, the other one is something else, such as a link to the first. */
async function requireSame(from: HeldEntry, to: HeldEntry, shown: string): Promise<void> {
  const [one, other] = await Promise.all([lookAt(from.directory, from.name), lookAt(to.directory, to.name)]);
  if (one === undefined || one.ino !== other?.ino || one.dev !== other.dev) {
    throw existsError(shown);
  }
}

/** The copy gets its name only when it is complete and on the disk; the original is removed last. */
async function copyOver(bench: WriteContext, from: HeldEntry, to: HeldEntry, shown: string): Promise<void> {
  // Better refused now than copied and then not removable.
  await access(from.directory.entry("."), constants.W_OK);
  const temp = { directory: to.directory, name: nameTemp() };
  try {
    await sweepTemps(to.directory);
    await copyTree(from, temp, bench.signal);
    await bench.confirm();
    await publishNew(temp, to, shown);
    await to.directory.sync();
  } catch (error) {
    await removeTree(temp.directory, temp.name).catch(() => undefined);
    throw error;
  } finally {
    forgetTemp(temp.name);
  }
  await removeTree(from.directory, from.name).catch((error: unknown) => {
    const sentence = `All of it was copied to ${showPath(shown)}, but the original could not be removed completely.`;
    throw new ToolError("partly_moved", `${sentence} The copy is whole; what is left of the original can go.`, {
      cause: error,
    });
  });
}

export function requireMovable({ root, state }: Fixed, from: Located): void {
  if (from.kind === "missing") {
    throw new ToolError("not_found", `There is nothing at ${showPath(from.shown)}.`);
  }
  const source = entryOf(from);
  if (isInside(source, root)) {
    throw new ToolError("protected_path", "The root of the project cannot be moved or removed.");
  }
  if (isInside(source, state.root)) {
    throw new ToolError(
      "protected_path",
      `${showPath(from.shown)} holds what Outrider keeps; it cannot be moved or removed.`,
    );
  }
}

/**
 * Files are withheld by name, and some names count only below a certain directory, such as `.aws/credentials`: a
 * directory must not be renamed so that its contents lose their protection.
 */
async function refuseUnmasking(
  { judge }: Pick<ProjectFiles, "judge">,
  from: Located,
  to: Located,
  signal: AbortSignal,
): Promise<void> {
  if (from.kind !== "directory" || from.entry !== undefined) return;
  const entries = await readdir(from.real, { recursive: true, withFileTypes: true });
  signal.throwIfAborted();
  if (entries.length > maxEntries) {
    throw new ToolError(
      "too_large",
      `${showPath(from.shown)} holds ${entries.length} entries, too many to look through before it is moved.`,
    );
  }
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const below = relative(from.real, join(entry.parentPath, entry.name));
    if (judge(join(from.real, below)) === "open" || judge(join(to.real, below)) !== "open") continue;
    throw new ToolError(
      "secret_file",
      `${showPath(from.shown)} was not moved: it holds credentials or secrets that would lose their protection under the new name.`,
    );
  }
}
