import { endsWithin, listAtRest, nextTurns, pollUntil } from "../waiting.ts";
import type { Bench } from "./bench.ts";
import { findAdded } from "./process-resources.ts";
import { abortOnStart, type Steering } from "./steer.ts";
import type { Subject } from "./subject.ts";

/** How the calls come to their end. */
export type Way = "finished" | "cancelled";

export const ways: readonly Way[] = ["finished", "cancelled"];

/** Enough to tell what every call leaves behind from what this process does besides. */
export const leakRepeats = 3;

/** For what the first call is still closing; what it keeps for others would never be gone. */
const settleMs = 200;

/**
 * What `leakRepeats` calls leave behind for good. The first call does not count: it may open what all later ones
 * share, such as a connection of a service.
 */
export async function measureGrowth(
  subject: Subject,
  way: Way,
  list: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const atFirst = await listAtRest(list);
  return await withCalls(subject, way, 1, async (_bench, _controllers, callAgain) => {
    await pollUntil(async () => findAdded(atFirst, await list()).length === 0, settleMs);
    const before = await list();
    // A handler that still works may hold what it likes; that it did not stop is for cancel:during to tell.
    if (!(await callAgain(leakRepeats))) return [];
    let left: readonly string[] = [];
    const isQuiet = async (): Promise<boolean> => {
      left = findAdded(before, await list());
      return left.length < leakRepeats;
    };
    return (await pollUntil(isQuiet, subject.graceMs)) ? [] : left;
  });
}

/** Makes calls one after the other and lets `look` see what is there once their handlers have ended. */
export async function withCalls<Result>(
  subject: Subject,
  way: Way,
  count: number,
  look: (
    bench: Bench,
    controllers: readonly AbortController[],
    callAgain: (count: number) => Promise<boolean>,
  ) => Promise<Result>,
): Promise<Result> {
  const controllers: AbortController[] = [];
  const cancelling: Steering = abortOnStart(() => controllers.at(-1));
  await using bench = subject.open(way === "cancelled" ? { steer: cancelling } : {});
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
