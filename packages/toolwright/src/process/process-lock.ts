import { readFileSync } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../tool/schema.ts";
import { errorCode } from "../tool/tool-error.ts";

/** A right that one process of a machine has, such as to write a thread, until it is given back or the process ends. */
export interface ProcessLock {
  release(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  /** When the process started, in the system's own units; empty where that is not known. */
  readonly started: string;
  readonly host: string;
  readonly boot: string;
}

interface Claim {
  readonly path: string;
  readonly number: number;
  /** What is in the file: whether it is still the same claim. */
  readonly text: string;
  readonly owner: Owner | undefined;
}

export interface LockHolder {
  readonly pid: number;
  /** The process of this number is the one that took the lock, and not a later one: only then may it be ended. */
  readonly isProven: boolean;
}

/**
 * Claims are numbered files that are made whole or not at all. Whoever finds only claims of processes that are gone makes the
 * next one, which only one can; and gives it back if a living claim has appeared meanwhile.
 */
export async function takeProcessLock(
  directory: string,
  name: string,
): Promise<ProcessLock | { readonly busy: string }> {
  const before = await readClaims(directory, name);
  const holder = before.find(isHeld);
  if (holder !== undefined) return { busy: describeHolder(holder) };
  const number = Math.max(0, ...before.map((claim) => claim.number)) + 1;
  const own = { path: join(directory, `${name}.${number}.lock`), text: JSON.stringify(ownIdentity()) };
  if (!(await createWhole(directory, own))) return { busy: "Another process was faster." };
  try {
    const others = (await readClaims(directory, name)).filter(({ path }) => path !== own.path);
    const rival = others.find(isHeld);
    if (rival === undefined) return { release: () => removeClaims([...others, own]) };
    await removeClaim(own);
    return { busy: describeHolder(rival) };
  } catch (error) {
    await removeClaim(own).catch(() => {});
    throw error;
  }
}

/** The process that holds a lock; undefined if none of this machine does. */
export async function findLockHolder(directory: string, name: string): Promise<LockHolder | undefined> {
  const owners = (await readClaims(directory, name)).filter(isHeld).flatMap(({ owner }) => owner ?? []);
  const owner = owners.find(({ host }) => host === hostname());
  if (owner === undefined) return undefined;
  return { pid: owner.pid, isProven: owner.started !== "" && owner.started === startOf(owner.pid) };
}

type ClaimFile = Pick<Claim, "path" | "text">;

/**
 * The own claim goes last: as long as it is there, nobody else begins. The others are those that were there beside it: one that was
 * there earlier may be gone since, and its number may be a living claim by now.
 */
async function removeClaims(claims: readonly ClaimFile[]): Promise<void> {
  for (const claim of claims) await removeClaim(claim);
}

/**
 * If the directory was made anew meanwhile, the claim of another process may have this name. A directory first gets another name: one
 * that is half empty would be a claim of nobody.
 */
async function removeClaim({ path, text }: ClaimFile): Promise<void> {
  if ((await readClaim(path)) !== text) return;
  try {
    await unlink(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    const isDirectory = (await stat(path).catch(ignoreMissing))?.isDirectory();
    if (isDirectory === false) throw error;
    const aside = `${path}.${randomUUID()}.tmp`;
    await rename(path, aside).catch(ignoreMissing);
    await rm(aside, { recursive: true, force: true });
  }
}

async function createWhole(directory: string, claim: ClaimFile): Promise<boolean> {
  const { path, text } = claim;
  const temporary = join(directory, `${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    await link(temporary, path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") return false;
    if (code === undefined || !linkless.has(code)) throw error;
    return await createWholeDirectory(`${temporary}.d`, claim);
  } finally {
    await unlink(temporary).catch(ignoreMissing);
  }
}

/** What `link` says on exFAT and on network file systems that have no links, by system. */
const linkless = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EISDIR", "EMLINK"]);
const ownerFile = "owner";

/** A directory with a file in it takes a name as a link does: once, and whole. */
async function createWholeDirectory(temporary: string, { path, text }: ClaimFile): Promise<boolean> {
  try {
    await mkdir(temporary, { mode: 0o700 });
    await writeFile(join(temporary, ownerFile), text, { flag: "wx", mode: 0o600 });
    await rename(temporary, path);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if ((await stat(path).catch(ignoreMissing)) !== undefined) return false;
    throw error;
  }
}

async function readClaims(directory: string, name: string): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const file of await readdir(directory)) {
    const [, number] = file.startsWith(`${name}.`) ? (/\.(\d+)\.lock$/.exec(file) ?? []) : [];
    if (number === undefined) continue;
    const path = join(directory, file);
    const text = await readClaim(path);
    if (text !== undefined) claims.push({ path, number: Number(number), text, owner: parseOwner(text) });
  }
  return claims;
}

async function readClaim(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(async (error: unknown) =>
    errorCode(error) === "EISDIR"
      ? await readFile(join(path, ownerFile), "utf8").catch(ignoreMissing)
      : ignoreMissing(error),
  );
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    if (!isJsonObject(owner)) return undefined;
    const { pid, started, host, boot } = owner;
    if (typeof pid !== "number" || typeof started !== "string") return undefined;
    return typeof host === "string" && typeof boot === "string" ? { pid, started, host, boot } : undefined;
  } catch {
    return undefined;
  }
}

/** A claim of another machine is never judged from here. */
function isHeld({ owner }: Claim): boolean {
  if (owner === undefined || owner.host !== hostname()) return true;
  if (owner.boot !== bootId() || !isRunning(owner.pid)) return false;
  const started = startOf(owner.pid);
  return started === "" || owner.started === "" || started === owner.started;
}

function describeHolder({ owner, path }: Claim): string {
  return owner === undefined || owner.host !== hostname()
    ? `If nobody holds it, delete ${path}.`
    : `Process ${owner.pid} holds it.`;
}

/** With a number that no other claim has, not even one of this process. */
function ownIdentity(): Owner & { readonly claim: string } {
  return { pid: process.pid, started: startOf(process.pid), host: hostname(), boot: bootId(), claim: randomUUID() };
}

function isRunning(pid: number): boolean {
  // A process that has ended and was not waited for has lost its files already.
  if (/^[ZX]/.test(statFields(pid)[0] ?? "")) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function startOf(pid: number): string {
  return statFields(pid)[19] ?? "";
}

/** Only Linux has it; the name of the program, which stands before the fields, may contain anything. */
function statFields(pid: number): readonly string[] {
  const line = readQuietly(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}

function bootId(): string {
  return readQuietly("/proc/sys/kernel/random/boot_id").trim();
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
