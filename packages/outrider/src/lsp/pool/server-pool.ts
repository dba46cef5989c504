import type { LanguageServer, WantedServer } from "../server/language-server.ts";

/** The running servers: one per kind and root, however many callers ask. Stopped when idle, too large or too many. */
export interface ServerPool {
  /** The running server, or a new one. Rejects with a ServerError that says why none can be started now. */
  getOrStart(wanted: WantedServer, options: { readonly signal: AbortSignal }): Promise<LanguageServer>;
  /** The running server; nothing is started. */
  get(id: string, root: string): LanguageServer | undefined;
  /** All servers that run, are being started or were given up, as shown to people. */
  states(): readonly ServerState[];
  /** Stops a server that is no longer usable, so that the next question starts another; counts as a crash. */
  discard(server: LanguageServer, why: string): Promise<void>;
  shutdownAll(): Promise<void>;
}

export interface ServerState {
  readonly id: string;
  readonly title: string;
  /** Ids of the languages that it answers for. */
  readonly languages: readonly string[];
  readonly root: string;
  readonly state: "starting" | "running" | "stopped" | "given up";
  readonly detail: string;
  readonly pid?: number;
  readonly memoryMb?: number;
  readonly restarts: number;
}

/** Projects never share a server, even if one contains the other. */
export function keyOf({ spec, root, project }: WantedServer): string {
  return [spec.id, root, project ?? ""].join("\0");
}

export interface PoolLimits {
  readonly maxServers: number;
  /** A server without questions for this long is stopped. */
  readonly idleMs: number;
  /** A caller that was just given a server may be about to use it: for this long it is not stopped to make room. */
  readonly restMs: number;
  /** How long a start waits for another server to become idle. */
  readonly roomMs: number;
  readonly backOffMs: number;
  readonly maxBackOffMs: number;
  /** After this many crashes within the window the server is given up until the half-open time has passed. */
  readonly maxCrashes: number;
  readonly crashWindowMs: number;
  readonly givenUpMs: number;
  /** How often the memory of running servers is measured. */
  readonly sampleMs: number;
  /** Megabytes; used if the specification does not say. */
  readonly memory: { readonly softMb: number; readonly hardMb: number };
  readonly shutdownMs: number;
}

export const defaultPoolLimits: PoolLimits = {
  maxServers: 6,
  idleMs: 600_000,
  restMs: 1_000,
  roomMs: 30_000,
  backOffMs: 500,
  maxBackOffMs: 30_000,
  maxCrashes: 5,
  crashWindowMs: 180_000,
  givenUpMs: 60_000,
  sampleMs: 10_000,
  memory: { softMb: 1_500, hardMb: 3_000 },
  shutdownMs: 6_000,
};
