import { createHostMarker } from "./owner-tag.ts";
import { signalGroup } from "./signals.ts";
import { runTaskkillSync, type Command } from "./taskkill.ts";
import { startWatchdog, type Watchdog } from "./watchdog.ts";
import { watchdogCommand } from "./watchdog-script.ts";

/** Ends the live trees when the host itself ends: at exit at once, after any other death through the watchdog. */
export interface HostGuard {
  /** Found in the environment of every process of this host. */
  readonly marker: string;
  /** Undefined while none runs. */
  watchdogPid(): number | undefined;
  /** Called before a start, so that there is no moment without a watchdog. */
  prepare(): void;
  watch(pid: number): void;
  unwatch(pid: number): void;
  /** Holds the watchdog until released; the last to release lets it go. */
  hold(onWarning: (message: string) => void): () => void;
}

let shared: HostGuard | undefined;

/** The one guard of this process: a second watchdog or exit listener would only do the same work again. */
export function sharedHostGuard(): HostGuard {
  shared ??= createHostGuard(watchdogCommand);
  return shared;
}

// One that dies younger than this would die again at once; the next start tries anew.
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
      // Let go on purpose, or followed by another already.
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
      if (live.size === 0) process.on("exit", endAll);
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
