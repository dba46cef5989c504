import { setTimeout as pause } from "node:timers/promises";
import { systemClock, type Timer } from "../tool/clock.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** The system's clock with the face of a virtual one: to advance it is to wait. */
export function createRealClock(): VirtualClock {
  const pending = new Set<Timer>();

  return {
    now: systemClock.now,
    wallTime: systemClock.wallTime,
    schedule(delayMs, run) {
      const timer = systemClock.schedule(delayMs, () => {
        pending.delete(timer);
        run();
      });
      pending.add(timer);
      return {
        cancel() {
          pending.delete(timer);
          timer.cancel();
        },
      };
    },
    advance: (milliseconds) => pause(milliseconds),
    pendingTimers: () => pending.size,
  };
}
