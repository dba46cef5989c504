import { isRecord } from "../../workspace/config/is-record.ts";

/** Work that a server reports. */
export interface Progress {
  /** The params of `$/progress`; whether they said anything new. */
  receive(params: unknown): boolean;
  /** What has begun and not ended, the oldest first. */
  underWay(): readonly ProgressState[];
  /** Of that, what has the text that readiness depends on. */
  awaited(): readonly ProgressState[];
  /** Whether one with that text has ended. */
  readonly hasEnded: boolean;
}

export interface ProgressState {
  readonly token: string;
  readonly title: string;
  readonly message: string | undefined;
  readonly percentage: number | undefined;
}

/** Servers forget to end what they began. */
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
