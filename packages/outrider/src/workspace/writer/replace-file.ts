import { constants, type Stats } from "node:fs";
import { access, open, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ToolError } from "toolwright";
import { nextStep } from "../next-step.ts";
import { showPath } from "../paths/check-path.ts";
import { hashBytes } from "../text/text-file.ts";
import { type HeldDirectory, holdDirectory } from "./held-directory.ts";
import { explainingIo, hasCode } from "./io-error.ts";
import { publishNew } from "./publish-new.ts";
import { forgetTemp, nameTemp, sweepTemps } from "./stale-temps.ts";
import { lookAt } from "./tree.ts";
import { writeAll } from "./write-all.ts";

export type WriteStep = "opened" | "half-written" | "written" | "synced" | "checked" | "renamed";

export interface ReplaceOptions {
  /** What must be there right before the new file replaces it; not checked if omitted. */
  readonly expect?: { readonly hash: string } | "missing";
  /** Mode of a new file; default: 0o666 minus the umask. An existing file keeps its own. */
  readonly mode?: number;
  /** The path as errors name it. */
  readonly shown?: string;
  readonly signal?: AbortSignal;
  /** Called last before the new file replaces the old one: throw to keep the old one. */
  readonly confirm?: () => Promise<void>;
  /** For tests that fail or kill at a certain point. */
  readonly onStep?: (step: WriteStep) => void | Promise<void>;
}

export interface Replaced {
  /** Number of further hard links of the old file: they still show the old bytes. */
  readonly otherLinks: number;
}

/**
 * Replaces the bytes of a file atomically: a reader, a crash or a full disk finds either the old or the new
 * bytes. The path must be real, and its directory must exist. Extended attributes and access lists are not preserved.
 */
export function replaceFile(realPath: string, bytes: Uint8Array, options: ReplaceOptions = {}): Promise<Replaced> {
  return inDirectory(realPath, options, async (directory, name) => {
    const staged = await stageIn(directory, name, bytes, options);
    return publishIn(directory, name, staged, options);
  });
}

/** Bytes on the disk next to the file that they will replace. */
export interface StagedFile extends Replaced {
  readonly temp: string;
}

/** The first half of `replaceFile`, for writers of many files: resources, above all space, run out here. */
export function stageFile(realPath: string, bytes: Uint8Array, options: ReplaceOptions = {}): Promise<StagedFile> {
  return inDirectory(realPath, options, (directory, name) => stageIn(directory, name, bytes, options));
}

/** The second half. The staged file is gone afterwards, even if it was refused. */
export function publishStaged(realPath: string, staged: StagedFile, options: ReplaceOptions = {}): Promise<Replaced> {
  return inDirectory(realPath, options, (directory, name) => publishIn(directory, name, staged, options));
}

export async function discardStaged(realPath: string, { temp }: StagedFile): Promise<void> {
  await inDirectory(realPath, {}, (directory) => unlink(directory.entry(temp))).catch(() => undefined);
  forgetTemp(temp);
}

function inDirectory<T>(
  realPath: string,
  options: ReplaceOptions,
  work: (directory: HeldDirectory, name: string) => Promise<T>,
): Promise<T> {
  return explainingIo(options.shown ?? basename(realPath), async () => {
    const directory = await holdDirectory(dirname(realPath));
    try {
      await sweepTemps(directory);
      return await work(directory, basename(realPath));
    } finally {
      await directory.close();
    }
  });
}

async function stageIn(
  directory: HeldDirectory,
  name: string,
  bytes: Uint8Array,
  options: ReplaceOptions,
): Promise<StagedFile> {
  const old = await lookAtOld(directory, name, options.shown ?? name);
  const temp = nameTemp();
  try {
    await writeTemp(directory.entry(temp), bytes, old, options);
    await options.onStep?.("synced");
    return { temp, otherLinks: old === undefined ? 0 : Math.max(0, old.nlink - 1) };
  } catch (error) {
    await unlink(directory.entry(temp)).catch(() => undefined);
    forgetTemp(temp);
    throw error;
  }
}

async function publishIn(
  directory: HeldDirectory,
  name: string,
  { temp, otherLinks }: StagedFile,
  options: ReplaceOptions,
): Promise<Replaced> {
  const shown = options.shown ?? name;
  try {
    options.signal?.throwIfAborted();
    await checkTarget(directory, name, shown, options.expect);
    await options.confirm?.();
    await directory.verify();
    await options.onStep?.("checked");
    await (options.expect === "missing"
      ? publishNew({ directory, name: temp }, { directory, name }, shown)
      : renameOver(directory.entry(temp), directory.entry(name)));
  } catch (error) {
    await unlink(directory.entry(temp)).catch(() => undefined);
    throw error;
  } finally {
    forgetTemp(temp);
  }
  await options.onStep?.("renamed");
  await directory.sync();
  return { otherLinks };
}

async function lookAtOld(directory: HeldDirectory, name: string, shown: string): Promise<Stats | undefined> {
  const old = await lookAt(directory, name);
  if (old === undefined) {
    return undefined;
  }
  await requireWritable(directory.entry(name), old, shown);
  return old;
}

export async function requireWritable(path: string, info: Stats, shown: string): Promise<void> {
  if (!info.isFile()) {
    throw staleError(shown, "is no regular file any more");
  }
  // Also checks the mode, because the superuser may do everything.
  if ((info.mode & 0o222) === 0) {
    throw new ToolError(
      "read_only_file",
      `${showPath(shown)} has the mode ${(info.mode & 0o777).toString(8)}: nobody may write it. Change its mode first, if that is what the person wants.`,
    );
  }
  await access(path, constants.W_OK);
}

async function writeTemp(
  path: string,
  bytes: Uint8Array,
  old: Stats | undefined,
  options: ReplaceOptions,
): Promise<void> {
  const mode = old === undefined ? options.mode : old.mode & 0o7777;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, mode === undefined ? 0o666 : 0o600);
  try {
    await options.onStep?.("opened");
    const half = bytes.length >> 1;
    await writeAll(handle, bytes.subarray(0, half));
    await options.onStep?.("half-written");
    await writeAll(handle, bytes.subarray(half));
    await options.onStep?.("written");
    const written = await handle.stat();
    if (written.size !== bytes.length) {
      throw new ToolError(
        "disk_full",
        `The disk holds ${written.size} of ${bytes.length} bytes; the old file is untouched.`,
      );
    }
    if (old !== undefined && (old.uid !== written.uid || old.gid !== written.gid)) {
      // Only the superuser can give a file away; for other users it becomes theirs, as with most editors.
      await handle.chown(old.uid, old.gid).catch(() => undefined);
    }
    if (mode !== undefined) {
      await handle.chmod(mode);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function checkTarget(
  directory: HeldDirectory,
  name: string,
  shown: string,
  expect: ReplaceOptions["expect"],
): Promise<void> {
  if (expect === undefined) {
    return;
  }
  const hash = await hashEntry(directory.entry(name));
  if (expect === "missing" ? hash !== undefined : hash !== expect.hash) {
    throw staleError(shown, hash === undefined ? "is gone" : "was changed by somebody else");
  }
}

/** Undefined if nothing is there; anything but a regular file has a hash that matches nothing. */
async function hashEntry(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) {
      return undefined;
    }
    throw error;
  });
  try {
    const info = await handle?.stat();
    return handle === undefined ? undefined : info?.isFile() ? hashBytes(await handle.readFile()) : "";
  } finally {
    await handle?.close();
  }
}

/** On Windows this fails for as long as another program has the file open. */
async function renameOver(temp: string, target: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await rename(temp, target);
    } catch (error) {
      if (process.platform !== "win32" || attempt === 8 || !hasCode(error, "EPERM", "EACCES", "EBUSY")) {
        throw error;
      }
      await setTimeout(10 * 2 ** attempt);
    }
  }
}

export function staleError(shown: string, what: string): ToolError {
  return new ToolError(
    "stale",
    `${showPath(shown)} ${what} since it was read; nothing was written. Read it again and repeat the change on what is there now.`,
    nextStep("read-file", { path: shown }),
  );
}
