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
