import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../tool/tool-error.ts";
import {
  parsePsEnvironment,
  parsePsResident,
  parsePsTable,
  parseResident,
  parseStat,
  psEnvironmentArguments,
  psResidentArguments,
  psTableArguments,
  type ProcessEntry,
} from "./process-stat.ts";
import { signalProcess } from "./signals.ts";

/** Every process of the system; an empty list if the system refuses to tell. */
export async function listProcesses(): Promise<readonly ProcessEntry[]> {
  if (process.platform !== "linux") return parsePsTable(await runPs(psTableArguments));
  return await untilSeen(async () => readEntries(await listPids()));
}

async function readEntries(pids: readonly number[]): Promise<readonly ProcessEntry[]> {
  const entries: ProcessEntry[] = [];
  for (const [index, pid] of pids.entries()) {
    // Synchronous, because these reads never block and the thread pool costs more than they do; yields now and then.
    if (index % 64 === 63) await setImmediate();
    const entry = readStat(pid);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** The processes whose environment contains the marker, whatever group, session or parent they have by now. */
export async function findTagged(marker: string): Promise<readonly number[]> {
  const { platform } = process;
  if (platform !== "linux") return parsePsEnvironment(await runPs(psEnvironmentArguments(platform)), marker);
  return await untilSeen(() => findByEnvironment(marker));
}

/** Whether this very process is still running; a zombie is not. */
export function isRunning(entry: ProcessEntry): boolean {
  if (process.platform !== "linux") return signalProcess(entry.pid, 0);
  const now = tryReadStat(entry.pid);
  if (now === "unseen") return signalProcess(entry.pid, 0);
  return now !== undefined && !now.zombie && now.startedAt === entry.startedAt;
}

/** Resident memory of these processes in bytes, without those that ended meanwhile; undefined if none is visible. */
export async function residentBytes(pids: readonly number[]): Promise<number | undefined> {
  const held =
    process.platform === "linux"
      ? pids.map((pid) => parseResident(readStatus(pid)))
      : parsePsResident(await runPs(psResidentArguments(pids)));
  const seen = held.filter((bytes) => bytes !== undefined);
  return seen.length === 0 ? undefined : seen.reduce((sum, bytes) => sum + bytes, 0);
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return "";
  }
}

function tryReadStat(pid: number): ProcessEntry | "unseen" | undefined {
  try {
    return readStat(pid);
  } catch {
    return "unseen";
  }
}

function readStat(pid: number): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch (error) {
    return throwIfBlind(error);
  }
}

async function listPids(): Promise<number[]> {
  const names = (await readdir("/proc").catch(throwIfBlind)) ?? [];
  return names.map(Number).filter((pid) => Number.isSafeInteger(pid) && pid !== process.pid);
}

/** Without a free descriptor nothing can be read: that does not mean that no process exists. */
function throwIfBlind(error: unknown): undefined {
  const code = errorCode(error);
  if (code === "EMFILE" || code === "ENFILE") throw error;
  return undefined;
}

const lookBudgetMs = 1500;

/** Retries while the host has no free descriptor, and fails if it never gets one. */
async function untilSeen<Seen>(look: () => Promise<Seen>): Promise<Seen> {
  const deadline = performance.now() + lookBudgetMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(20);
    }
  }
}

// In the thread pool, because this read may wait for the memory lock of the other process; a few at a time, because
// thousands of open files at once would use up the host's descriptors.
const readers = 8;

/** A machine where others start processes all the time must not keep the search going. */
const maxRounds = 50;

async function findByEnvironment(marker: string): Promise<readonly number[]> {
  const found: number[] = [];
  const seen = new Set<number>();
  // A process that forks and exits during the search hides in its child: it is over when all who are there were read.
  for (let round = 0; round < maxRounds; round += 1) {
    const unseen = (await listPids()).filter((pid) => !seen.has(pid));
    if (unseen.length === 0) break;
    for (const pid of unseen) seen.add(pid);
    const waiting = [...(await startedLater(unseen))];
    const starting: number[] = [];
    const readNext = async (): Promise<void> => {
      for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
        const environment = await readEnvironment(pid);
        if (environment === "starting") starting.push(pid);
        else if (environment.includes(marker)) found.push(pid);
      }
    };
    await Promise.all(Array.from({ length: readers }, readNext));
    for (const pid of starting) seen.delete(pid);
    if (starting.length > 0) await pause(2);
  }
  return found;
}

/** Processes that started after this one, as all have that it tagged. An environment takes ten times as long to read as a start time. */
async function startedLater(pids: readonly number[]): Promise<readonly number[]> {
  const own = readStat(process.pid);
  if (own === undefined) return pids;
  const later = (await readEntries(pids)).filter((entry) => Number(entry.startedAt) >= Number(own.startedAt));
  return later.map((entry) => entry.pid);
}

/** For a moment, a process that starts another program has neither arguments nor an environment. */
async function readEnvironment(pid: number): Promise<Buffer | "starting"> {
  // Ended meanwhile, or another user's: neither is ours to end.
  const read = async (name: string): Promise<Buffer> =>
    (await readFile(`/proc/${pid}/${name}`).catch(throwIfBlind)) ?? Buffer.alloc(0);
  const environment = await read("environ");
  if (environment.length > 0) return environment;
  if ((await read("cmdline")).length > 0) return await read("environ");
  const entry = readStat(pid);
  const hasNone = entry === undefined || entry.zombie || entry.ppid === kernelThreads;
  return hasNone ? environment : "starting";
}

const kernelThreads = 2;

function runPs(args: readonly string[]): Promise<string> {
  const options = { timeout: 2000, maxBuffer: 64 * 1024 * 1024, env: { PATH: "/bin:/usr/bin" } };
  const output = new Promise<string>((resolve) => {
    execFile("ps", args, options, (error, stdout) => resolve(error === null ? stdout : ""));
  });
  return output.catch(() => "");
}
