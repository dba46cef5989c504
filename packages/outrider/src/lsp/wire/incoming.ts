import { isRecord } from "../../workspace/config/is-record.ts";
import { type ConnectionHandlers, ServerError, type WireFaults } from "./connection.ts";
import type { PendingRequests } from "./pending-requests.ts";

/** Handles messages from a server, one at a time. */
export interface Incoming {
  take(message: unknown): void;
  faults(): Pick<WireFaults, "strayAnswers" | "malformed" | "handlerFailures">;
}

export interface IncomingOptions {
  readonly handlers: ConnectionHandlers;
  /** Our own requests that wait for an answer. */
  readonly requests: Pick<PendingRequests, "answer" | "refuse">;
  readonly reply: (message: Readonly<Record<string, unknown>>) => void;
}

const internalError = -32603;
const requestFailed = -32803;
/** Limit for requests from a server that are still unanswered. */
const maxOpen = 1000;

/** Each request is answered once; an error with an `rpcCode` is answered with that code. */
export function createIncoming({ handlers, requests, reply }: IncomingOptions): Incoming {
  const faults = { strayAnswers: 0, malformed: 0, handlerFailures: 0 };
  let open = 0;

  function refuse(id: number | string, error: unknown): void {
    const rpcCode = isRecord(error) && typeof error["rpcCode"] === "number" ? error["rpcCode"] : undefined;
    if (rpcCode === undefined) faults.handlerFailures += 1;
    const message = error instanceof Error ? error.message : String(error);
    reply({ id, error: { code: rpcCode ?? internalError, message } });
  }

  async function answer({ id, method, params }: Request): Promise<void> {
    if (open >= maxOpen)
      return reply({ id, error: { code: requestFailed, message: `${open} requests are open already.` } });
    open += 1;
    try {
      reply({ id, result: (await handlers.onRequest(method, params)) ?? null });
    } catch (error) {
      refuse(id, error);
    } finally {
      open -= 1;
    }
  }

  /** A notification handler cannot report its failure to anyone, and the failure must not break the connection. */
  function hear(method: string, params: unknown): void {
    try {
      handlers.onNotification(method, params);
    } catch {
      faults.handlerFailures += 1;
    }
  }

  return {
    take(received) {
      const message = sortMessage(received);
      if (message.kind === "request") return void answer(message);
      if (message.kind === "notification") return hear(message.method, message.params);
      if (message.kind === "malformed") return void (faults.malformed += 1);
      const wasAwaited =
        message.kind === "answer"
          ? requests.answer(message.id, message.result)
          : requests.refuse(message.id, new ServerError("server", message.message, message.rpcCode));
      if (!wasAwaited) faults.strayAnswers += 1;
    },
    faults: () => ({ ...faults }),
  };
}

type Message =
  | { readonly kind: "request"; readonly id: number | string; readonly method: string; readonly params: unknown }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "answer"; readonly id: unknown; readonly result: unknown }
  | { readonly kind: "refusal"; readonly id: unknown; readonly rpcCode: number | undefined; readonly message: string }
  | { readonly kind: "malformed" };

type Request = Extract<Message, { readonly kind: "request" }>;

/** Error messages of servers can contain whole files. */
const maxErrorLength = 2000;

/** Classifies a message of a server. Servers omit a null `result` and send `error: null` next to a result. */
function sortMessage(message: unknown): Message {
  if (!isRecord(message)) return { kind: "malformed" };
  const { id, method, params, result, error } = message;
  if (typeof method === "string") {
    if (id === undefined) return { kind: "notification", method, params };
    if (typeof id === "number" || typeof id === "string") return { kind: "request", id, method, params };
    return { kind: "malformed" };
  }
  if (method !== undefined || id === undefined) return { kind: "malformed" };
  if (error === undefined || error === null) return { kind: "answer", id, result: result ?? null };
  return { kind: "refusal", id, ...readError(error) };
}

function readError(error: unknown): { readonly rpcCode: number | undefined; readonly message: string } {
  if (!isRecord(error)) return { rpcCode: undefined, message: shorten(JSON.stringify(error)) };
  const { code, message } = error;
  const text = typeof message === "string" && message !== "" ? message : "no message";
  if (typeof code === "number") return { rpcCode: code, message: shorten(text) };
  const named = code === undefined ? text : `${text} (code ${JSON.stringify(code)})`;
  return { rpcCode: undefined, message: shorten(named) };
}

function shorten(text: string): string {
  return text.length <= maxErrorLength ? text : `${text.slice(0, maxErrorLength)}…`;
}
