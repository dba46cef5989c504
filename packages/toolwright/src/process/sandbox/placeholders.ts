import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";

/** Who uses which placeholders, as a file in the user's own records. A process that was killed leaves its record behind. */
interface Holder {
  readonly pid: number;
  readonly paths: readonly string[];
  /** The text of those that are files. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Puts placeholders where nothing is, so that a sandbox can forbid making anything there: empty directories, which git does
 * not list, or files with a given text. The function that is returned takes them away, unless another process still needs one or somebody has put
 * something in.
 */
export function holdPlaceholders(paths: readonly string[], texts: Holder["texts"] = {}): () => void {
  if (paths.length === 0) return () => {};
  const holder: Holder = { pid: process.pid, paths, texts };
  // Before the directories: records are read before one is taken away.
  const record = writeRecord(holder);
  const letGo = (): void => removeHeld(record, holder);
  try {
    for (const path of paths) makePlaceholder(path, texts[path]);
  } catch (error) {
    letGo();
    throw error;
  }
  return letGo;
}

/** Tells whether what is at a path is only a placeholder, which goes away with its last holder. */
export function findPlaceholders(): (path: string) => boolean {
  const held = new Map(
    readRecords().flatMap(({ holder: { paths, texts } }) => paths.map((path) => [path, texts[path]])),
  );
  return (path) => held.has(path) && isPlaceholder(path, held.get(path));
}

function isPlaceholder(path: string, text: string | undefined): boolean {
  try {
    return text === undefined ? readdirSync(path).length === 0 : readFileSync(path, "utf8") === text;
  } catch {
    // It is gone, or something else has taken its place.
    return false;
  }
}

/** Takes away what killed processes have left behind. */
export function sweepPlaceholders(): void {
  for (const { record, holder } of readRecords()) if (!isAlive(holder.pid)) removeHeld(record, holder);
}

function writeRecord(holder: Holder, tries = 3): string {
  const record = join(recordsDirectory(), `${process.pid}-${randomUUID()}`);
  try {
    // Whole or not at all, for readers in other processes.
    writeFileSync(`${record}.new`, JSON.stringify(holder), { mode: 0o600 });
    renameSync(`${record}.new`, record);
    return record;
  } catch (error) {
    // The last user of the directory has just removed it.
    if (tries > 1) return writeRecord(holder, tries - 1);
    throw error;
  }
}

function makePlaceholder(path: string, text: string | undefined): void {
  try {
    if (text === undefined) mkdirSync(path);
    else writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    // Somebody was quicker: another sandbox, whose placeholder is shared, or the user, whose file stays.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

function removeHeld(record: string, { paths, texts }: Holder): void {
  rmSync(record, { force: true });
  const needed = new Set(readRecords().flatMap(({ holder }) => (isAlive(holder.pid) ? holder.paths : [])));
  for (const path of paths) {
    // Where somebody has put something in, it is theirs now.
    if (needed.has(path)) continue;
    if (texts[path] === undefined) removeIfEmpty(path);
    else if (isPlaceholder(path, texts[path])) rmSync(path, { force: true });
  }
  removeIfEmpty(dirname(record));
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It holds something that somebody needs.
  }
}

function readRecords(): readonly { readonly record: string; readonly holder: Holder }[] {
  const directory = recordsPath();
  return (isOwn(directory) ? list(directory) : []).flatMap((name) => {
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

/** Makes the directory of the records if need be. It is of this user alone; one that somebody else has made is refused. */
function recordsDirectory(): string {
  const directory = recordsPath();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (isOwn(directory)) return directory;
  throw new Error(`${directory} belongs to another user or is open to others; remove it, then try again.`);
}

function recordsPath(): string {
  return join(tmpdir(), `toolwright-placeholders-${userInfo().uid}`);
}

function isOwn(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

export function isAlive(pid: number): boolean {
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
    // There are no records.
    return [];
  }
}
