import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { ReadContext } from "../resources/provider.ts";
import { systemClock, type Clock } from "../tool/call-context.ts";
import type { Connection } from "./connection.ts";
import { toProtocolError } from "./protocol-errors.ts";

/** How long a resource, a prompt or a completion may take: somebody waits in front of the client. */
export const providerLimitMs = 30_000;

/** `what` begins the sentence that tells of too long a wait, such as "Listing the resources". */
export type AskProvider = <Value>(
  request: ServerContext,
  what: string,
  work: (context: ReadContext) => Value | Promise<Value>,
) => Promise<Value>;

/**
 * Every way into what the application provides besides tools. It ends with the answer, at its limit or when the client
 * cancels, whether or not the provider heeds its signal, and what the provider throws is for the log.
 */
export function createAskProvider({ definition, caller }: Connection, clock: Clock = systemClock): AskProvider {
  return async (request, what, work) => {
    const cancelled = request.mcpReq.signal;
    const limit = new AbortController();
    const timer = clock.schedule(providerLimitMs, () => limit.abort(tooSlow(what)));
    const signal = AbortSignal.any([cancelled, limit.signal]);
    const answer = async () => {
      signal.throwIfAborted();
      return await work({ caller, signal });
    };
    try {
      // Listens before the provider can, so that its own way to give up does not come first.
      return await Promise.race([rejectOnAbort(signal), answer()]);
    } catch (error) {
      throw cancelled.aborted ? unheard() : toProtocolError(error, definition.onFault);
    } finally {
      timer.cancel();
    }
  };
}

/** A cancelled request gets no answer, and giving up on it is no fault. */
function unheard(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, "The client has cancelled the request.");
}

function tooSlow(what: string): ProtocolError {
  const seconds = providerLimitMs / 1_000;
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    `${what} took longer than ${seconds} s and was given up. Try again later.`,
  );
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
