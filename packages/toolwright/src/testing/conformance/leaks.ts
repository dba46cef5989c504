import { replaceMethod } from "../../process/replace-method.ts";
import { endsWithin, listAtRest, nextTurns, pollUntil } from "../waiting.ts";
import { openBench, type ObservedKernel, type BenchSubject } from "./bench.ts";
import { findAdded, listChildren, listHandles } from "./process-resources.ts";
import { isHandlerAtWork } from "./record-runs.ts";
import { cancelOnStart } from "./steer.ts";

/** How the calls end. */
export type Way = "finished" | "cancelled";

export const ways: readonly Way[] = ["finished", "cancelled"];

/** What calls leave behind permanently. */
export interface Growth {
  readonly handles: readonly string[];
  readonly processes: readonly string[];
}

/** Enough to tell what every call leaves behind from other activity of this process. */
export const leakRepeats = 3;

/** For what the first call is still closing; what it keeps for others would never go away. */
const settleMs = 200;

/**
 * What `leakRepeats` calls leave behind permanently. The first call does not count: it may open what all later ones
 * share, such as a connection of a service.
 */
export async function measureGrowth(subject: BenchSubject, way: Way): Promise<Growth> {
  const { graceMs } = subject;
  using intervals = watchIntervals();
  const listAllHandles = (): readonly string[] => [...listHandles(), ...intervals.listHidden()];
  const atFirst = await listAtRest(listResources);
  return await withCalls(subject, way, 1, async (_bench, _controllers, callAgain) => {
    await findLasting(atFirst, listResources, Math.min(settleMs, graceMs));
    const handlesBefore = listAllHandles();
    const processesBefore = await listChildren();
    // A handler that is still working may hold anything; that it did not stop is reported by cancel:during.
    if (!(await callAgain(leakRepeats))) return { handles: [], processes: [] };
    // Handles first: anything a call still waits for shows as one, and may yet start a process.
    const handles = await findLasting(handlesBefore, listAllHandles, graceMs);
    await listAtRest(listChildren);
    const processes = await findLasting(processesBefore, listChildren, graceMs);
    return { handles, processes };
  });
}

async function listResources(): Promise<readonly string[]> {
  return [...listHandles(), ...(await listChildren())];
}

/** What is added and does not go away in time; empty if it is too little to come from every call. */
async function findLasting(
  before: readonly string[],
  list: () => readonly string[] | Promise<readonly string[]>,
  limitMs: number,
): Promise<readonly string[]> {
  let fewest = findAdded(before, await list());
  const isGone = async (): Promise<boolean> => {
    const added = findAdded(before, await list());
    if (added.length < fewest.length) fewest = added;
    return fewest.length === 0;
  };
  await pollUntil(isGone, limitMs);
  return fewest.length < leakRepeats ? [] : fewest;
}

/** Makes calls one after the other and lets `look` examine the state once their handlers have ended. */
export async function withCalls<Result>(
  subject: BenchSubject,
  way: Way,
  count: number,
  look: (
    bench: ObservedKernel,
    controllers: readonly AbortController[],
    callAgain: (count: number) => Promise<boolean>,
  ) => Promise<Result>,
): Promise<Result> {
  const controllers: AbortController[] = [];
  const cancelling = cancelOnStart(() => controllers.at(-1)?.abort());
  await using bench = openBench(subject, way === "cancelled" ? { steer: cancelling } : {});
  const call = async (times: number): Promise<boolean> => {
    let allEnded = true;
    for (let made = 0; made < times; made += 1) {
      const controller = new AbortController();
      controllers.push(controller);
      const started = bench.start({ signal: controller.signal });
      await started.outcome;
      // A handler that ignores its signal gets the time it needs.
      allEnded &&= await endsWithin(started.run()?.ended ?? Promise.resolve(), subject.exampleMs);
      await nextTurns();
    }
    return allEnded;
  };
  await call(count);
  return await look(bench, controllers, call);
}

// Bypasses the entry of process/ on purpose: replacing a shared function is not part of its public interface.
/** The intervals that handlers set while this is open. */
export interface IntervalWatch extends Disposable {
  /** Intervals that were not cleared and that Node does not list, because they are unref'd. */
  listHidden(): readonly string[];
}

/** Sees intervals set with the global function; one imported from `node:timers` is seen only while it is ref'd. */
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

/** Calls that clear an interval without the global functions; `using` ends up here too. */
function watchClose(interval: NodeJS.Timeout, onClose: () => void): void {
  const { close } = interval;
  const closeAndTell = (): NodeJS.Timeout => {
    onClose();
    return close.call(interval);
  };
  Object.assign(interval, { close: closeAndTell, [Symbol.dispose]: () => void closeAndTell() });
}

/** A timer may also be cleared by its number, or by that number as text. */
function isSame(interval: NodeJS.Timeout, given: unknown): boolean {
  if (typeof given === "number" || typeof given === "string") return String(Number(interval)) === String(given);
  return interval === given;
}

function isTimeout(value: unknown): value is NodeJS.Timeout {
  return typeof value === "object" && value !== null && "hasRef" in value && "close" in value;
}
