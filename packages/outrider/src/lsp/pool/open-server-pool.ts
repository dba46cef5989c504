import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageServer } from "../server/language-server.ts";
import { type CloseReason, ServerError } from "../wire/connection.ts";
import { createCrashHistory } from "./crash-history.ts";
import { watchMemory } from "./memory-watch.ts";
import { describeDeath, describeEntry, givenUpError, keyOf, type PoolEntry } from "./pool-entry.ts";
import { defaultPoolLimits, type PoolLimits } from "./pool-limits.ts";
import type { WantedServer } from "../server/wanted-server.ts";
import type { ServerPool } from "./server-pool.ts";
import { createServerRoom } from "./server-room.ts";
import { type TrackedServer, trackServer } from "./tracked-server.ts";
import { waitUnlessAborted } from "../../workspace/time/wait-unless-aborted.ts";

export interface PoolOptions {
  readonly start: (wanted: WantedServer, options: { readonly signal: AbortSignal }) => Promise<LanguageServer>;
  /** Bytes that the whole tree of a server holds; undefined where nobody can tell. */
  readonly measure?: (server: LanguageServer) => Promise<number | undefined>;
  readonly limits?: Partial<PoolLimits>;
  readonly now?: () => number;
  readonly random?: () => number;
}

/** The pool; nothing runs before the first question, and what it starts belongs to nobody's call. */
export function openServerPool(options: PoolOptions): ServerPool {
  const { start, measure, now = () => performance.now(), random = Math.random } = options;
  const limits: PoolLimits = { ...defaultPoolLimits, ...options.limits };
  const outside = new AsyncResource("OutriderServerPool");
  const entries = new Map<string, PoolEntry>();
  const room = createServerRoom({ most: limits.maxServers, waitMs: limits.roomMs, makeRoom });
  const memory = watchMemory({ everyMs: limits.sampleMs, isNeeded: () => running().length > 0, look: lookAtMemory });
  /** Ends what is being started; another one with every shutdown. */
  let closing = new AbortController();
  const ending = new Set<Promise<void>>();

  function entryOf(wanted: WantedServer): PoolEntry {
    const key = keyOf(wanted);
    const known = entries.get(key);
    if (known !== undefined) return known;
    forgetStopped();
    const crashes = createCrashHistory(limits, now, random);
    const entry = { key, wanted, crashes, starting: undefined, running: undefined, memoryMb: undefined, starts: 0 };
    const made: PoolEntry = { ...entry, note: undefined };
    entries.set(key, made);
    return made;
  }

  /** Those of projects that nobody asks about any more. */
  function forgetStopped(): void {
    for (const [key, { starting, running, crashes }] of entries) {
      if (entries.size < mostRemembered) return;
      if (starting === undefined && running === undefined && crashes.causes().length === 0) entries.delete(key);
    }
  }

  function running(): readonly { readonly entry: PoolEntry; readonly tracked: TrackedServer }[] {
    return [...entries.values()].flatMap((entry) =>
      entry.running === undefined ? [] : [{ entry, tracked: entry.running }],
    );
  }

  async function begin(entry: PoolEntry, wanted: WantedServer): Promise<LanguageServer> {
    const { signal } = closing;
    await sleep(entry.crashes.waitMs(), undefined, { signal, ref: false }).catch(() => signal.throwIfAborted());
    const leave = await room.take(signal);
    entry.starts += 1;
    try {
      const raw = await start(wanted, { signal });
      const tracked = adopt(entry, raw, leave);
      if (signal.aborted) await end(entry, tracked, stopped(entry, "everything was shut down"));
      signal.throwIfAborted();
      return tracked.server;
    } catch (error) {
      leave();
      signal.throwIfAborted();
      const cause = error instanceof Error ? error.message : String(error);
      noteCrash(entry, cause);
      throw error instanceof ServerError ? error : new ServerError("not_ready", cause);
    }
  }

  function adopt(entry: PoolEntry, raw: LanguageServer, leave: () => void): TrackedServer {
    const idle = setTimeout(() => {
      if (tracked.isBusy()) idle.refresh();
      else void end(entry, tracked, stopped(entry, "nobody asked it for a while"));
    }, limits.idleMs);
    idle.unref();
    const tracked = trackServer(raw, { now, onRest: () => idle.refresh(), leave });
    entry.running = tracked;
    entry.memoryMb = undefined;
    memory.follow();
    void raw.closed.then(async (reason) => {
      clearTimeout(idle);
      noteEnd(entry, tracked, reason);
      // One that died may have left children.
      await finish(tracked);
    });
    return tracked;
  }

  function noteEnd(entry: PoolEntry, tracked: TrackedServer, reason: CloseReason): void {
    const isKnown = tracked.isRefused() || reason.why === "closed";
    const death = describeDeath(reason.detail, tracked.raw.log());
    drop(entry, tracked, `${entry.wanted.spec.title} ended: ${death}`);
    if (!isKnown) noteCrash(entry, death);
  }

  function noteCrash(entry: PoolEntry, cause: string): void {
    entry.crashes.add(cause);
    entry.note = `died ${entry.crashes.causes().length} times lately, last of: ${cause}`.replace(
      "died 1 times",
      "died once",
    );
  }

  function drop(entry: PoolEntry, tracked: TrackedServer, why: string): void {
    if (entry.running === tracked) entry.running = undefined;
    tracked.refuse(why);
    memory.follow();
  }

  /** Never rejects; whatever waits for an answer hears why at once. */
  async function end(entry: PoolEntry, tracked: TrackedServer, why: string): Promise<void> {
    drop(entry, tracked, why);
    entry.note = why;
    await finish(tracked);
  }

  async function finish(tracked: TrackedServer): Promise<void> {
    const over = tracked.end();
    ending.add(over);
    await over.finally(() => ending.delete(over));
  }

  /** Ends the one that has rested longest. */
  function makeRoom(): Promise<void> | undefined {
    const [longest] = running()
      .filter(({ tracked }) => isResting(tracked))
      .sort((a, b) => a.tracked.usedAt() - b.tracked.usedAt());
    if (longest === undefined) return undefined;
    return end(longest.entry, longest.tracked, stopped(longest.entry, "another one needed its place"));
  }

  function isResting(tracked: TrackedServer): boolean {
    return !tracked.isBusy() && now() - tracked.usedAt() >= limits.restMs;
  }

  async function lookAtMemory(): Promise<void> {
    for (const { entry, tracked } of running()) {
      const bytes = await measure?.(tracked.raw);
      if (bytes === undefined || entry.running !== tracked) continue;
      entry.memoryMb = Math.round(bytes / 1024 / 1024);
      judgeMemory(entry, tracked, entry.memoryMb);
    }
  }

  function judgeMemory(entry: PoolEntry, tracked: TrackedServer, megabytes: number): void {
    const { softMb, hardMb } = entry.wanted.spec.memory ?? limits.memory;
    const held = (limit: number): string => stopped(entry, `it held ${megabytes} MB of memory, more than ${limit}`);
    if (megabytes > hardMb) {
      // Counts as a crash, or one that grows at once would be started for ever.
      entry.crashes.add(held(hardMb));
      void end(entry, tracked, held(hardMb));
    } else if (megabytes > softMb && isResting(tracked)) void end(entry, tracked, held(softMb));
  }

  return {
    async getOrStart(wanted, { signal }) {
      signal.throwIfAborted();
      const entry = entryOf(wanted);
      if (entry.running !== undefined) {
        entry.running.touch();
        return entry.running.server;
      }
      const givenUp = entry.starting === undefined ? entry.crashes.givenUp() : undefined;
      if (givenUp !== undefined) throw givenUpError(entry, givenUp.forMs);
      entry.starting ??= outside.runInAsyncScope(() => {
        const starting = begin(entry, wanted).finally(() => {
          entry.starting = undefined;
        });
        // It goes on when nobody waits for it any more.
        starting.catch(() => {});
        return starting;
      });
      return await waitUnlessAborted(entry.starting, signal);
    },
    get: (id, root) =>
      running().find(({ entry: { wanted } }) => wanted.spec.id === id && wanted.root === root)?.tracked.server,
    states: () => [...entries.values()].map(describeEntry),
    activeLanguages: () => [...new Set(running().flatMap(({ entry }) => Object.keys(entry.wanted.spec.languages)))],
    async discard(server, why) {
      const found = running().find(({ tracked }) => tracked.server === server || tracked.raw === server);
      if (found === undefined) return;
      found.entry.crashes.add(why);
      await end(found.entry, found.tracked, stopped(found.entry, why));
    },
    async shutdownAll() {
      closing.abort(new ServerError("closed", "The language servers were shut down."));
      closing = new AbortController();
      const starting = [...entries.values()].flatMap((entry) => entry.starting?.catch(() => {}) ?? []);
      for (const { entry, tracked } of running()) void end(entry, tracked, stopped(entry, "everything was shut down"));
      memory.close();
      const timer = new AbortController();
      const late = sleep(limits.shutdownMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([Promise.allSettled([...starting, ...ending]), late]);
      timer.abort();
    },
  };
}

const mostRemembered = 64;

function stopped({ wanted }: PoolEntry, why: string): string {
  return `${wanted.spec.title} was stopped: ${why}`;
}
