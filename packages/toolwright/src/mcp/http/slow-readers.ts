import type { ServerResponse } from "node:http";

export interface UnreadLimits {
  /** So many bytes may wait for a client for as long as it likes. */
  readonly waitBytes: number;
  /** How long a client for which more waits may take nothing of it; up to twice as long, as the system counts. */
  readonly waitMs: number;
  /** The same for an answer that is complete, however little of it waits: nothing but the client holds it up. */
  readonly completeMs: number;
  /** While so many bytes wait nothing is added. */
  readonly maxBytes: number;
}

export const unreadLimits: UnreadLimits = {
  waitBytes: 16 * 1024 * 1024,
  waitMs: 10_000,
  completeMs: 60_000,
  maxBytes: 64 * 1024 * 1024,
};

/** Hangs up on a client that does not read, which cancels its call. */
export function dropSlowReader(
  response: ServerResponse,
  { waitBytes, waitMs }: Pick<UnreadLimits, "waitBytes" | "waitMs">,
): void {
  // The socket's timeout and no timer of ours: it sees when a part of a long write was taken.
  response.setTimeout(waitMs, () => {
    if (response.writableLength > waitBytes) hangUp(response);
    else response.setTimeout(waitMs);
  });
}

/** The socket may carry further answers, which have their own time. */
export function stopWatching(response: ServerResponse): void {
  response.setTimeout(0);
  response.req.socket.setTimeout(0);
}

/** Adds to what waits for the client; false when that is too much already, and the client was let go. */
export function writeOrDrop(response: ServerResponse, piece: Uint8Array, { maxBytes }: UnreadLimits): boolean {
  // Looked at before: one answer may be longer, as long as its client reads.
  if (response.writableLength <= maxBytes) {
    response.write(piece);
    return true;
  }
  hangUp(response);
  return false;
}

function hangUp(response: ServerResponse): void {
  // With a reason, or Node makes up one, stack and all, for each of the thousands of pieces that wait.
  response.req.socket.destroy(new Error("The client does not read."));
}
