import type { ProcessSandbox, RunningProcess } from "toolwright";
import { followProcess } from "../follow-process.ts";
import type { CommandLog } from "../logs/command-log.ts";

export type JobStatus = "running" | "exited" | "timed_out" | "killed" | "failed";

export interface Job {
  readonly handle: string;
  readonly command: string;
  readonly sandbox: ProcessSandbox | undefined;
  readonly log: CommandLog;
  status(): JobStatus;
  /** Null while it runs, or if a signal ended it. */
  exitCode(): number | null;
  signal(): string | null;
  /** From the start until now or the end. */
  elapsedMs(): number;
  /** A process it left behind was ended with it. */
  leftBehind(): boolean;
  /** Resolves when it has ended and its log is complete. */
  readonly ended: Promise<void>;
  /** Whether it ends before the limit or the signal. */
  wait(limitMs: number, signal: AbortSignal): Promise<boolean>;
  /** Ends the whole tree. Resolves when it is gone, with the pids that resisted. */
  kill(): Promise<readonly number[]>;
}

export interface JobParts {
  readonly command: string;
  readonly sandbox: ProcessSandbox | undefined;
  readonly log: CommandLog;
  readonly running: RunningProcess;
  /** When to end it with its whole tree. Default: never. */
  readonly limitMs?: number | undefined;
  readonly onEnd: () => void;
}

export function startJob({ command, sandbox, log, running, limitMs, onEnd }: JobParts): Job {
  const startedAt = performance.now();
  let endedAt: number | undefined;
  let state: JobStatus = "running";
  let ending: "killed" | "timed_out" | undefined;
  let exitCode: number | null = null;
  let endSignal: string | null = null;
  let leftBehind = false;

  async function follow(): Promise<void> {
    let end: JobStatus = "failed";
    try {
      const followed = await followProcess(running, log);
      ({ exitCode, signal: endSignal, leftBehind } = followed);
      // Its process group may live on without holding its output open.
      await running.kill();
      end = ending ?? "exited";
    } catch {
      // It could not be started; there is nothing more to report.
    }
    clearTimeout(timer);
    endedAt = performance.now();
    await log.finish();
    onEnd();
    state = end;
  }

  async function endAs(why: "killed" | "timed_out"): Promise<readonly number[]> {
    if (state !== "running") return [];
    ending ??= why;
    const survivors = await running.kill();
    if (survivors.length === 0) await ended;
    return survivors;
  }

  const timer = limitMs === undefined ? undefined : setTimeout(() => void endAs("timed_out"), limitMs);
  const ended = follow();
  return {
    handle: log.handle,
    command,
    sandbox,
    log,
    ended,
    status: () => state,
    exitCode: () => exitCode,
    signal: () => endSignal,
    elapsedMs: () => (endedAt ?? performance.now()) - startedAt,
    leftBehind: () => leftBehind,
    wait: (limitMs, signal) => endsWithin(ended, limitMs, signal),
    kill: () => endAs("killed"),
  };
}

async function endsWithin(ended: Promise<void>, limitMs: number, signal: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => {};
  const limit = new Promise<false>((resolve) => {
    stop = () => resolve(false);
    timer = setTimeout(stop, limitMs);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([ended.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
