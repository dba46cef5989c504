import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Reply } from "../seen.ts";

/** A request on its way. */
export interface OpenRequest {
  readonly id: number;
  readonly reply: Promise<Reply>;
}

export interface RequestOptions {
  readonly timeoutMs: number;
  /** Headers that the modern era repeats from the message; only HTTP sends them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One connection to a server, below any handshake. */
export interface Wire {
  readonly transport: "stdio" | "http";
  open(method: string, params: JsonObject | undefined, options: RequestOptions): OpenRequest;
  notify(method: string, params: JsonObject): void;
  /** Sends bytes as they are, a line where the transport has lines. */
  sendRaw(text: string): void;
  /** What arrived beside answers. */
  readonly beside: Beside;
  /** How the connection ended; undefined while it is there. */
  ended(): string | undefined;
  close(): Promise<void>;
}

/** Counts of what a server sends unasked. Only the first of each kind are kept. */
export interface Beside {
  readonly noise: string[];
  noiseLines: number;
  /** Progress notifications by token. */
  readonly progress: Map<number, number>;
}

export function createBeside(): Beside {
  return { noise: [], noiseLines: 0, progress: new Map() };
}

/** Whether a message is a request or notification of the server; its progress is counted. */
export function noteUnasked(beside: Beside, { method, params }: JsonObject): boolean {
  if (typeof method !== "string") return false;
  const token = isJsonObject(params) ? params["progressToken"] : undefined;
  if (method === "notifications/progress" && typeof token === "number") {
    beside.progress.set(token, (beside.progress.get(token) ?? 0) + 1);
  }
  return true;
}

const deepest = 500;

/** Whether a message is nested deeper than anything that is meant to be read, and than some functions can go. */
export function isTooDeep(message: JsonObject): boolean {
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null
        ? Object.values(value).filter((each) => typeof each === "object")
        : [],
    );
  }
  return false;
}

export const tooDeep = `its answer is nested deeper than ${deepest} levels`;

/** Requests that wait for their answer, each with a deadline. */
export interface WaitingRequests {
  open(timeoutMs: number): OpenRequest;
  /** Nothing happens if nobody waits for it; nor does in `fail`. */
  answer(id: unknown, message: JsonObject): void;
  fail(id: unknown, how: string): void;
  /** Ends all that wait. */
  end(how: string): void;
}

export function createWaiting(): WaitingRequests {
  const waiting = new Map<number, { readonly startedAt: number; readonly settle: (reply: Reply) => void }>();
  let nextId = 1;
  let over: string | undefined;
  const find = (id: unknown) => (typeof id === "number" ? waiting.get(id) : undefined);

  return {
    open(timeoutMs) {
      const id = nextId++;
      const startedAt = performance.now();
      if (over !== undefined) return { id, reply: Promise.resolve({ kind: "gone", how: over, afterMs: 0 }) };
      const reply = new Promise<Reply>((resolve) => {
        const timer = setTimeout(() => settle({ kind: "silence", afterMs: timeoutMs }), timeoutMs);
        const settle = (end: Reply): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(end);
        };
        waiting.set(id, { startedAt, settle });
      });
      return { id, reply };
    },
    answer(id, message) {
      const request = find(id);
      request?.settle(readReply(message, performance.now() - request.startedAt));
    },
    fail(id, how) {
      const request = find(id);
      request?.settle({ kind: "gone", how, afterMs: performance.now() - request.startedAt });
    },
    end(how) {
      over ??= how;
      for (const { startedAt, settle } of waiting.values()) {
        settle({ kind: "gone", how, afterMs: performance.now() - startedAt });
      }
    },
  };
}

function readReply(message: JsonObject, afterMs: number): Reply {
  const { result, error } = message;
  if (isJsonObject(result)) return { kind: "result", result, afterMs };
  if (!isJsonObject(error)) return { kind: "gone", how: "its answer has neither a result nor an error", afterMs };
  const { code, message: words, data } = error;
  return {
    kind: "error",
    code: typeof code === "number" || typeof code === "string" ? Number(code) : Number.NaN,
    message: typeof words === "string" ? words : (JSON.stringify(words) ?? "without a message"),
    ...(data === undefined ? {} : { data }),
    afterMs,
  };
}
