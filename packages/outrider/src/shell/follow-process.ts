import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { ExitInfo, RunningProcess } from "toolwright";
import type { CommandLog, Stream } from "./logs/command-log.ts";

export interface Followed extends ExitInfo {
  /** A descendant still held its output open after it exited. */
  readonly leftBehind: boolean;
}

/** How long pipes may stay open after the exit: a descendant can hold them forever. */
const drainMs = 250;

/** Writes everything a process prints into its log, with backpressure, until the process has ended. */
export async function followProcess(
  running: RunningProcess,
  log: CommandLog,
  onOutput?: (chunk: Buffer) => void,
): Promise<Followed> {
  const streams: readonly (readonly [Readable, Stream])[] = [
    [running.stdout, "stdout"],
    [running.stderr, "stderr"],
  ];
  let seen = 0;
  const closed = streams.map(
    ([readable, stream]) =>
      new Promise<void>((resolve) => {
        readable.on("data", (chunk: Buffer) => {
          seen += 1;
          onOutput?.(chunk);
          const wait = log.add(chunk, stream);
          if (wait === undefined) return;
          readable.pause();
          void wait.then(() => readable.resume());
        });
        readable.on("error", () => {});
        readable.once("close", resolve);
      }),
  );
  try {
    const exit = await running.exit;
    const leftBehind = await isHeldOpen(Promise.all(closed), () => seen);
    return { ...exit, leftBehind };
  } finally {
    for (const [readable] of streams) readable.destroy();
  }
}

/** Keeps waiting while a pipe still delivers data; gives up when nothing arrives. */
async function isHeldOpen(closed: Promise<unknown>, seen: () => number): Promise<boolean> {
  let isClosed = false;
  const ended = closed.then(() => {
    isClosed = true;
  });
  for (let before = -1, rounds = 0; before !== seen() && rounds < maxRounds; rounds += 1) {
    before = seen();
    const timer = new AbortController();
    await Promise.race([ended, pause(drainMs, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
    // On a busy machine the time may be over before what waits in the pipe has been read.
    await readWaiting();
    if (isClosed) return false;
  }
  return true;
}

/** Lets the event loop read what has arrived: timers come first in its round. */
async function readWaiting(): Promise<void> {
  for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

// A descendant that prints endlessly must not block the call either.
const maxRounds = 4;
