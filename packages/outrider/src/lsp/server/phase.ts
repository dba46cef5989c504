import type { Readiness } from "../../languages/server-spec.ts";
import type { Phase } from "./language-server.ts";
import type { Progress, ProgressState } from "./progress.ts";

/** All that a server showed of how far it is. */
export interface Signs {
  readonly progress: Progress;
  /** It has written the log message that readiness depends on. */
  readonly hasLogged: boolean;
  /** rust-analyzer's own word; undefined until it came. */
  readonly quiescent: boolean | undefined;
  /** A known place was in its own references. */
  readonly canaryHeld: boolean;
  /** Since it was started, or since the first document was opened: some begin only then. */
  readonly quietMs: number;
}

export const ready: Phase = { state: "ready", detail: "ready" };

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
