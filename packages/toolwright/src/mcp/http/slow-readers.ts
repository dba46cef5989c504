import type { ServerResponse } from "node:http";

export interface UnreadLimits {
  /** Up to this many unread bytes, a client may take as long as it likes. */
  readonly waitBytes: number;
  /** How long a client with more unread bytes may read none of them; up to twice as long, as the system measures it. */
  readonly waitMs: number;
  /** The same for a complete answer, however little of it is unread: only the client holds it up. */
  readonly completeMs: number;
  /** With this many unread bytes nothing more is added. */
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
  // The socket's timeout instead of our own timer: it notices when part of a long write was read.
  response.setTimeout(waitMs, () => {
    if (response.writableLength > waitBytes) hangUp(response);
    else response.setTimeout(waitMs);
  });
}

/** The socket may carry further answers, which have their own limits. */
export function stopWatching(response: ServerResponse): void {
  response.setTimeout(0);
  response.req.socket.setTimeout(0);
}

/** Adds to the unread bytes; false if there already are too many, and the client was dropped. */
export function writeOrDrop(response: ServerResponse, piece: Uint8Array, { maxBytes }: UnreadLimits): boolean {
  // Checked before writing: one answer may be longer, as long as its client reads.
  if (response.writableLength <= maxBytes) {
    response.write(piece);
    return true;
  }
  hangUp(response);
  return false;
}

function hangUp(response: ServerResponse): void {
  // With a reason, or Node creates one with a stack for each of the thousands of waiting chunks.
  response.req.socket.destroy(new Error("The client does not read."));
}
