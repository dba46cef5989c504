import { setTimeout as pause } from "node:timers/promises";
import { type Connection, ServerError } from "../wire/connection.ts";
import type { LanguageServer } from "./language-server.ts";
import { requestTimeOf, type ServerLimits } from "./server-limits.ts";

export interface AskOptions {
  readonly connection: Connection;
  readonly limits: ServerLimits;
  /** So many requests in a row had no answer. */
  readonly onHang: (detail: string) => void;
}

/** Cancelled by itself, content modified, and cancelled to be asked again. */
const passing: ReadonlySet<number | undefined> = new Set([-32800, -32801, -32802]);
const pausesMs = [100, 300, 900];
/** What may have done something already, or would be wrong when its ground has changed. */
const neverAgain = /^(?:textDocument\/rename|workspace\/executeCommand|workspace\/will|workspace\/did)/;

/** Asks with a time limit, asks again what failed in passing, and notices a server that never answers. */
export function createAsk({ connection, limits, onHang }: AskOptions): LanguageServer["request"] {
  let timeouts = 0;
  let lastTimeoutAt = 0;

  const countTimeout = (askedAt: number): void => {
    // Those that were asked together are one sign, however many they are.
    if (askedAt < lastTimeoutAt) return;
    lastTimeoutAt = performance.now();
    timeouts += 1;
    if (timeouts >= limits.maxTimeoutsInRow) onHang(`${timeouts} requests in a row had no answer`);
  };

  return async (method, params, { signal, timeoutMs = requestTimeOf(method, limits) }) => {
    const askedAt = performance.now();
    const leftMs = (): number => askedAt + timeoutMs - performance.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await connection.request(method, params, { signal, timeoutMs: Math.max(1, leftMs()) });
        timeouts = 0;
        return result;
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (error.code === "server") timeouts = 0;
        if (error.code === "timed_out" && timeoutMs >= limits.hang) countTimeout(askedAt);
        const wait = pausesMs[attempt];
        const isPassing = error.code === "server" && passing.has(error.rpcCode) && !neverAgain.test(method);
        if (!isPassing || wait === undefined || leftMs() <= wait) throw error;
        await pause(wait, undefined, { signal }).catch(() => {
          throw new ServerError("cancelled", `${method} was cancelled.`);
        });
      }
    }
  };
}
