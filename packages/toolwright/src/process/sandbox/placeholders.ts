import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Who uses a placeholder, as a file in the user's own records. A process that was killed leaves its records behind. */
interface Holder {
  readonly path: string;
  readonly pid: number;
}

/**
 * Puts a placeholder where nothing is, so that a sandbox can forbid making anything there: an empty directory, which git does
 * not list. The function that is returned takes it away, unless another process still needs it or somebody has put
 * something in.
 */
export function holdPlaceholder(path: string): () => void {
  const records = recordsOf(path);
  mkdirSync(records, { recursive: true, mode: 0o700 });
  const record = join(records, `${process.pid}-${randomUUID()}`);
  const holder: Holder = { path, pid: process.pid };
  // Before the directory: whoever takes it away looks for records first.
  writeFileSync(record, JSON.stringify(holder), { mode: 0o600 });
  const letGo = (): void => {
    rmSync(record, { force: true });
    removeUnused(records, path);
  };
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody was quicker: another sandbox, whose placeholder is shared, or the user, whose file stays.
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return letGo;
    letGo();
    throw error;
  }
  return letGo;
}

/** Whether what is there is only a placeholder, which goes away with its last holder. */
export function isPlaceholder(path: string): boolean {
  return holders(recordsOf(path)).length > 0 && isEmpty(path);
}

/** Takes away what killed processes have left behind. */
export function sweepPlaceholders(): void {
  const all = recordsDirectory();
  for (const name of list(all)) {
    const records = join(all, name);
    for (const [file, holder] of holders(records)) {
      if (isAlive(holder.pid)) continue;
      rmSync(file, { force: true });
      removeUnused(records, holder.path);
    }
  }
}

function removeUnused(records: string, path: string): void {
  if (holders(records).some(([, holder]) => isAlive(holder.pid))) return;
  rmSync(records, { recursive: true, force: true });
  try {
    rmdirSync(path);
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

function recordsOf(path: string): string {
  return join(recordsDirectory(), createHash("sha256").update(path).digest("hex").slice(0, 32));
}

function isEmpty(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true && list(path).length === 0;
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
