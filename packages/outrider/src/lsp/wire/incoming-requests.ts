import type { ConnectionHandlers } from "./connection.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { Message } from "./sort-message.ts";

export interface IncomingRequests {
  take(request: Extract<Message, { kind: "request" }>): void;
  /** Rejections that named no code of the protocol. */
  readonly failures: number;
}

const internalError = -32603;
const requestFailed = -32803;
/** What a server may ask without waiting for answers. */
const maxOpen = 1000;

/** Answers what a server asks, each request once; an error with an `rpcCode` is answered with that code. */
export function createIncomingRequests(
  handlers: Pick<ConnectionHandlers, "onRequest">,
  reply: (message: Readonly<Record<string, unknown>>) => void,
): IncomingRequests {
  let open = 0;
  let failures = 0;

  const fail = (id: number | string, error: unknown): void => {
    const rpcCode = isRecord(error) && typeof error["rpcCode"] === "number" ? error["rpcCode"] : undefined;
    if (rpcCode === undefined) failures += 1;
    const message = error instanceof Error ? error.message : String(error);
    reply({ id, error: { code: rpcCode ?? internalError, message } });
  };
  const answer = async (id: number | string, method: string, params: unknown): Promise<void> => {
    open += 1;
    try {
      reply({ id, result: (await handlers.onRequest(method, params)) ?? null });
    } catch (error) {
      fail(id, error);
    } finally {
      open -= 1;
    }
  };

  return {
    take({ id, method, params }) {
      if (open < maxOpen) return void answer(id, method, params);
      reply({ id, error: { code: requestFailed, message: `${open} requests are open already.` } });
    },
    get failures() {
      return failures;
    },
  };
}
