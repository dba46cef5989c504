import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { settleWithin } from "toolwright/process";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { LanguageServer, WantedServer } from "../server/language-server.ts";
import { ServerError } from "../wire/connection.ts";
import { defaultPoolLimits, type PoolLimits, keyOf, type ServerPool } from "./server-pool.ts";
import { ServerSlot, shutDown, type SlotOptions } from "./server-slot.ts";
import type { TrackedServer } from "./tracked-server.ts";

interface ServerLimit {
  /** Waits until there is room for one more server. The returned function releases the room; only its first call counts. */
  take(signal: AbortSignal): Promise<() => void>;
}

interface RoomOptions {
  readonly most: number;
  readonly waitMs: number;
  /** Stops an idle server; undefined if all are busy. */
  readonly makeRoom: () => Promise<void> | undefined;
}

/** Polling interval: no event signals that a server has rested long enough. */
const lookAgainMs = 25;

export interface PoolOptions extends Pick<SlotOptions, "start">, Partial<Pick<SlotOptions, "now" | "random">> {
  /** Memory of a server's whole process tree in bytes; undefined if it is unknown. */
  readonly measure?: (server: LanguageServer) => Promise<number | undefined>;
  readonly limits?: Partial<PoolLimits>;
}

const maxRemembered = 64;

/** The pool. Nothing runs before the first question, and what it starts is not tied to any single call. */
// oxlint-disable-next-line max-lines-per-function -- the slots are one state; every function inside is short
export function openServerPool(options: PoolOptions): ServerPool {
  const { start, measure, now = () => performance.now(), random = Math.random } = options;
  const limits: PoolLimits = { ...defaultPoolLimits, ...options.limits };
  const slots = new Map<string, ServerSlot>();
  const ending = new Set<Promise<void>>();
  const room = createServerRoom({ most: limits.maxServers, waitMs: limits.roomMs, makeRoom });
  const memory = watchMemory({ everyMs: limits.sampleMs, isNeeded: () => running().length > 0, look: sampleMemory });
  /** Aborts servers that are being started; replaced with every shutdown. */
  let closing = new AbortController();
  const slotOptions: SlotOptions = {
    start,
    limits,
    now,
    random,
    outside: new AsyncResource("OutriderServerPool"),
    closing: () => closing.signal,
    takeRoom: (signal) => room.take(signal),
    onChange: () => memory.follow(),
    onEnding(over) {
      ending.add(over);
      void over.finally(() => ending.delete(over));
    },
  };

  function slotOf(wanted: WantedServer): ServerSlot {
    const key = keyOf(wanted);
    const slot = slots.get(key) ?? new ServerSlot(wanted, slotOptions);
    if (!slots.has(key)) forgetUnused();
    slots.set(key, slot);
    return slot;
  }

  /** Drops the slots of projects that are no longer asked about. */
  function forgetUnused(): void {
    for (const [key, { isForgettable }] of slots) {
      if (slots.size < maxRemembered) return;
      if (isForgettable) slots.delete(key);
    }
  }

  function running(): readonly { readonly slot: ServerSlot; readonly tracked: TrackedServer }[] {
    return [...slots.values()].flatMap((slot) => (slot.running === undefined ? [] : [{ slot, tracked: slot.running }]));
  }

  /** Stops the server that has been idle longest. */
  function makeRoom(): Promise<void> | undefined {
    const resting = running().filter(({ slot }) => slot.hasRested);
    const [longest] = resting.sort((a, b) => a.slot.usedAt - b.slot.usedAt);
    return longest?.slot.stop(longest.tracked, "another one needed its place");
  }

  async function sampleMemory(): Promise<void> {
    for (const { slot, tracked } of running()) {
      const bytes = await measure?.(tracked.raw);
      if (bytes !== undefined) slot.recordMemory(tracked, bytes);
    }
  }

  return {
    async getOrStart(wanted, { signal }) {
      signal.throwIfAborted();
      return await slotOf(wanted).getOrStart(wanted, signal);
    },
    get: (id, root) =>
      running().find(({ slot: { wanted } }) => wanted.spec.id === id && wanted.root === root)?.tracked.server,
    states: () => [...slots.values()].map((slot) => slot.describe()),
    async discard(server, why) {
      const found = running().find(({ tracked }) => tracked.server === server || tracked.raw === server);
      await found?.slot.stop(found.tracked, why, why);
    },
    async shutdownAll() {
      closing.abort(new ServerError("closed", "The language servers were shut down."));
      closing = new AbortController();
      const starting = [...slots.values()].flatMap((slot) => slot.starting?.catch(() => {}) ?? []);
      for (const { slot, tracked } of running()) void slot.stop(tracked, shutDown);
      memory.close();
      await settleWithin(Promise.allSettled([...starting, ...ending]), limits.shutdownMs);
    },
  };
}

interface MemoryWatch {
  /** To be called when servers come or go. */
  follow(): void;
  close(): void;
}

interface MemoryWatchOptions {
  readonly everyMs: number;
  readonly isNeeded: () => boolean;
  readonly look: () => Promise<void>;
}

/** Samples periodically, but only while servers are running. */
function watchMemory({ everyMs, isNeeded, look }: MemoryWatchOptions): MemoryWatch {
  let timer: NodeJS.Timeout | undefined;

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function follow(): void {
    if (!isNeeded()) return close();
    if (timer !== undefined) return;
    // The next sample begins when the last one is over, however long it takes.
    timer = setTimeout(() => {
      void look()
        .catch(() => {})
        .finally(() => {
          timer = undefined;
          follow();
        });
    }, everyMs);
    timer.unref();
  }

  return { follow, close };
}

/** Limits how many servers run at the same time, including those that are starting or ending. */
function createServerRoom({ most, waitMs, makeRoom }: RoomOptions): ServerLimit {
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

function noRoom(most: number): ServerError {
  return new ServerError(
    "not_ready",
    `${most} language servers run, as many as \`servers.max\` in the user settings allows, and all are at work; ask again later.`,
  );
}
