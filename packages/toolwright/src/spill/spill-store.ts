import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import type { SpilledOutput, SpillFacts, SpillPage, SpillRange, SpillStore } from "../output/spill-contract.ts";
import { countLines } from "../output/text-lines.ts";
import { requireSetting } from "../output/whole-number.ts";
import { errorCode, ToolError } from "../tool/tool-error.ts";
import { readPage } from "./read-page.ts";
import {
  createHandleId,
  handleIdOf,
  ensurePrivateDirectory,
  isOwn,
  requirePrivateDirectory,
  storedPath,
  spillFailure,
  unknownHandle,
  publish,
  writeUnfinished,
  isExpired,
  pruneDirectory,
} from "./spill-files.ts";
import { encodeHeader, readHeader } from "./spill-header.ts";

const prefix = "@out_";

// If the open itself refuses links (not on Windows), none can be put there after a check.
const noFollow = constants.O_NOFOLLOW ?? 0;

// Without O_NONBLOCK a planted pipe would hang the open.
const readFlags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);

// ELOOP and EMLINK for a link, ENXIO for a socket.
const absent = new Set<string | undefined>(["ENOENT", "ENOTDIR", "ELOOP", "EMLINK", "ENXIO"]);

/** Where answers are stored, for how long, and how much of them. */
export interface SpillStoreOptions {
  /**
   * Created when the first output is stored. It must belong to the current user, who alone may write to it; a
   * symbolic link is refused. Processes of one user may share it; they should agree on the other options.
   */
  readonly directory: string;
  /** Limit for all stored outputs together. Default: 256 MiB. */
  readonly quotaBytes?: number;
  /** Default: 24 hours. */
  readonly maxAgeMs?: number;
  /** Wall-clock milliseconds since 1970. */
  readonly now?: () => number;
}

/** Stores outputs as files, so that handles survive a restart and a reconnect. */
export function openSpillStore(options: SpillStoreOptions): SpillStore {
  // A handler may change the working directory, and a trailing slash would hide that it is a link.
  const directory = resolve(requirePath("directory", options.directory));
  const quotaBytes = requireSetting("quotaBytes", options.quotaBytes ?? 256 * 1024 * 1024, 1);
  const maxAgeMs = requireSetting("maxAgeMs", options.maxAgeMs ?? 24 * 3_600_000, 1);
  const now = options.now ?? Date.now;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let lastStamp = 0;
  let turn: Promise<unknown> = Promise.resolve();

  async function store(text: string, { principal, ...about }: SpillFacts): Promise<SpilledOutput> {
    const bytes = Buffer.byteLength(text);
    const lines = countLines(text);
    const header = encodeHeader({ ...about, bytes, lines, owner: fingerprint(principal) });
    if (header.length + bytes > quotaBytes) throw overQuota(bytes, quotaBytes);
    const id = createHandleId();
    await ensurePrivateDirectory(directory);
    const writtenAt = await writeUnfinished(directory, id, header, text);
    const stamp = await inTurn(() => settle(id, writtenAt));
    return { handle: handleOf(id), bytes, lines, expiresAt: Math.round(stamp) + maxAgeMs };
  }

  async function settle(id: string, writtenAt: number): Promise<number> {
    // Strictly later than the previous one, so that "oldest" is never ambiguous.
    const stamp = Math.max(now(), lastStamp + smallestStep);
    lastStamp = stamp;
    await publish(directory, id, stamp);
    await pruneDirectory(directory, { quotaBytes, maxAgeMs, own: id, ownStamp: stamp, writtenAt });
    return stamp;
  }

  // One at a time: a file is dated just after it gets its name, and must not be judged in between.
  function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const result = turn.then(run);
    turn = result.catch(() => undefined);
    return result;
  }

  async function load(handle: string, { principal, ...range }: SpillRange): Promise<SpillPage> {
    const file = await openStored(directory, handle);
    try {
      const { size, mtimeMs } = await file.stat();
      const stored = await readHeader(file, size);
      if (stored === undefined) throw unknownHandle(handle, "its file is damaged");
      // First of all, so that nobody learns more about what belongs to another.
      if (stored.owner !== fingerprint(principal)) throw unknownHandle(handle, gone);
      if (isExpired(mtimeMs, maxAgeMs, now())) throw unknownHandle(handle, "it has expired");
      return await readPage(file, stored, range);
    } finally {
      await file.close();
    }
  }

  async function guarded<Value>(run: () => Promise<Value>): Promise<Value> {
    if (isClosed) throw new ToolError("spill_failed", "The store of outputs is closed.");
    const result = run();
    running.add(result);
    try {
      return await result;
    } catch (error) {
      throw spillFailure(error);
    } finally {
      running.delete(result);
    }
  }

  return {
    write: (text, about) => guarded(() => store(text, about)),
    read: (handle, range = {}) => guarded(() => load(handle, range)),
    close: async () => {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}

const gone = "it has expired, was removed to make room, or never was";

/** Of constant length, so that every header fits. */
function fingerprint(principal: string | undefined): string | undefined {
  return principal === undefined ? undefined : createHash("sha256").update(principal).digest("base64url");
}

// In milliseconds: far above the resolution of file dates, far below the time of a write.
const smallestStep = 0.01;

function overQuota(bytes: number, quotaBytes: number): ToolError {
  return new ToolError(
    "spill_failed",
    `The output of ${bytes} bytes is larger than the whole quota of ${quotaBytes} bytes.`,
  );
}

/** An empty path would mean the working directory, whatever that is. */
function requirePath(name: string, value: string): string {
  if (value !== "") return value;
  throw new RangeError(`Expected \`${name}\` to be a path, got an empty string.`);
}

/** Opens the file of a handle. A link, a pipe, a directory or another user's file in its place is not ours to read. */
async function openStored(directory: string, handle: string): Promise<FileHandle> {
  const path = storedPath(directory, idOf(handle));
  const file = await openPlain(directory, path);
  if (file === undefined) throw unknownHandle(handle, gone);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw unknownHandle(handle, "its file was replaced by something else");
    if (!isOwn(facts)) throw unknownHandle(handle, "its file belongs to another user");
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openPlain(directory: string, path: string): Promise<FileHandle | undefined> {
  try {
    await requirePrivateDirectory(directory);
    if (noFollow === 0 && !(await lstat(path)).isFile()) return undefined;
    return await open(path, readFlags);
  } catch (error) {
    if (absent.has(errorCode(error))) return undefined;
    throw error;
  }
}

function handleOf(id: string): string {
  return prefix + id;
}

/** The id in a handle; anything else is refused. */
function idOf(handle: string): string {
  const id = handleIdOf(handle, prefix);
  if (id !== undefined) return id;
  throw unknownHandle(handle, `a handle is ${prefix} and 16 letters or digits, copied from the answer that named it`);
}
