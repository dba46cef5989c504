import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { createHostMarker } from "./owner-tag.ts";
import { signalGroup } from "./signals.ts";
import { runTaskkillSync, type Command } from "./taskkill.ts";
import { watchdogCommand } from "./watchdog-script.ts";

/** A small process that outlives the host and ends what the host left behind. */
interface Watchdog {
  readonly pid: number;
  add(pid: number): void;
  remove(pid: number): void;
  /** Releases it without ending anything: what the host starts later carries the same marker. */
  close(): void;
}

/** Ends the live trees when the host itself ends: immediately at exit, after any other death through the watchdog. */
export interface HostGuard {
  /** In the environment of every process of this host. */
  readonly marker: string;
  /** Undefined while none is running. */
  watchdogPid(): number | undefined;
  /** Called before a start, so that there is no moment without a watchdog. */
  prepare(): void;
  watch(pid: number): void;
  unwatch(pid: number): void;
  /** Holds the watchdog until released; the last release lets it go. */
  hold(onWarning: (message: string) => void): () => void;
}

let shared: HostGuard | undefined;

/** The single guard of this process: a second watchdog or exit listener would only repeat the same work. */
export function sharedHostGuard(): HostGuard {
  shared ??= createHostGuard(watchdogCommand);
  return shared;
}

// A watchdog that dies younger than this would die again at once; the next start tries again.
const restartAgeMs = 1000;
const loss = "The process watchdog is gone, so children would outlive a killed host until the next one starts";

export function createHostGuard(commandFor: (hostMarker: string) => Command): HostGuard {
  const marker = createHostMarker();
  const live = new Set<number>();
  const holders = new Set<(message: string) => void>();
  let watchdog: Watchdog | undefined;
  let lastReason = "";
  const endAll = (): void => {
    for (const pid of live) endNow(pid);
  };
  const start = (): void => {
    const startedAt = performance.now();
    let own: Watchdog | undefined;
    const onDeath = (reason: string): void => {
      // Released on purpose, or already replaced by another.
      if (own !== watchdog) return;
      watchdog = undefined;
      if (reason !== lastReason) for (const warn of holders) warn(`${loss}: ${reason}.`);
      lastReason = reason;
      if (live.size > 0 && performance.now() - startedAt > restartAgeMs) start();
    };
    own = startWatchdog(commandFor(marker), onDeath);
    watchdog = own;
    for (const pid of live) own?.add(pid);
  };
  return {
    marker,
    watchdogPid: () => watchdog?.pid,
    prepare() {
      if (watchdog === undefined) start();
    },
    watch(pid) {
      // Before the listeners that remove what these processes still write to.
      if (live.size === 0) process.prependListener("exit", endAll);
      live.add(pid);
      watchdog?.add(pid);
    },
    unwatch(pid) {
      if (!live.delete(pid)) return;
      watchdog?.remove(pid);
      if (live.size === 0) process.off("exit", endAll);
    },
    hold(onWarning) {
      const holder = (message: string): void => onWarning(message);
      holders.add(holder);
      return () => {
        if (!holders.delete(holder) || holders.size > 0) return;
        const last = watchdog;
        watchdog = undefined;
        last?.close();
      };
    },
  };
}

function endNow(pid: number): void {
  if (process.platform === "win32") runTaskkillSync(pid);
  else signalGroup(pid, "SIGKILL");
}

/** Starts the watchdog; undefined if it could not be started. `onDeath` is called when it ends for any reason. */
function startWatchdog(command: Command, onDeath: (reason: string) => void): Watchdog | undefined {
  const child = trySpawn(command, onDeath);
  const pid = child?.pid;
  const pipe = child?.stdin;
  if (child === undefined || pid === undefined || !(pipe instanceof Socket)) return undefined;
  child.once("exit", (code, signal) => onDeath(`it ended with ${signal ?? `code ${code}`}`));
  // A line for a watchdog that just died is no loss: the next one gets the whole list.
  pipe.on("error", () => {});
  child.unref();
  pipe.unref();
  return {
    pid,
    add: (pid) => void pipe.write(`add ${pid}\n`),
    remove: (pid) => void pipe.write(`del ${pid}\n`),
    close: () => void pipe.end("bye\n"),
  };
}

function trySpawn(command: Command, onDeath: (reason: string) => void): ChildProcess | undefined {
  try {
    const child = spawn(command.file, command.args, {
      cwd: process.platform === "win32" ? undefined : "/",
      detached: process.platform !== "win32",
      // No owner tag: the watchdog belongs to no scope and must survive every sweep.
      // The system's own programs: the host may have been started with a repository's folder on PATH.
      env: { PATH: "/bin:/usr/bin:/run/current-system/sw/bin", SystemRoot: process.env.SystemRoot },
      stdio: ["pipe", "ignore", "ignore"],
      windowsHide: true,
    });
    child.once("error", (error) => onDeath(error.message));
    return child;
  } catch (error) {
    onDeath(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
