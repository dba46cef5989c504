import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Who uses which placeholders, as a file in the user's own records. A process that was killed leaves its record behind. */
interface Holder {
  readonly pid: number;
  readonly paths: readonly string[];
}

/**
 * Puts placeholders where nothing is, so that a sandbox can forbid making anything there: empty directories, which git does
 * not list. The function that is returned takes them away, unless another process still needs one or somebody has put
 * something in.
 */
export function holdPlaceholders(paths: readonly string[]): () => void {
  if (paths.length === 0) return () => {};
  const record = join(recordsDirectory(), `${process.pid}-${randomUUID()}`);
  const holder: Holder = { pid: process.pid, paths };
  // Before the directories: whoever takes one away looks for records first.
  writeFileSync(`${record}.new`, JSON.stringify(holder), { mode: 0o600 });
  renameSync(`${record}.new`, record);
  const letGo = (): void => removeHeld(record, holder);
  try {
    for (const path of paths) makeDirectory(path);
  } catch (error) {
    letGo();
    throw error;
  }
  return letGo;
}

/** Paths where only a placeholder may be, which goes away with its last holder. */
export function heldPaths(): ReadonlySet<string> {
  return new Set(readRecords().flatMap(({ holder }) => holder.paths));
}

/** Takes away what killed processes have left behind. */
export function sweepPlaceholders(): void {
  for (const { record, holder } of readRecords()) if (!isAlive(holder.pid)) removeHeld(record, holder);
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody was quicker: another sandbox, whose placeholder is shared, or the user, whose file stays.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

function removeHeld(record: string, { paths }: Holder): void {
  rmSync(record, { force: true });
  const needed = new Set(readRecords().flatMap(({ holder }) => (isAlive(holder.pid) ? holder.paths : [])));
  for (const path of paths) {
    if (needed.has(path)) continue;
    try {
      rmdirSync(path);
    } catch {
      // Somebody has put something in: it is theirs now.
    }
  }
}

function readRecords(): readonly { readonly record: string; readonly holder: Holder }[] {
  const directory = recordsDirectory();
  return readdirSync(directory).flatMap((name) => {
    const record = join(directory, name);
    try {
      // Written by this module, in a directory that nobody else may write to.
      const holder: Holder = JSON.parse(readFileSync(record, "utf8"));
      return [{ record, holder }];
    } catch {
      // Its owner has just removed it, or is writing it.
      return [];
    }
  });
}

/** Of this user alone; a directory that somebody else has made is refused. */
function recordsDirectory(): string {
  const directory = join(tmpdir(), `toolwright-placeholders-${userInfo().uid}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  const foreign = process.getuid !== undefined && (found.uid !== process.getuid() || (found.mode & 0o077) !== 0);
  if (!found.isDirectory() || foreign) {
    throw new Error(`${directory} belongs to another user or is open to others; remove it, then try again.`);
  }
  return directory;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
