import { closeSync, openSync, readSync, fstatSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { takeProcessLock } from "../process/process-lock.ts";
import { type DetachedProcess, startDetached } from "../process/start-detached.ts";
import type { ResidentClientOptions, ResidentConnection } from "./client-options.ts";
import type { ResidentPlace } from "./place.ts";
import { ResidentError } from "./resident-error.ts";

export interface StartOptions {
  readonly place: ResidentPlace;
  readonly start: NonNullable<ResidentClientOptions["start"]>;
  readonly startMs: number;
  readonly signal: AbortSignal | undefined;
  /** Undefined as long as nobody answers. */
  connect(): Promise<ResidentConnection | undefined>;
}

const longestPauseMs = 100;
/** With so many clients at once, they do not all ask at the same moment. */
const jitter = 0.5;

/** Of any number of clients that find no process, the one with the lock starts it; the others wait until it answers. */
export async function startResident({
  place,
  start,
  startMs,
  signal,
  connect,
}: StartOptions): Promise<ResidentConnection> {
  const deadline = performance.now() + startMs;
  // Not below the name of the lock that the process itself holds.
  const lockName = `start-${place.key}`;
  for (let tries = 1; ; tries += 1) {
    const connected = await connect();
    if (connected !== undefined) return connected;
    if (performance.now() > deadline) throw notStarted(place, `nobody answered within ${startMs / 1000} s`);
    const lock = await takeProcessLock(place.directory, lockName);
    if ("busy" in lock) {
      await pauseBefore(tries, signal);
      continue;
    }
    try {
      return await startOnce({ place, start, startMs, signal, connect }, deadline);
    } finally {
      await lock.release();
    }
  }
}

async function startOnce(options: StartOptions, deadline: number): Promise<ResidentConnection> {
  const { place, start, startMs, signal, connect } = options;
  // Whoever had the lock before may have started it.
  const there = await connect();
  if (there !== undefined) return there;
  const { command, args, env = {} } = await start();
  const started = startDetached(command, args, { env, logFile: place.log });
  const end = watchEnd(started);
  for (let tries = 1; ; tries += 1) {
    const ended = end();
    const connected = await connect();
    if (connected !== undefined) return connected;
    if (ended !== undefined) throw notStarted(place, ended);
    if (performance.now() > deadline) {
      throw notStarted(place, `process ${started.pid ?? "unknown"} did not answer within ${startMs / 1000} s`);
    }
    await pauseBefore(tries, signal);
  }
}

function watchEnd({ exit }: DetachedProcess): () => string | undefined {
  let told: string | undefined;
  exit.then(
    ({ exitCode, signal }) => (told = `it ended with ${signal ?? `exit code ${exitCode}`}`),
    (error: unknown) => (told = error instanceof Error ? error.message : String(error)),
  );
  return () => told;
}

async function pauseBefore(tries: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(5 * tries, longestPauseMs);
  await pause(longest * (1 - jitter * Math.random()), undefined, { signal });
}

function notStarted(place: ResidentPlace, why: string): ResidentError {
  const last = readLastLines(place.log);
  const log = last === "" ? "" : ` The end of ${place.log}:\n${last}`;
  return new ResidentError("not_started", `The resident process was not started: ${why}.${log}`);
}

const shownBytes = 1_000;

function readLastLines(file: string): string {
  try {
    const log = openSync(file, "r");
    try {
      const { size } = fstatSync(log);
      const bytes = Buffer.alloc(Math.min(size, shownBytes));
      readSync(log, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString().trim();
    } finally {
      closeSync(log);
    }
  } catch {
    return "";
  }
}
