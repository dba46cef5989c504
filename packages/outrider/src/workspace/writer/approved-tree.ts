import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import type { WriteContext } from "./relocate.ts";

const maxEntries = 200_000;

export interface MovedTree {
  /** Where the file, link or directory is now. */
  readonly at: string;
  /** False for what comes out of the trash: it is not in anybody's way there. */
  readonly leaves: boolean;
  /** Its new path; undefined if it goes to the trash. */
  readonly to?: string;
  readonly shown: string;
}

/**
 * Throws unless the person has approved what runs later and goes or comes with a tree. A directory that leaves as a whole is one
 * path; of what arrives, each file counts, because its content is new there.
 */
export async function requireApprovedTree(bench: WriteContext, { at, leaves, to, shown }: MovedTree): Promise<void> {
  const { files, signal } = bench;
  const leave = leaves ? files.requireApproved(at, "leaves") : undefined;
  const arrive = to === undefined ? undefined : files.requireApproved(to, "arrives");
  let count = 0;

  async function check(below: string, info: Pick<Stats, "isDirectory" | "isSymbolicLink">, isKnown: boolean) {
    const here = join(at, below);
    const isLink = info.isSymbolicLink();
    const isApproved = isKnown || leave?.(here, isLink) === true;
    if (!info.isDirectory()) {
      arrive?.(join(to ?? "", below), isLink);
      return;
    }
    // Nothing in installed packages runs later but programs, and those do not count when they leave.
    if (arrive === undefined && (isApproved || installed.has(basename(here)))) return;
    const entries = await readdir(here, { withFileTypes: true });
    signal.throwIfAborted();
    count += entries.length;
    if (count > maxEntries) throw tooLarge(shown);
    for (const entry of entries) await check(join(below, entry.name), entry, isApproved);
  }

  await check("", await lstat(at), leave === undefined);
}

const installed: ReadonlySet<string> = new Set(["node_modules", "site-packages"]);

function tooLarge(shown: string): ToolError {
  return new ToolError(
    "too_large",
    `${showPath(shown)} holds more than ${maxEntries} entries, too many to look through for files that run later. Move or remove its parts one by one.`,
  );
}
