import { statSync, truncateSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type ProcessLock, takeProcessLock } from "../process/process-lock.ts";
import { settleWithin } from "../process/settle-within.ts";
import { deferred } from "../tool/deferred.ts";
import { type Conversation, maxMessageBytes, openConversation } from "./conversation.ts";
import { greetClient, maxGreetingBytes } from "./handshake.ts";
import { listen, type Listening } from "./listen.ts";
import { openResidentPlace, type ResidentPlace } from "./place.ts";
import { ResidentError } from "./resident-error.ts";

/** What the resident process answers, and when it ends. */
export interface ServeOptions {
  /** The same as the clients'. */
  readonly directory: string;
  readonly key: string;
  readonly version: string;
  /** What `listResidents` tells of the process, even if it does not answer. No secrets. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** Answers one client, which speaks first; then the connection ends. When the connection is over before (`closed`), it stops. */
  readonly onConnection: (connection: Conversation) => Promise<void>;
  /** Closes what the process holds, after the last connection and before another process may take its place. */
  readonly onEnd?: () => Promise<void>;
  /** Work that goes on without a connection keeps the process. */
  readonly isBusy?: () => boolean;
  /** It ends after so long without a connection and without work. Default: ten minutes. */
  readonly idleMs?: number;
  /** How often it looks whether it is idle and its socket is still there. Default: 5 s. */
  readonly checkMs?: number;
  /** How long the process before this one may take to end. Default: 10 s. */
  readonly lockMs?: number;
  readonly tell?: (line: string) => void;
}

/** Why the process ends. "replaced": its socket is gone, or something else stands in its place. */
export type EndReason = "idle" | "replaced" | "other version" | "closed";

/** This process as the resident one. */
export interface ServedResident {
  /** Resolves when everything has ended and nothing is left. */
  readonly ended: Promise<EndReason>;
  /** Connections have some seconds to end in order. */
  close(): void;
}

const greetingMs = 10_000;
/** So many may be about to prove who they are. */
const maxGreeting = 512;
const closeMs = 5_000;
const firstMs = 30_000;
const maxLogBytes = 1024 * 1024;

/** Makes this process the resident one of its key. Rejects with "already_running" if there is one. */
export async function serveResident(options: ServeOptions): Promise<ServedResident> {
  const place = openResidentPlace(options.directory, options.key);
  const lock = await takeLock(place, options.lockMs ?? 10_000);
  try {
    const life = new Life(options, place);
    await rm(place.about, { force: true });
    await writeFile(place.about, JSON.stringify(options.about ?? {}), { flag: "wx", mode: 0o600 });
    const listening = await listen(place, (socket) => void life.greet(socket));
    return life.begin(listening, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The life of a resident process between its lock and its end. */
class Life {
  readonly #options: ServeOptions;
  readonly #place: ResidentPlace;
  readonly #connections = new Map<Conversation, Promise<void>>();
  readonly #ending = deferred<EndReason>();
  #listening: Listening | undefined;
  #isEnding = false;
  #greeting = 0;
  /** Who started it is waited for longer than anybody else. */
  #lastUsedAt = performance.now() + firstMs;

  constructor(options: ServeOptions, place: ResidentPlace) {
    this.#options = options;
    this.#place = place;
  }

  begin(listening: Listening, lock: ProcessLock): ServedResident {
    const { idleMs = 10 * 60_000, checkMs = 5_000 } = this.#options;
    this.#listening = listening;
    const timer = setInterval(() => this.#check(listening, idleMs), Math.min(checkMs, idleMs));
    const ended = this.#ending.promise.then(async (reason) => {
      clearInterval(timer);
      await this.#finish(listening, lock);
      return reason;
    });
    return { ended, close: () => this.#end("closed") };
  }

  /** Speaks to one who has connected, if it knows the token. */
  async greet(socket: Socket): Promise<void> {
    const listening = this.#listening;
    if (listening === undefined || this.#isEnding || this.#greeting >= maxGreeting) return void socket.destroy();
    const connection = openConversation(socket, { maxBytes: maxGreetingBytes });
    const timer = setTimeout(() => connection.destroy(), greetingMs);
    this.#greeting += 1;
    try {
      const { ends } = await greetClient(connection, listening.token, this.#options.version, () => this.#isIdle());
      if (ends) {
        await connection.end();
        return this.#end("other version");
      }
      if (this.#isEnding) return connection.destroy();
      connection.allow(maxMessageBytes);
      const work = this.#serve(connection);
      this.#connections.set(connection, work);
    } catch (error) {
      connection.destroy();
      if (error instanceof ResidentError && error.code !== "lost") this.#tell(`A client was refused: ${error.message}`);
    } finally {
      clearTimeout(timer);
      this.#greeting -= 1;
    }
  }

  async #serve(connection: Conversation): Promise<void> {
    try {
      await this.#options.onConnection(connection);
      await connection.end();
    } catch (error) {
      connection.destroy();
      const isGone = error instanceof ResidentError && error.code === "lost";
      if (!isGone)
        this.#tell(`A connection ended: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      this.#connections.delete(connection);
      this.#lastUsedAt = performance.now();
    }
  }

  #isIdle(): boolean {
    return this.#connections.size === 0 && this.#options.isBusy?.() !== true;
  }

  #check(listening: Listening, idleMs: number): void {
    if (!listening.isInPlace()) return this.#end("replaced");
    limitLog(this.#place.log);
    if (!this.#isIdle()) this.#lastUsedAt = performance.now();
    if (this.#greeting === 0 && performance.now() - this.#lastUsedAt >= idleMs) this.#end("idle");
  }

  #end(reason: EndReason): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#ending.resolve(reason);
  }

  async #finish(listening: Listening, lock: ProcessLock): Promise<void> {
    const wasInPlace = await listening.close();
    const left = [...this.#connections];
    for (const [connection] of left) void connection.end();
    await settleWithin(Promise.allSettled(left.map(([, work]) => work)), closeMs);
    for (const [connection] of left) connection.destroy();
    await this.#options
      .onEnd?.()
      .catch((error: unknown) => this.#tell(`Not everything could be closed: ${String(error)}`));
    if (wasInPlace) await this.#removeFiles();
    await lock.release();
  }

  async #removeFiles(): Promise<void> {
    await rm(this.#place.about, { force: true });
    // After a fault the log is what a person reads; an end in order leaves nothing.
    if (process.exitCode === undefined) await rm(this.#place.log, { force: true });
  }

  #tell(line: string): void {
    this.#options.tell?.(line);
  }
}

const lockPauseMs = 25;

/** Two who claim it at the same moment both step back, so that it is tried more than once. */
async function takeLock({ directory, key }: ResidentPlace, lockMs: number): Promise<ProcessLock> {
  const deadline = performance.now() + lockMs;
  for (;;) {
    const lock = await takeProcessLock(directory, key);
    if ("release" in lock) return lock;
    if (performance.now() > deadline) {
      throw new ResidentError("already_running", `There is a resident process already. ${lock.busy}`);
    }
    await pause(lockPauseMs * (0.5 + Math.random()));
  }
}

/** What the process prints is added at the end, wherever that is. */
function limitLog(file: string): void {
  try {
    if (statSync(file).size > maxLogBytes) truncateSync(file);
  } catch {
    // Nobody has started it with a log.
  }
}
