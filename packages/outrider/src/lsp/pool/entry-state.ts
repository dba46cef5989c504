import type { LanguageServer } from "../server/language-server.ts";
import {
  addCrash,
  type CrashHistory,
  type CrashMoment,
  type CrashRules,
  noCrashes,
  recentCauses,
} from "./crash-history.ts";

/** The state of one server in the pool. `Server` is what the pool holds for a running process. */
export type EntryState<Server> =
  | NotRunning
  /** `from` determines the delay before the start, and is the state to return to if the start is abandoned. */
  | { readonly at: "starting"; readonly start: Promise<LanguageServer>; readonly from: NotRunning }
  | Running<Server>
  /** Its processes are being ended; another one may be started meanwhile. */
  | { readonly at: "stopping"; readonly server: Server; readonly next: NotRunning };

/** No process: never started or stopped on purpose, crashed and to be started again, or given up for a while. */
export type NotRunning =
  | { readonly at: "absent" }
  | { readonly at: "crashed"; readonly restartAt: number }
  | { readonly at: "given up"; readonly restartAt: number; readonly until: number };

/** Busy while questions are open, else idle since `usedAt`. */
interface Running<Server> {
  readonly at: "running";
  readonly server: Server;
  readonly questions: number;
  readonly usedAt: number;
  readonly memoryMb: number | undefined;
}

/** Everything the pool knows about one kind of server for one root. */
export interface PoolEntry<Server> {
  readonly state: EntryState<Server>;
  readonly history: CrashHistory;
  readonly starts: number;
  /** What happened to it last, in words for people. */
  readonly note: string | undefined;
}

export interface Crash {
  readonly cause: string;
  readonly moment: CrashMoment;
}

const absent: NotRunning = { at: "absent" };
export const newEntry: PoolEntry<never> = { state: absent, history: noCrashes, starts: 0, note: undefined };

export type Decision<Server> =
  | { readonly do: "use"; readonly server: Server }
  | { readonly do: "join"; readonly start: Promise<LanguageServer> }
  | { readonly do: "start"; readonly notBefore: number }
  | { readonly do: "refuse"; readonly until: number };

/** What to do for a caller that wants the server. */
export function decide<Server>({ state }: PoolEntry<Server>, now: number): Decision<Server> {
  if (state.at === "running") return { do: "use", server: state.server };
  if (state.at === "starting") return { do: "join", start: state.start };
  const rest = notRunningStateOf(state);
  if (rest.at === "given up" && now < rest.until) return { do: "refuse", until: rest.until };
  return { do: "start", notBefore: restartAt(rest) };
}

export function startBegun<Server>(entry: PoolEntry<Server>, start: Promise<LanguageServer>): PoolEntry<Server> {
  const { state } = entry;
  if (state.at === "running" || state.at === "starting") return entry;
  return { ...entry, state: { at: "starting", start, from: notRunningStateOf(state) } };
}

/** There is room for it, and its process is about to be started. */
export function startCounted<Server>(entry: PoolEntry<Server>): PoolEntry<Server> {
  return { ...entry, starts: entry.starts + 1 };
}

/** The start was abandoned, and the server is not to blame. */
export function startAbandoned<Server>(entry: PoolEntry<Server>): PoolEntry<Server> {
  return entry.state.at === "starting" ? { ...entry, state: entry.state.from } : entry;
}

export function startFailed<Server>(entry: PoolEntry<Server>, crash: Crash): PoolEntry<Server> {
  if (entry.state.at !== "starting") return entry;
  const { history, rest } = afterCrash(entry.history, crash);
  return { ...entry, history, note: deathNote(history, crash), state: rest };
}

export function serverStarted<Server>(entry: PoolEntry<Server>, server: Server, now: number): PoolEntry<Server> {
  if (entry.state.at !== "starting") return entry;
  return { ...entry, state: { at: "running", server, questions: 0, usedAt: now, memoryMb: undefined } };
}

/** It was handed to a caller that is about to ask it. */
export function serverUsed<Server>(entry: PoolEntry<Server>, now: number): PoolEntry<Server> {
  return entry.state.at === "running" ? { ...entry, state: { ...entry.state, usedAt: now } } : entry;
}

export function questionAsked<Server>(entry: PoolEntry<Server>, server: Server, now: number): PoolEntry<Server> {
  return changeRunning(entry, server, ({ questions }) => ({ questions: questions + 1, usedAt: now }));
}

export function questionAnswered<Server>(entry: PoolEntry<Server>, server: Server, now: number): PoolEntry<Server> {
  return changeRunning(entry, server, ({ questions }) => ({ questions: questions - 1, usedAt: now }));
}

export function memoryMeasured<Server>(entry: PoolEntry<Server>, server: Server, memoryMb: number): PoolEntry<Server> {
  return changeRunning(entry, server, () => ({ memoryMb }));
}

/** Stopped by us. Wrong answers or fast memory growth count as a crash, so that it is not restarted endlessly. */
export function serverStopped<Server>(
  entry: PoolEntry<Server>,
  server: Server,
  { note, crash }: { readonly note: string; readonly crash?: Crash | undefined },
): PoolEntry<Server> {
  if (!isRunning(entry.state, server)) return entry;
  if (crash === undefined) return { ...entry, note, state: { at: "stopping", server, next: absent } };
  const { history, rest } = afterCrash(entry.history, crash);
  return { ...entry, history, note, state: { at: "stopping", server, next: rest } };
}

/** The process ended on its own; if `crash` is undefined, it had been asked to. */
export function serverDied<Server>(
  entry: PoolEntry<Server>,
  server: Server,
  crash: Crash | undefined,
): PoolEntry<Server> {
  if (!isRunning(entry.state, server)) return entry;
  if (crash === undefined) return { ...entry, state: { at: "stopping", server, next: absent } };
  const { history, rest } = afterCrash(entry.history, crash);
  return { ...entry, history, note: deathNote(history, crash), state: { at: "stopping", server, next: rest } };
}

/** Nothing of its process tree is left. */
export function serverGone<Server>(entry: PoolEntry<Server>, server: Server): PoolEntry<Server> {
  const { state } = entry;
  return state.at === "stopping" && state.server === server ? { ...entry, state: state.next } : entry;
}

export function isRunning<Server>(state: EntryState<Server>, server: Server): state is Running<Server> {
  return state.at === "running" && state.server === server;
}

export function isIdle<Server>(state: EntryState<Server>, server: Server): boolean {
  return isRunning(state, server) && state.questions === 0;
}

/** Idle for long enough that no caller is about to ask it. */
export function isIdleFor(state: EntryState<unknown>, now: number, restMs: number): boolean {
  return state.at === "running" && state.questions === 0 && now - state.usedAt >= restMs;
}

/** No process, and no crash that the next start would have to take into account. */
export function isForgettable({ state, history }: PoolEntry<unknown>, now: number, rules: CrashRules): boolean {
  return state.at !== "running" && state.at !== "starting" && recentCauses(history, now, rules).length === 0;
}

/** A server that is being stopped counts as already in its next state. */
export function notRunningStateOf(
  state: Exclude<EntryState<unknown>, { readonly at: "running" | "starting" }>,
): NotRunning {
  return state.at === "stopping" ? state.next : state;
}

/** When the next start may begin. */
export function restartAt(rest: NotRunning): number {
  return rest.at === "absent" ? 0 : rest.restartAt;
}

function changeRunning<Server>(
  entry: PoolEntry<Server>,
  server: Server,
  change: (running: Running<Server>) => Partial<Omit<Running<Server>, "at" | "server">>,
): PoolEntry<Server> {
  const { state } = entry;
  return isRunning(state, server) ? { ...entry, state: { ...state, ...change(state) } } : entry;
}

function afterCrash(
  before: CrashHistory,
  { cause, moment }: Crash,
): { readonly history: CrashHistory; readonly rest: NotRunning } {
  const { history, restartAt } = addCrash(before, cause, moment);
  const until = history.givenUpUntil;
  return { history, rest: until > moment.now ? { at: "given up", restartAt, until } : { at: "crashed", restartAt } };
}

function deathNote({ crashes }: CrashHistory, { cause }: Crash): string {
  const times = crashes.length === 1 ? "once" : `${crashes.length} times`;
  return `died ${times} lately, last of: ${cause}`;
}
