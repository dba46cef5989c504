import type { CrashHistory } from "./crash-history.ts";
import type { WantedServer } from "../server/wanted-server.ts";
import type { ServerState } from "./server-pool.ts";
import type { LanguageServer } from "../server/language-server.ts";
import { ServerError } from "../wire/connection.ts";
import type { TrackedServer } from "./tracked-server.ts";

/** All that the pool knows of one kind of server for one root. */
export interface PoolEntry {
  readonly key: string;
  readonly wanted: WantedServer;
  readonly crashes: CrashHistory;
  starting: Promise<LanguageServer> | undefined;
  running: TrackedServer | undefined;
  memoryMb: number | undefined;
  starts: number;
  /** What happened to it last, for people. */
  note: string | undefined;
}

export function keyOf({ spec, root, project }: WantedServer): string {
  return [spec.id, root, project ?? ""].join("\0");
}

export function describeEntry(entry: PoolEntry): ServerState {
  const { wanted, running, memoryMb, note } = entry;
  const state = stateOf(entry);
  const detail = [detailOf(entry, state), note].filter((part) => part !== undefined && part !== "").join("; ");
  return {
    id: wanted.spec.id,
    root: wanted.root,
    state,
    detail,
    restarts: Math.max(0, entry.starts - 1),
    ...(running === undefined ? {} : { pid: running.raw.pid }),
    ...(running === undefined || memoryMb === undefined ? {} : { memoryMb }),
  };
}

function stateOf({ running, starting, crashes }: PoolEntry): ServerState["state"] {
  if (running !== undefined) return "running";
  if (starting !== undefined) return "starting";
  return crashes.givenUp() === undefined ? "stopped" : "given up";
}

function detailOf({ running, crashes }: PoolEntry, state: ServerState["state"]): string {
  if (running !== undefined) return running.raw.phase().detail;
  const wait = crashes.waitMs();
  if (state === "starting") return wait > 0 ? `starts in ${seconds(wait)}` : "starting";
  if (state === "given up") return `tried again in ${seconds(crashes.givenUp()?.forMs ?? 0)}`;
  return "started with the next question";
}

/** Too many crashes: what they were, and when it is worth asking again. */
export function givenUpError({ wanted, crashes }: PoolEntry, forMs: number): ServerError {
  const causes = crashes.causes();
  return new ServerError(
    "not_ready",
    `${wanted.spec.title} was given up after ${causes.length} crashes; it is tried again in ${seconds(forMs)}. Last time: ${causes.at(-1) ?? "it ended"}`,
  );
}

const mostLogLines = 5;

/** What it died of, with the last lines it wrote. */
export function describeDeath(detail: string, log: readonly string[]): string {
  const lines = log.slice(-mostLogLines).map((line) => line.trim());
  return [detail, ...lines.filter((line) => line !== "" && !detail.includes(line))].join("\n");
}

export function seconds(ms: number): string {
  return ms < 10_000 ? `${Math.max(0.1, Math.round(ms / 100) / 10)} s` : `${Math.round(ms / 1000)} s`;
}
