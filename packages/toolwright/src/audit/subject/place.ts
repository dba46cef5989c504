import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  cpSync,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { isAlive } from "../../process/sandbox/placeholders.ts";
import { sampleFiles } from "./sample-project.ts";

/** The temporary place of one audit: all that its servers may touch, and canaries that nobody may. */
export interface Place {
  readonly root: string;
  /** The working directory of the servers. */
  readonly work: string;
  /** A file outside of the working directory, with a canary as its text. */
  readonly outsideFile: string;
  readonly canaries: readonly string[];
  /** Variables of a server's environment: its home, and secrets that must not come back. */
  readonly env: Readonly<Record<string, string>>;
  /** The state of every file in the working directory, by path. */
  snapshot(): ReadonlyMap<string, string>;
  /** Whether a path of the working directory lies in one that a server has made and marked as its cache. */
  isOwnCache(path: string): boolean;
  /** A fresh copy of the working directory as it was at the start. */
  copyWork(): string;
  /** Canaries outside of the place that were changed or removed. */
  findTouched(): readonly string[];
  close(): void;
}

/** Makes the place. The working directory is a copy of `source`, or a small project of our own. */
export function openPlace(source?: string): Place {
  for (const directory of [tmpdir(), homedir()]) sweep(directory);
  const [root, outside] = [makeTemp(), makeTemp()];
  const [home, work, temp] = [join(root, "home"), join(root, "work"), join(root, "tmp")];
  const [secret, fileSecret] = [`canary-${randomUUID()}`, `canary-${randomUUID()}`];
  const outsideFile = join(outside, "outside.txt");
  const guarded = [outsideFile, ...inRealHome()];
  // A second interrupt ends the process without returning to the audit.
  process.once("exit", remove);
  try {
    for (const path of [home, temp]) mkdirSync(path);
    fillWork(work, source);
    for (const path of guarded)
      writeFileSync(path, `${path === outsideFile ? fileSecret : "Toolwright audit canary"}\n`);
  } catch (error) {
    close();
    throw error;
  }
  const before = guarded.map(describeFile);
  const atStart = new Set(snapshot(work).keys());

  function remove(): void {
    for (const path of [root, outside, ...guarded]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }

  function close(): void {
    process.off("exit", remove);
    remove();
  }

  return {
    root,
    work,
    outsideFile,
    canaries: [secret, fileSecret],
    env: {
      HOME: home,
      USERPROFILE: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_CACHE_HOME: join(home, ".cache"),
      XDG_DATA_HOME: join(home, ".local", "share"),
      XDG_STATE_HOME: join(home, ".local", "state"),
      TMPDIR: temp,
      TMP: temp,
      TEMP: temp,
      AUDIT_CANARY_SECRET: secret,
    },
    snapshot: () => snapshot(work),
    isOwnCache: (path) => listParents(path).some((each) => !atStart.has(each) && isMarkedCache(join(work, each))),
    copyWork() {
      // Filled where no server may write: one that runs could lead the files astray by links.
      const name = `work-${randomUUID()}`;
      const [filled, copy] = [join(outside, name), join(root, name)];
      fillWork(filled, source);
      renameSync(filled, copy);
      return copy;
    },
    findTouched: () => guarded.filter((path, index) => describeFile(path) !== before[index]),
    close,
  };
}

const prefix = "toolwright-audit-";
const leftover = /^\.?toolwright-audit-(\d+)-/;
/** Another container may have other numbers for its processes. */
const leftoverMs = 60 * 60_000;

/** A private directory, with the process in its name. */
function makeTemp(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
}

/** Removes what an audit has left that was killed. */
function sweep(directory: string): void {
  for (const { name } of tryList(directory).filter((each) => leftover.test(each.name))) {
    const pid = Number(leftover.exec(name)?.[1]);
    const path = join(directory, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== process.getuid?.() || isAlive(pid)) continue;
    if (Date.now() - found.mtimeMs > leftoverMs) rmSync(path, { recursive: true, force: true });
  }
}

function tryList(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A file in the home of the user, where it can be written. */
function inRealHome(): readonly string[] {
  const path = join(homedir(), `.${prefix}${process.pid}-${randomUUID()}`);
  try {
    writeFileSync(path, "");
    return [path];
  } catch {
    return [];
  }
}

function fillWork(work: string, source: string | undefined): void {
  mkdirSync(work);
  if (source !== undefined) return cpSync(source, work, { recursive: true, verbatimSymlinks: true });
  for (const [name, text] of Object.entries(sampleFiles)) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), text);
  }
}

const maxFiles = 20_000;
const hashedBytes = 1024 * 1024;

function snapshot(directory: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const pending = [directory];
  for (let next = pending.pop(); next !== undefined && files.size < maxFiles; next = pending.pop()) {
    for (const entry of tryList(next)) {
      const path = join(next, entry.name);
      files.set(relative(directory, path), entry.isDirectory() ? "directory" : describeFile(path));
      if (entry.isDirectory()) pending.push(path);
    }
  }
  return files;
}

/** The directory itself included, if it is one; the working directory is not. */
function listParents(path: string): readonly string[] {
  const parts = path.split(sep);
  return parts.map((_, at) => parts.slice(0, at + 1).join(sep));
}

/** As tools mark what can be made again: by the tag of the cache directory specification, or as ignored by git, whole. */
function isMarkedCache(directory: string): boolean {
  if (existsSync(join(directory, "CACHEDIR.TAG"))) return true;
  const lines = readPlain(join(directory, ".gitignore"))?.toString().split(/\r?\n/) ?? [];
  return lines.filter((line) => line !== "" && !line.startsWith("#")).join() === "*";
}

/** Kind, size, time and content of a file: the same text, written again, is a change. The content of large files is left out. */
function describeFile(path: string): string {
  try {
    const { mode, size, mtimeMs } = lstatSync(path);
    const kind = mode & 0o170_000;
    if (kind === 0o120_000) return `link ${readlinkSync(path)}`;
    if (kind !== 0o100_000) return `other ${kind}`;
    const content = size > hashedBytes ? undefined : readPlain(path);
    const hash = content === undefined ? "" : ` ${createHash("sha256").update(content).digest("hex")}`;
    return `file ${size} ${mtimeMs}${hash}`;
  } catch {
    return "absent";
  }
}

/** The content of a file that is not large. A pipe that a server puts in its place would keep a reader waiting for ever. */
function readPlain(path: string): Buffer | undefined {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let file: number | undefined;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    const found = fstatSync(file);
    if (!found.isFile() || found.size > hashedBytes) return undefined;
    const content = Buffer.alloc(found.size);
    return content.subarray(0, readSync(file, content, 0, found.size, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
