import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Who uses a placeholder, as a file in the user's own records. A process that was killed leaves its records behind. */
interface Holder {
  readonly path: string;
  readonly pid: number;
  readonly inode: string;
}

/**
 * Puts a placeholder where nothing is, so that a sandbox can forbid making anything there: an empty directory, which git does
 * not list. The function that is returned takes it away, unless another process still needs it or somebody has put
 * something in.
 */
export function holdPlaceholder(path: string): () => void {
  const records = join(recordsDirectory(), digest(path));
  mkdirSync(records, { recursive: true, mode: 0o700 });
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody was quicker: another sandbox, whose placeholder is shared, or the user, whose file stays.
    if (inodeOf(path) === undefined) throw error;
  }
  const record = join(records, `${process.pid}-${randomUUID()}`);
  const holder: Holder = { path, pid: process.pid, inode: inodeOf(path) ?? "" };
  writeFileSync(record, JSON.stringify(holder), { mode: 0o600 });
  return () => {
    rmSync(record, { force: true });
    removeUnused(records, holder);
  };
}

/** Takes away what killed processes have left behind. */
export function sweepPlaceholders(): void {
  const all = recordsDirectory();
  for (const name of list(all)) {
    const records = join(all, name);
    for (const [file, holder] of holders(records)) {
      if (isAlive(holder.pid)) continue;
      rmSync(file, { force: true });
      removeUnused(records, holder);
    }
  }
}

function removeUnused(records: string, placeholder: Holder): void {
  if (holders(records).some(([, holder]) => isAlive(holder.pid))) return;
  rmSync(records, { recursive: true, force: true });
  if (inodeOf(placeholder.path) !== placeholder.inode) return;
  try {
    rmdirSync(placeholder.path);
  } catch {
    // Somebody has put something in: it is theirs now.
  }
}

function holders(records: string): readonly (readonly [file: string, holder: Holder])[] {
  return list(records).flatMap((name) => {
    const file = join(records, name);
    try {
      // Written by this module, in a directory that nobody else may write to.
      const holder: Holder = JSON.parse(readFileSync(file, "utf8"));
      return [[file, holder] as const];
    } catch {
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

function inodeOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function digest(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 32);
}
