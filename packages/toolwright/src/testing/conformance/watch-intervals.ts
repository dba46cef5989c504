// Past the entry of process/ on purpose: how to stand in front of a shared function is nothing to promise either.
import { replaceMethod } from "../../process/replace-method.ts";
import { isHandlerAtWork } from "./record-runs.ts";

/** The intervals that handlers set while this is open. */
export interface IntervalWatch extends Disposable {
  /** Those that were not cleared and that Node does not list, being unref'd. */
  listHidden(): readonly string[];
}

/** Sees what is set with the global function; an interval imported from `node:timers` is seen only while it is ref'd. */
export function watchIntervals(): IntervalWatch {
  const running = new Set<NodeJS.Timeout>();
  const watchSet = replaceMethod(globalThis, "setInterval", (proceed) => {
    const interval = proceed();
    if (isTimeout(interval) && isHandlerAtWork()) {
      running.add(interval);
      watchClose(interval, () => running.delete(interval));
    }
    return interval;
  });
  // Each clears what the other has set.
  const watchClear = ["clearInterval", "clearTimeout"].map((name) =>
    replaceMethod(globalThis, name, (proceed, [given]) => {
      for (const interval of running) if (isSame(interval, given)) running.delete(interval);
      return proceed();
    }),
  );
  return {
    listHidden: () => [...running].filter((interval) => !interval.hasRef()).map(() => "Timeout (unref'd)"),
    [Symbol.dispose]() {
      for (const restore of [watchSet, ...watchClear]) restore();
    },
  };
}

/** Calls that clear an interval without the global functions; `using` comes here, too. */
function watchClose(interval: NodeJS.Timeout, onClose: () => void): void {
  const { close } = interval;
  const closeAndTell = (): NodeJS.Timeout => {
    onClose();
    return close.call(interval);
  };
  Object.assign(interval, { close: closeAndTell, [Symbol.dispose]: () => void closeAndTell() });
}

/** A timer may also be cleared by its number, or that as text. */
function isSame(interval: NodeJS.Timeout, given: unknown): boolean {
  if (typeof given === "number" || typeof given === "string") return String(Number(interval)) === String(given);
  return interval === given;
}

function isTimeout(value: unknown): value is NodeJS.Timeout {
  return typeof value === "object" && value !== null && "hasRef" in value && "close" in value;
}
