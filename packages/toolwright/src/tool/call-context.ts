import type { ExecOptions, ExecResult, RunningProcess, SpawnOptions } from "./process-contract.ts";
import type { Answers, Question, Questions } from "./question.ts";

/** Who asked: the host that carried the call, the session it belongs to, and whose session that is. */
export interface Caller {
  readonly host: string;
  /** Belongs to one principal; another one never gets the same. */
  readonly session: string;
  /**
   * On whose behalf: the operating-system user over stdio and in a terminal, the holder of the token over HTTP. What
   * is kept beyond a call belongs to it.
   */
  readonly principal: string;
}

/** Severity of a log line. */
export type LogLevel = "debug" | "info" | "warning" | "error";

/** The progress that a handler reports. */
export interface ProgressUpdate {
  readonly message?: string;
  /** How much is done, in the tool's own unit. */
  readonly done?: number;
  readonly total?: number;
}

/** What a handler holds of its own call. Created for each call and shared with no other. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly caller: Caller;
  /** Aborts when the call is cancelled, times out, stalls or the host goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline. */
  remainingMs(): number;
  /** Reports progress to the host, and shows the stall clock that there is work. Cheap: the kernel throttles. */
  progress(update: ProgressUpdate): void;
  /** Repeats a message with the elapsed time every 3 s until stopped; it does not count as a sign of work. */
  heartbeat(message: string): () => void;
  /** For the person who runs the server or watches the client; never part of the answer. */
  log(level: LogLevel, message: string): void;
  /** Whether a question of this kind can be answered. */
  canAsk(kind: Question["kind"]): boolean;
  /** What the client answered to the questions of the previous round; empty in the first round. */
  readonly answers: Answers;
  /** The `state` passed to `ask` in the previous round. */
  readonly state: unknown;
  /**
   * The person's answer for a call that this handler had made in the previous round and that needed an approval. As
   * received: only the boundary of that call can tell whether it is genuine.
   */
  readonly approval: unknown;
  /** The value goes to a program, whole: no text is made of it, and nothing has to fit a page that a model reads. */
  readonly valueOnly: boolean;
  /**
   * Ends this round with questions. The same call is run again from its start, with `answers` and `state`; the state
   * is JSON, signed on its way through the client, and valid for one round.
   */
  ask(questions: Questions, state?: unknown): never;
  /** Starts a process whose whole tree ends with this call. */
  spawn(file: string, args: readonly string[], options?: SpawnOptions): RunningProcess;
  /** Runs a command to its end. A non-zero exit is a result, not an exception. */
  exec(file: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
}

/** Longer delays overflow the timers of every JavaScript engine, which would then fire at once. */
export const maxDelayMs = 2 ** 31 - 1;

/** Something scheduled on a clock that can be cancelled. */
export interface Timer {
  cancel(): void;
}

/** All kernel time goes through here, so that tests can move it. */
export interface Clock {
  /** Monotonic milliseconds: a jump of the system clock does not end calls. */
  now(): number;
  /** Milliseconds since 1970, only for what must outlive the process. */
  wallTime(): number;
  schedule(delayMs: number, run: () => void): Timer;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  schedule(delayMs, run) {
    const timeout = setTimeout(run, Math.min(delayMs, maxDelayMs));
    return { cancel: () => clearTimeout(timeout) };
  },
};

/** Keeps errors that escape a handler (stray rejections, throwing timers, process.exit) inside its call. */
export interface HandlerContainment {
  /** Runs `work` so that errors that escape it later go to `onStray` instead of ending the process. */
  run<Result>(onStray: (error: unknown) => void, work: () => Result): Result;
  /**
   * Runs host code that a handler's call has reached (a progress listener, a log) outside the handler's containment, so
   * that its errors are not blamed on the handler.
   */
  runOutside<Result>(work: () => Result): Result;
  close(): void;
}

/** What an answer carries in addition to its text. Binary data is base64. */
export type Attachment =
  | { readonly kind: "image" | "audio"; readonly mimeType: string; readonly data: string }
  | {
      readonly kind: "resource";
      readonly uri: string;
      readonly mimeType?: string;
      readonly body: { readonly text: string } | { readonly blob: string };
    }
  /** A resource that the client may read itself. */
  | {
      readonly kind: "link";
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
    };
