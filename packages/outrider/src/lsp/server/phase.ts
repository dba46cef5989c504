import { isRecord } from "../../workspace/config/is-record.ts";
import type { Readiness } from "../../languages/server-spec.ts";
import type { Phase } from "./language-server.ts";

/** Work that a server reports as progress. */
export interface Progress {
  /** Takes the params of `$/progress`; returns whether they said anything new. */
  receive(params: unknown): boolean;
  /** What has begun and not ended, oldest first. */
  underWay(): readonly ProgressState[];
  /** Those of them with the text that readiness depends on. */
  awaited(): readonly ProgressState[];
  /** Whether progress with that text has ended. */
  readonly hasEnded: boolean;
}

export interface ProgressState {
  readonly token: string;
  readonly title: string;
  readonly message: string | undefined;
  readonly percentage: number | undefined;
}

/** Servers forget to end progress that they began. */
const maxTokens = 100;
const maxText = 200;

/** `text` is in the token or the title of the progress that readiness depends on. */
export function createProgress(text: string | undefined): Progress {
  const active = new Map<string, ProgressState>();
  let hasEnded = false;
  const isAwaited = ({ token, title }: ProgressState): boolean =>
    text !== undefined && (token.includes(text) || title.includes(text));

  const end = (token: string): boolean => {
    const state = active.get(token);
    if (state === undefined) return false;
    active.delete(token);
    hasEnded ||= isAwaited(state);
    return true;
  };
  const makeRoom = (): void => {
    if (active.size <= maxTokens) return;
    const states = [...active.values()];
    const oldest = states.find((state) => !isAwaited(state)) ?? states[0];
    if (oldest !== undefined) active.delete(oldest.token);
  };

  return {
    receive(params) {
      if (!isRecord(params) || !isRecord(params["value"])) return false;
      const { value } = params;
      const token = readToken(params["token"]);
      if (token === undefined) return false;
      const { kind } = value;
      if (kind === "end") return end(token);
      const before = active.get(token);
      if (kind !== "begin" && (kind !== "report" || before === undefined)) return false;
      active.set(token, {
        token,
        title: readText(value["title"]) ?? before?.title ?? "",
        message: readText(value["message"]) ?? before?.message,
        percentage: readPercentage(value["percentage"]) ?? before?.percentage,
      });
      makeRoom();
      return true;
    },
    underWay: () => [...active.values()],
    awaited: () => [...active.values()].filter(isAwaited),
    get hasEnded() {
      return hasEnded;
    },
  };
}

function readToken(token: unknown): string | undefined {
  return typeof token === "string" || typeof token === "number" ? String(token).slice(0, maxText) : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, maxText) : undefined;
}

function readPercentage(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 100 ? Math.round(value) : undefined;
}

/** Everything a server has shown about how far it has loaded. */
interface Signs {
  readonly progress: Progress;
  /** It has written the log message that readiness depends on. */
  readonly hasLogged: boolean;
  /** As reported by rust-analyzer; undefined until then. */
  readonly quiescent: boolean | undefined;
  /** A known symbol was among its own references. */
  readonly canaryHeld: boolean;
  /** Since the server was started, or since the first document was opened: some servers begin only then. */
  readonly quietMs: number;
}

const ready: Phase = { state: "ready", detail: "ready" };

export function phaseOf(readiness: Readiness, signs: Signs): Phase {
  switch (readiness.by) {
    case "answer":
      return ready;
    case "quiescent":
      return signs.quiescent === true ? ready : loading(signs.progress.underWay(), "loading");
    case "canary":
      return signs.canaryHeld ? ready : loading(signs.progress.underWay(), "analysing");
    case "log": {
      const isReady = signs.hasLogged || signs.quietMs >= readiness.afterMs;
      return isReady ? ready : loading(signs.progress.underWay(), "loading");
    }
    case "progress": {
      const awaited = signs.progress.awaited();
      if (awaited.length > 0) return loading(awaited, readiness.text);
      const isReady = signs.progress.hasEnded || signs.quietMs >= readiness.afterMs;
      return isReady ? ready : loading(signs.progress.underWay(), `waiting for ${readiness.text}`);
    }
  }
}

function loading(states: readonly ProgressState[], otherwise: string): Phase {
  const [first] = states;
  if (first === undefined) return { state: "loading", detail: otherwise };
  const percentage = first.percentage === undefined ? undefined : `${first.percentage}%`;
  const said = [first.title, first.message ?? percentage].filter((part) => part !== undefined && part !== "");
  const detail = said.length === 0 ? otherwise : said.join(" ");
  const counted = /(\d{1,9})\s*\/\s*(\d{1,9})/.exec(first.message ?? "");
  if (counted !== null) return { state: "loading", detail, done: Number(counted[1]), total: Number(counted[2]) };
  if (first.percentage === undefined) return { state: "loading", detail };
  return { state: "loading", detail, done: first.percentage, total: 100 };
}
