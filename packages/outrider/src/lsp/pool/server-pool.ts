import type { LanguageServer, WantedServer } from "../server/language-server.ts";

/** Which servers run: one for each kind and root, started once however many ask, stopped when idle, too large or too many. */
export interface ServerPool {
  /** The one that runs, or one that is started. Rejects with a ServerError: it cannot be started now, and why. */
  getOrStart(wanted: WantedServer, options: { readonly signal: AbortSignal }): Promise<LanguageServer>;
  /** The one that runs; nothing is started. */
  get(id: string, root: string): LanguageServer | undefined;
  /** All that run or are being started or were given up, for people. */
  states(): readonly ServerState[];
  /** Language ids that a running server answers for. */
  activeLanguages(): readonly string[];
  /** Ends one that is of no use any more, so that the next question starts another; counts as a crash. */
  discard(server: LanguageServer, why: string): Promise<void>;
  shutdownAll(): Promise<void>;
}

export interface ServerState {
  readonly id: string;
  readonly root: string;
  readonly state: "starting" | "running" | "stopped" | "given up";
  readonly detail: string;
  readonly pid?: number;
  readonly memoryMb?: number;
  readonly restarts: number;
}

/** Another project does not share a server, even where it lies around or within. */
export function keyOf({ spec, root, project }: WantedServer): string {
  return [spec.id, root, project ?? ""].join("\0");
}

export interface PoolLimits {
  readonly maxServers: number;
  /** So long without a question, and it is stopped. */
  readonly idleMs: number;
  /** A caller that was given a server may be about to use it: until then it is not stopped to make room. */
  readonly restMs: number;
  /** How long a start waits for one of the others to have time. */
  readonly roomMs: number;
  readonly backOffMs: number;
  readonly maxBackOffMs: number;
  /** So many crashes within the window, and it is given up until the half-open time has passed. */
  readonly maxCrashes: number;
  readonly crashWindowMs: number;
  readonly givenUpMs: number;
  /** How often the memory of those that run is looked at. */
  readonly sampleMs: number;
  /** Megabytes, where the specification says nothing. */
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
