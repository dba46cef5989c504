import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { ReadContext } from "../resources/provider.ts";
import { systemClock, type Clock } from "../tool/call-context.ts";
import type { Connection } from "./connection.ts";
import { toProtocolError } from "./protocol-errors.ts";

/** How long a resource, a prompt or a completion may take: a person waits at the client. */
export const providerLimitMs = 30_000;

/** `what` begins the error message about the time limit, such as "Listing the resources". */
export type AskProvider = <Value>(
  request: ServerContext,
  what: string,
  work: (context: ReadContext) => Value | Promise<Value>,
) => Promise<Value>;

/**
 * All access to what the application provides besides tools. It ends with the answer, at its limit or when the client
 * cancels, whether or not the provider respects its signal; what the provider throws goes to the log.
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
      // Attached before the provider can listen, so that its own reaction to the abort does not come first.
      return await Promise.race([rejectOnAbort(signal), answer()]);
    } catch (error) {
      throw cancelled.aborted ? unheard() : toProtocolError(error, definition.onFault);
    } finally {
      timer.cancel();
    }
  };
}

/** A cancelled request gets no answer, and ending it is not a fault. */
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
