import type { Answers, Question, Questions } from "./question.ts";
import type { ExecOptions, ExecResult, RunningProcess, SpawnOptions } from "./process-contract.ts";

/** Who asked: the host that carried the call and the session it belongs to. */
export interface Caller {
  readonly host: string;
  readonly session: string;
}

export type LogLevel = "debug" | "info" | "warning" | "error";

export interface ProgressUpdate {
  readonly message?: string;
  /** How much is done, in the tool's own unit. */
  readonly done?: number;
  readonly total?: number;
}

/** What a handler holds of its own call. Made fresh for each call and shared with no other. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly caller: Caller;
  /** Aborts when the call is cancelled, times out, stalls or the host goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline. */
  remainingMs(): number;
  /** Tells the host how far the work is, and the stall clock that there is work. Cheap: the kernel throttles. */
  progress(update: ProgressUpdate): void;
  /** Repeats a message with the elapsed time every 3 s until stopped; it is no evidence of work. */
  heartbeat(message: string): () => void;
  /** For the person who runs the server or watches the client; never part of the answer. */
  log(level: LogLevel, message: string): void;
  /** Whether somebody is there to answer a question of this kind. */
  canAsk(kind: Question["kind"]): boolean;
  /** What the client answered to the questions of the round before; empty in the first round. */
  readonly answers: Answers;
  /** What `ask` was given as `state` in the round before. */
  readonly state: unknown;
  /**
   * Ends this round with questions. The same call comes again from its start, with `answers` and `state`; the state
   * is JSON, signed on its way through the client, and good for one round.
   */
  ask(questions: Questions, state?: unknown): never;
  /** Starts a process whose whole tree ends with this call. */
  spawn(file: string, args: readonly string[], options?: SpawnOptions): RunningProcess;
  /** Runs a command to its end. A non-zero exit is a result, not an exception. */
  exec(file: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
}
