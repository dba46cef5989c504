import type { WantedServer } from "../server/language-server.ts";
import { ServerError } from "../wire/connection.ts";
import { type CrashRules, recentCauses } from "./crash-history.ts";
import { type PoolEntry, restartAt, notRunningStateOf } from "./entry-state.ts";
import type { ServerState } from "./server-pool.ts";
import type { TrackedServer } from "./tracked-server.ts";

/** An entry as shown to people. */
export function describeEntry(wanted: WantedServer, entry: PoolEntry<TrackedServer>, now: number): ServerState {
  const { state, detail, ...process } = describeState(entry, now);
  return {
    id: wanted.spec.id,
    title: wanted.spec.title,
    languages: Object.keys(wanted.spec.languages),
    root: wanted.root,
    state,
    detail: [detail, entry.note].filter((part) => part !== undefined && part !== "").join("; "),
    restarts: Math.max(0, entry.starts - 1),
    ...process,
  };
}

function describeState(
  { state }: PoolEntry<TrackedServer>,
  now: number,
): Pick<ServerState, "state" | "detail" | "pid" | "memoryMb"> {
  if (state.at === "running") {
    const { raw } = state.server;
    const { memoryMb } = state;
    return {
      state: "running",
      detail: raw.phase().detail,
      pid: raw.pid,
      ...(memoryMb === undefined ? {} : { memoryMb }),
    };
  }
  if (state.at === "starting") {
    const waitMs = restartAt(state.from) - now;
    return { state: "starting", detail: waitMs > 0 ? `starts in ${seconds(waitMs)}` : "starting" };
  }
  const rest = notRunningStateOf(state);
  if (rest.at === "given up" && now < rest.until)
    return { state: "given up", detail: `tried again in ${seconds(rest.until - now)}` };
  return { state: "stopped", detail: "started with the next question" };
}

/** Too many crashes: their causes, and when it is worth asking again. */
export function givenUpError(
  title: string,
  { history }: PoolEntry<TrackedServer>,
  { now, until, rules }: { readonly now: number; readonly until: number; readonly rules: CrashRules },
): ServerError {
  const causes = recentCauses(history, now, rules);
  return new ServerError(
    "not_ready",
    `${title} was given up after ${causes.length} crashes; it is tried again in ${seconds(until - now)}. Last time: ${causes.at(-1) ?? "it ended"}`,
  );
}

const maxLogLines = 5;

/** The cause of death, with the last lines the server wrote. */
export function describeDeath(detail: string, log: readonly string[]): string {
  const lines = log.slice(-maxLogLines).map((line) => line.trim());
  return [detail, ...lines.filter((line) => line !== "" && !detail.includes(line))].join("\n");
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${Math.max(0.1, Math.round(ms / 100) / 10)} s` : `${Math.round(ms / 1000)} s`;
}
