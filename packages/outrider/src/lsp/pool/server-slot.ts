import type { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import type { LanguageServer, WantedServer } from "../server/language-server.ts";
import { type CloseReason, ServerError } from "../wire/connection.ts";
import { describeDeath, describeEntry, givenUpError } from "./describe-entry.ts";
import * as entries from "./entry-state.ts";
import type { PoolLimits, ServerState } from "./server-pool.ts";
import { type TrackedServer, trackServer } from "./tracked-server.ts";

/** What a slot needs from the pool. */
export interface SlotOptions {
  readonly start: (wanted: WantedServer, options: { readonly signal: AbortSignal }) => Promise<LanguageServer>;
  readonly limits: PoolLimits;
  readonly now: () => number;
  readonly random: () => number;
  /** Detaches a start from the call that caused it. */
  readonly outside: AsyncResource;
  /** Aborts a start. */
  readonly closing: () => AbortSignal;
  /** Waits until one more may run. The returned function releases the room; only its first call counts. */
  readonly takeRoom: (signal: AbortSignal) => Promise<() => void>;
  /** A server started or stopped running. */
  readonly onChange: () => void;
  /** Its process tree is being ended. */
  readonly onEnding: (over: Promise<void>) => void;
}

export const shutDown = "everything was shut down";

/** One server of the pool: carries out the transitions of its entry with processes and timers. */
export class ServerSlot {
  readonly wanted: WantedServer;
  readonly #options: SlotOptions;
  #entry: entries.PoolEntry<TrackedServer> = entries.newEntry;

  constructor(wanted: WantedServer, options: SlotOptions) {
    this.wanted = wanted;
    this.#options = options;
  }

  get running(): TrackedServer | undefined {
    const { state } = this.#entry;
    return state.at === "running" ? state.server : undefined;
  }

  /** When it was last used. */
  get usedAt(): number {
    const { state } = this.#entry;
    return state.at === "running" ? state.usedAt : 0;
  }

  get hasRested(): boolean {
    const { now, limits } = this.#options;
    return entries.isIdleFor(this.#entry.state, now(), limits.restMs);
  }

  get starting(): Promise<LanguageServer> | undefined {
    const { state } = this.#entry;
    return state.at === "starting" ? state.start : undefined;
  }

  /** No process, and no crash that the next start has to take into account. */
  get isForgettable(): boolean {
    const { now, limits } = this.#options;
    return entries.isForgettable(this.#entry, now(), limits);
  }

  describe(): ServerState {
    const { now } = this.#options;
    return describeEntry(this.wanted, this.#entry, now());
  }

  async getOrStart(wanted: WantedServer, signal: AbortSignal): Promise<LanguageServer> {
    const { now, limits, outside } = this.#options;
    const decision = entries.decide(this.#entry, now());
    switch (decision.do) {
      case "use":
        this.#entry = entries.serverUsed(this.#entry, now());
        return decision.server.server;
      case "join":
        return await waitUnlessAborted(decision.start, signal);
      case "refuse":
        throw givenUpError(this.wanted.spec.title, this.#entry, { now: now(), until: decision.until, rules: limits });
      case "start": {
        const start = outside.runInAsyncScope(() => this.#start(wanted, decision.notBefore));
        this.#entry = entries.startBegun(this.#entry, start);
        // The start continues even if all callers have stopped waiting.
        start.catch(() => {});
        return await waitUnlessAborted(start, signal);
      }
    }
  }

  /** Never rejects; pending questions fail at once with the reason. `cause`: it counts as a crash. */
  async stop(tracked: TrackedServer, why: string, cause?: string): Promise<void> {
    const note = this.#stopped(why);
    const crash = cause === undefined ? undefined : this.#crash(cause);
    this.#entry = entries.serverStopped(this.#entry, tracked, { note, crash });
    await this.#end(tracked, note);
  }

  /** Stops a server that has grown too large: at once, or when it is idle. */
  recordMemory(tracked: TrackedServer, bytes: number): void {
    const { limits } = this.#options;
    const megabytes = Math.round(bytes / 1024 / 1024);
    this.#entry = entries.memoryMeasured(this.#entry, tracked, megabytes);
    if (this.running !== tracked) return;
    const { softMb, hardMb } = this.wanted.spec.memory ?? limits.memory;
    const held = (limit: number): string => `it held ${megabytes} MB of memory, more than ${limit}`;
    if (megabytes > hardMb) void this.stop(tracked, held(hardMb), this.#stopped(held(hardMb)));
    else if (megabytes > softMb && this.hasRested) void this.stop(tracked, held(softMb));
  }

  async #start(wanted: WantedServer, notBefore: number): Promise<LanguageServer> {
    const { start, now, closing, takeRoom } = this.#options;
    const signal = closing();
    let leave: (() => void) | undefined;
    try {
      const waitMs = Math.max(0, notBefore - now());
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted());
      leave = await takeRoom(signal);
      this.#entry = entries.startCounted(this.#entry);
      const tracked = this.#adopt(await start(wanted, { signal }), leave);
      if (signal.aborted) await this.stop(tracked, shutDown);
      signal.throwIfAborted();
      return tracked.server;
    } catch (error) {
      const isToBlame = leave !== undefined && !signal.aborted;
      const cause = error instanceof Error ? error.message : String(error);
      leave?.();
      this.#entry = isToBlame
        ? entries.startFailed(this.#entry, this.#crash(cause))
        : entries.startAbandoned(this.#entry);
      signal.throwIfAborted();
      throw error instanceof ServerError ? error : new ServerError("not_ready", cause);
    }
  }

  #adopt(raw: LanguageServer, leave: () => void): TrackedServer {
    const { now, limits, onChange } = this.#options;
    const idle = setTimeout(() => {
      if (this.running !== tracked) return;
      if (entries.isIdle(this.#entry.state, tracked)) void this.stop(tracked, "nobody asked it for a while");
      else idle.refresh();
    }, limits.idleMs);
    idle.unref();
    const tracked = trackServer(raw, {
      onAsked: () => (this.#entry = entries.questionAsked(this.#entry, tracked, now())),
      onAnswered: () => {
        this.#entry = entries.questionAnswered(this.#entry, tracked, now());
        if (entries.isIdle(this.#entry.state, tracked)) idle.refresh();
      },
      leave,
    });
    this.#entry = entries.serverStarted(this.#entry, tracked, now());
    onChange();
    void raw.closed.then((reason) => {
      clearTimeout(idle);
      return this.#died(tracked, reason);
    });
    return tracked;
  }

  async #died(tracked: TrackedServer, { why, detail }: CloseReason): Promise<void> {
    const cause = describeDeath(detail, tracked.raw.log());
    this.#entry = entries.serverDied(this.#entry, tracked, why === "closed" ? undefined : this.#crash(cause));
    // A server that died may have left child processes behind.
    await this.#end(tracked, `${this.wanted.spec.title} ended: ${cause}`);
  }

  async #end(tracked: TrackedServer, why: string): Promise<void> {
    const { onChange, onEnding } = this.#options;
    tracked.refuse(why);
    onChange();
    const over = tracked.end();
    onEnding(over);
    await over;
    this.#entry = entries.serverGone(this.#entry, tracked);
  }

  #stopped(why: string): string {
    return `${this.wanted.spec.title} was stopped: ${why}`;
  }

  #crash(cause: string): entries.Crash {
    const { now, random, limits } = this.#options;
    return { cause, moment: { now: now(), chance: random(), rules: limits } };
  }
}
