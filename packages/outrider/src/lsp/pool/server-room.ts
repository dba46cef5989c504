import { setTimeout as sleep } from "node:timers/promises";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { ServerError } from "../wire/connection.ts";

export interface ServerRoom {
  /** Waits until there is room for one more. The function that comes back gives it up, once. */
  take(signal: AbortSignal): Promise<() => void>;
}

export interface RoomOptions {
  readonly most: number;
  readonly waitMs: number;
  /** Ends one that has nothing to do; undefined when all are at work. */
  readonly makeRoom: () => Promise<void> | undefined;
}

/** So many servers at the same time, those that start or end included. */
export function createServerRoom({ most, waitMs, makeRoom }: RoomOptions): ServerRoom {
  let taken = 0;

  function takeOne(): () => void {
    taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) taken -= 1;
      isHeld = false;
    };
  }

  return {
    async take(signal) {
      const limit = limitSignal([signal], waitMs);
      try {
        for (;;) {
          if (taken < most) return takeOne();
          const made = makeRoom() ?? sleep(lookAgainMs, undefined, { signal: limit.signal });
          await made.catch(() => {});
          signal.throwIfAborted();
          if (limit.isLate()) throw noRoom(most);
        }
      } finally {
        limit.release();
      }
    },
  };
}

/** Nothing tells when a server has rested long enough. */
const lookAgainMs = 25;

function noRoom(most: number): ServerError {
  return new ServerError(
    "not_ready",
    `${most} language servers run, as many as \`servers.max\` in the user settings allows, and all are at work; ask again later.`,
  );
}
