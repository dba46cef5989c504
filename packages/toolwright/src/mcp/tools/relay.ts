import type { ServerContext } from "@modelcontextprotocol/server";
import type { CallOptions } from "../../call/kernel.ts";

/** Carries progress and log lines of a call to the client while it waits. */
export interface Relay extends Required<Pick<CallOptions, "onLog">>, Pick<CallOptions, "onProgress"> {
  /** Resolves when everything told so far is on its way, so that the result cannot overtake it; undefined if nothing was. */
  sent(): Promise<void> | undefined;
}

export function createRelay({ mcpReq }: ServerContext, onFault: (error: unknown) => void): Relay {
  const token = mcpReq._meta?.progressToken;
  let last: Promise<void> | undefined;

  // A client that is gone needs no word; one that only this message failed to reach is worth a line in the log.
  function send(sending: Promise<void>): void {
    last = sending.catch((error: unknown) => {
      if (!mcpReq.signal.aborted) onFault(error);
    });
  }

  return {
    ...(token === undefined
      ? {}
      : {
          onProgress({ progress, total, message }) {
            if (mcpReq.signal.aborted) return;
            const params = {
              progressToken: token,
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            };
            send(mcpReq.notify({ method: "notifications/progress", params }));
          },
        }),
    onLog(level, message) {
      // oxlint-disable-next-line typescript/no-deprecated -- clients of the legacy era still ask for it
      if (!mcpReq.signal.aborted) send(mcpReq.log(level, message));
    },
    sent: () => last,
  };
}
