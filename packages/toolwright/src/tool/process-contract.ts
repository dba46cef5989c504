import type { Readable, Writable } from "node:stream";

/** Which variables of the host's environment a process sees. */
export type EnvironmentInheritance = "safe" | "all" | "none";

/** Where and with which environment a process runs. */
export interface SpawnOptions {
  readonly cwd?: string;
  /** Added to what `inherit` lets through; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** "safe" (default): paths, locale, terminal; no credentials, no NODE_OPTIONS, no LD_PRELOAD. */
  readonly inherit?: EnvironmentInheritance;
  /** "ignore" (default) gives the process an empty stdin. */
  readonly stdin?: "pipe" | "ignore";
  /** Between the polite signal and the forced one. Default: 300 ms. */
  readonly graceMs?: number;
  /** The sandbox it runs in, from `openSandbox` of `toolwright/process`. Default: none. */
  readonly sandbox?: ProcessSandbox;
}

/** What a sandboxed process may touch, by absolute paths. Of two rules that fit a path, the longer one wins. */
export interface SandboxPolicy {
  /** What may be changed. Everything else can only be read. */
  readonly writable: readonly string[];
  /** Inside of something writable, what can only be read. Where nothing is there, nothing can be made. */
  readonly protected: readonly string[];
  /** What stands at a protected path while nothing is there, as the text of a file. Default: an empty directory. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** What can neither be read nor changed. */
  readonly hidden: readonly string[];
  /** What can be read although it lies in a hidden directory, or in one for temporary files. */
  readonly readable?: readonly string[];
}

/** A program with its arguments and its whole environment. */
export interface SandboxedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Operating-system protection around processes. */
export interface ProcessSandbox {
  /** The command that runs this one inside; `leave` must be called once it has exited. */
  enter(command: SandboxedCommand): SandboxedCommand & { leave(): void };
  /** Hosts that processes inside asked for and that are not allowed, as `host:port`; absent where no host is allowed. */
  refusedHosts?(): readonly string[];
}

/** How a process ended: on its own with a code, or by a signal. */
export interface ExitInfo {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A process whose whole tree ends with its owner. */
export interface RunningProcess {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the process itself exits, however long its descendants hold the pipes. */
  readonly exit: Promise<ExitInfo>;
  /** Ends the whole tree: politely, then by force. Resolves with the pids that could not be ended. */
  kill(): Promise<readonly number[]>;
  /** Memory of the whole tree in bytes; undefined once it is gone, or if the system does not report it (Windows). */
  memory(): Promise<number | undefined>;
}

/** Options of a command that is run to its end. */
export interface ExecOptions extends SpawnOptions {
  /** Written to stdin, then stdin is closed. */
  readonly input?: string | Uint8Array;
  /** Ends the command but returns what it printed so far with `timedOut: true`. */
  readonly timeoutMs?: number;
  /** How much of each stream is kept: the first and the last half. Default: 1 MiB. */
  readonly maxOutputBytes?: number;
  readonly onOutput?: (chunk: string, stream: "stdout" | "stderr") => void;
}

/** What a process wrote to one stream, as far as it was kept. */
export interface CapturedOutput {
  readonly text: string;
  /** Exact number of bytes the process wrote, kept or not. */
  readonly bytes: number;
  /** How many of them are not in `text`, which has a line in their place. */
  readonly leftOutBytes: number;
  /** True if bytes are missing from `text`: over the cap, or the pipe was still open after the drain budget. */
  readonly truncated: boolean;
}

/** How a command ended and what it wrote. */
export interface ExecResult extends ExitInfo {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** Pids of the tree that survived every attempt to end them; empty unless the system refused. */
  readonly survivors: readonly number[];
}

/** Starts processes for one owner (a call, a language-server pool) and ends them with it. */
export interface ProcessScope {
  spawn(file: string, args: readonly string[], options?: SpawnOptions): RunningProcess;
  exec(file: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
  /** Ends every tree of this scope, escaped descendants included. Safe to call twice. */
  close(): Promise<readonly number[]>;
}

/** When the processes of a scope end, and who is notified that they work. */
export interface ProcessScopeOptions {
  /** Aborting ends every process of the scope. */
  readonly signal?: AbortSignal;
  /** Called whenever a process prints: a sign of work for the stall clock. */
  readonly onActivity?: () => void;
}

/** The host's way to start processes; the one for Node is `createProcessRunner` in `toolwright/process`. */
export interface ProcessRunner {
  openScope(options?: ProcessScopeOptions): ProcessScope;
}
