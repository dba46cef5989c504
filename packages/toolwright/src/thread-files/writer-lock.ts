import { readFileSync } from "node:fs";
import { link, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../tool/schema.ts";
import { errorCode } from "../tool/tool-error.ts";

/** The right to write a thread, until it is given back or the process ends. */
export interface WriterLock {
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
  readonly owner: Owner | undefined;
}

/**
 * Claims are numbered files that are made whole or not at all. Whoever finds only claims of processes that are gone makes the
 * next one, which only one can; and gives it back if a living claim has appeared meanwhile.
 */
export async function takeWriterLock(directory: string, name: string): Promise<WriterLock | { readonly busy: string }> {
  const before = await readClaims(directory, name);
  const holder = before.find(isHeld);
  if (holder !== undefined) return { busy: describeHolder(holder) };
  const number = Math.max(0, ...before.map((claim) => claim.number)) + 1;
  const own = join(directory, `${name}.${number}.lock`);
  if (!(await createWhole(directory, own))) return { busy: "Another process was faster." };
  try {
    const others = (await readClaims(directory, name)).filter(({ path }) => path !== own);
    const rival = others.find(isHeld);
    if (rival === undefined) return { release: () => removeClaims([...others.map(({ path }) => path), own]) };
    await unlink(own);
    return { busy: describeHolder(rival) };
  } catch (error) {
    await unlink(own).catch(() => {});
    throw error;
  }
}

/**
 * The own claim goes last: as long as it is there, nobody else begins. The others are those that were there beside it: one that was
 * there earlier may be gone since, and its number may be a living claim by now.
 */
async function removeClaims(paths: readonly string[]): Promise<void> {
  for (const path of paths) await unlink(path).catch(ignoreMissing);
}

async function createWhole(directory: string, path: string): Promise<boolean> {
  const temporary = join(directory, `${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, JSON.stringify(ownIdentity()), { flag: "wx", mode: 0o600 });
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(temporary).catch(ignoreMissing);
  }
}

async function readClaims(directory: string, name: string): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const file of await readdir(directory)) {
    const [, number] = file.startsWith(`${name}.`) ? (/\.(\d+)\.lock$/.exec(file) ?? []) : [];
    if (number === undefined) continue;
    const path = join(directory, file);
    const text = await readFile(path, "utf8").catch(ignoreMissing);
    if (text !== undefined) claims.push({ path, number: Number(number), owner: parseOwner(text) });
  }
  return claims;
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
    ? `If nobody writes it, delete ${path}.`
    : `Process ${owner.pid} writes it.`;
}

function ownIdentity(): Owner {
  return { pid: process.pid, started: startOf(process.pid), host: hostname(), boot: bootId() };
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
