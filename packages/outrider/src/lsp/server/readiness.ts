import type { Readiness } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import { ServerError } from "../wire/connection.ts";
import type { LanguageServer, Phase } from "./language-server.ts";
import { createProgress, phaseOf } from "./phase.ts";

/** Tracks how far a server has loaded, from what it shows. */
export interface ReadinessTracker extends Pick<LanguageServer, "phase" | "untilReady"> {
  receiveProgress(params: unknown): void;
  receiveLog(message: string): void;
  /** The params of `experimental/serverStatus`. */
  receiveStatus(params: unknown): void;
  /** A document was opened; the first one makes some servers begin. */
  opened(): void;
  /** The server has ended: all waits are rejected. */
  end(why: string): void;
}

export interface ReadinessOptions {
  readonly readiness: Readiness;
  /** Whether a known symbol is among its own references; undefined if there is none to ask about. */
  readonly askCanary: (signal: AbortSignal) => Promise<boolean | undefined>;
}

type Wait = Parameters<LanguageServer["untilReady"]>[0];

const canaryPauseMs = 200;
const longestTimerMs = 2 ** 31 - 1;

export function createReadiness({ readiness, askCanary }: ReadinessOptions): ReadinessTracker {
  const progress = createProgress(readiness.by === "progress" ? readiness.text : undefined);
  const listeners = new Set<() => void>();
  let quiescent: boolean | undefined;
  let canaryHeld = false;
  let hasLogged = false;
  let quietSince = performance.now();
  let hasOpened = false;
  let over: string | undefined;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const phase = (): Phase =>
    phaseOf(readiness, { progress, quiescent, canaryHeld, hasLogged, quietMs: performance.now() - quietSince });
  const untilQuiet = (): number => {
    const afterMs = readiness.by === "progress" || readiness.by === "log" ? readiness.afterMs : longestTimerMs;
    return Math.min(longestTimerMs, Math.max(1, Math.ceil(afterMs - (performance.now() - quietSince))));
  };
  const pollCanary = async (signal: AbortSignal): Promise<"held" | "unknown"> => {
    for (;;) {
      if (canaryHeld) return "held";
      const held = await askCanary(signal).catch(falseUnlessOver);
      if (held === undefined) return "unknown";
      canaryHeld ||= held;
      if (held) tell();
      else await pause(canaryPauseMs, signal);
    }
  };
  const watched: Watched = {
    phase,
    listeners,
    over: () => over,
    untilQuiet,
    pollCanary: readiness.by === "canary" ? pollCanary : undefined,
  };

  return {
    phase,
    async untilReady(options) {
      if (over !== undefined) throw new ServerError("closed", over);
      if (options.signal.aborted) throw new ServerError("cancelled", "The wait was cancelled.");
      const now = phase();
      return now.state === "ready" || options.waitMs <= 0 ? now : await waitUntilReady(watched, options);
    },
    receiveProgress(params) {
      if (progress.receive(params)) tell();
    },
    receiveLog(message) {
      if (readiness.by !== "log" || hasLogged || !message.includes(readiness.text)) return;
      hasLogged = true;
      tell();
    },
    receiveStatus(params) {
      if (!isRecord(params) || typeof params["quiescent"] !== "boolean") return;
      quiescent = params["quiescent"];
      tell();
    },
    opened() {
      if (hasOpened) return;
      hasOpened = true;
      quietSince = performance.now();
    },
    end(why) {
      over ??= why;
      tell();
    },
  };
}

/** What a wait observes. */
interface Watched {
  readonly phase: () => Phase;
  /** Called on any change. */
  readonly listeners: Set<() => void>;
  /** Why the server has ended. */
  readonly over: () => string | undefined;
  /** Milliseconds until the phase may change just because time passes. */
  readonly untilQuiet: () => number;
  /** Asks until the canary holds or there is nothing to ask about; undefined if readiness does not depend on it. */
  readonly pollCanary: ((signal: AbortSignal) => Promise<"held" | "unknown">) | undefined;
}

function waitUntilReady(watched: Watched, { signal, waitMs, onProgress }: Wait): Promise<Phase> {
  const { phase, listeners, over, untilQuiet, pollCanary } = watched;
  return new Promise<Phase>((resolve, reject) => {
    let quietTimer: NodeJS.Timeout | undefined;
    const polling = new AbortController();
    const settle = (finish: () => void): void => {
      listeners.delete(check);
      signal.removeEventListener("abort", cancel);
      clearTimeout(lateTimer);
      clearTimeout(quietTimer);
      polling.abort();
      finish();
    };
    const cancel = (): void => settle(() => reject(new ServerError("cancelled", "The wait was cancelled.")));
    let told: string | undefined;
    const check = (): void => {
      const why = over();
      if (why !== undefined) return settle(() => reject(new ServerError("closed", why)));
      const now = phase();
      if (now.state === "ready") return settle(() => resolve(now));
      if (now.detail === told) return;
      told = now.detail;
      notify(onProgress, now);
    };
    const resolveAsIs = (): void => settle(() => resolve(phase()));
    listeners.add(check);
    signal.addEventListener("abort", cancel, { once: true });
    const lateTimer = setTimeout(resolveAsIs, Math.min(waitMs, longestTimerMs));
    // The first document may have been opened meanwhile, which restarts the quiet time.
    const checkWhenQuiet = (): void => {
      check();
      if (listeners.has(check)) quietTimer = setTimeout(checkWhenQuiet, untilQuiet());
    };
    // Waiting calls learn of the server's end in other ways.
    pollCanary?.(polling.signal).then((known) => known === "unknown" && resolveAsIs(), ignore);
    checkWhenQuiet();
  });
}

function ignore(): void {}

/** A refused request says nothing about readiness: it is sent again. */
function falseUnlessOver(error: unknown): false {
  if (error instanceof ServerError && error.code === "server") return false;
  throw error;
}

function notify(onProgress: Wait["onProgress"], phase: Phase): void {
  try {
    onProgress?.(phase);
  } catch {
    // A listener that throws does not end the wait.
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
