import { type BigIntStats, constants } from "node:fs";
import { link, lstat, open, rename, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { hasCode } from "./io-error.ts";
import { stateOf } from "./running.ts";
import { forgetTemp, nameTemp } from "./stale-temps.ts";

const ownerSchema = z.strictObject({
  /** Becomes part of a file name. */
  token: z.string().regex(/^[0-9a-f]{32}$/),
  pid: z.int().positive(),
  started: z.string(),
  host: z.string(),
  system: z.string(),
});

export type LockOwner = z.infer<typeof ownerSchema>;

export interface LockFile {
  readonly token: string;
  /** Undefined if the file cannot be parsed. */
  readonly owner: LockOwner | undefined;
  readonly mtimeMs: number;
}

/** For an owner on another machine or in a container, which may still be running. */
const foreignMs = 120_000;
/** A lock can be seen half-written only on file systems without links. */
const garbageMs = 2_000;

/** The contents of the lock; undefined if there is none. Never blocks on a pipe and never follows a link. */
export async function readLock(path: string): Promise<LockFile | undefined> {
  try {
    const info = await lstat(path, { bigint: true });
    return info.isFile() ? await readOpened(path) : describeLock(info, "");
  } catch (error) {
    // Deleted or replaced by a link in between: it has to be read again.
    if (hasCode(error, "ENOENT", "ELOOP")) {
      return undefined;
    }
    throw error;
  }
}

/** Time and text of the same file, whatever the name refers to a moment later. */
async function readOpened(path: string): Promise<LockFile> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags);
  try {
    const info = await handle.stat({ bigint: true });
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return describeLock(info, buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

function describeLock(info: BigIntStats, text: string): LockFile {
  const owner = parseOwner(text);
  return { token: owner?.token ?? `x${info.ino}x${info.mtimeNs}`, owner, mtimeMs: Number(info.mtimeMs) };
}

/** Creates the lock with its contents atomically; false if there already is one. */
export async function createLock(path: string, owner: LockOwner): Promise<boolean> {
  return withTemp(path, owner, async (temp) => {
    try {
      await link(temp, path).catch((error: unknown) => {
        if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL")) {
          throw error;
        }
        return writeFile(path, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
      });
      return true;
    } catch (error) {
      if (hasCode(error, "EEXIST")) {
        return false;
      }
      throw error;
    }
  });
}

/**
 * Takes over the lock of an owner that is gone; false if another process was faster or the owner is not gone. Only the
 * holder of the claim on an owner may replace its lock file, so that one of many contenders wins; a claim whose owner
 * died is itself taken over in this way.
 */
export async function seizeLock(path: string, found: LockFile, self: LockOwner): Promise<boolean> {
  if (!(await isAbandoned(path, found))) {
    return false;
  }
  const claim = join(dirname(path), `claim-${found.token}`);
  if (!(await createLock(claim, self)) && !(await seizeClaim(claim, self))) {
    return false;
  }
  try {
    if ((await readLock(path))?.token !== found.token) {
      return false;
    }
    await withTemp(path, self, (temp) => rename(temp, path));
    return true;
  } finally {
    await unlink(claim).catch(() => undefined);
  }
}

async function seizeClaim(claim: string, self: LockOwner): Promise<boolean> {
  const claimed = await readLock(claim);
  return claimed !== undefined && (await seizeLock(claim, claimed, self));
}

export async function isAbandoned(path: string, { owner, mtimeMs }: LockFile): Promise<boolean> {
  const state = owner === undefined ? "garbage" : stateOf(owner);
  switch (state) {
    case "running":
      return false;
    case "gone":
      return true;
    case "garbage":
      return (await diskNow(path)) - mtimeMs > garbageMs;
    case "unknown":
      return (await diskNow(path)) - mtimeMs > foreignMs;
  }
}

/** The time by the clock that stamps the lock, which on a shared disk is not ours. */
function diskNow(path: string): Promise<number> {
  return withTemp(path, {}, async (temp) => (await lstat(temp)).mtimeMs);
}

async function withTemp<T>(path: string, content: object, use: (temp: string) => Promise<T>): Promise<T> {
  const name = nameTemp();
  const temp = join(dirname(path), name);
  try {
    await writeFile(temp, JSON.stringify(content), { flag: "wx", mode: 0o600 });
    return await use(temp);
  } finally {
    await unlink(temp).catch(() => undefined);
    forgetTemp(name);
  }
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
