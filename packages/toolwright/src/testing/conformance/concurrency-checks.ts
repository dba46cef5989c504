import { deferred } from "../../tool/deferred.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, describeOutcome, requireOk } from "./require-outcome.ts";
import { attempt, fromHere, type Steering } from "./steer.ts";
import type { Subject } from "./subject.ts";

const noSharedState =
  "keep what belongs to a call (its signal, its progress, its results) in the handler, never in module scope.";

/** Concurrent calls do not affect each other. */
export const concurrencyChecks: readonly CheckDefinition[] = [
  {
    id: "concurrent:hundred",
    title: "many calls at once all end ok, each with its own id",
    needsExample: true,
    async examine(subject) {
      await using bench = subject.open({ limitMs: subject.exampleMs * 6 });
      const { callsAtOnce: count = 100 } = subject.options;
      const outcomes = await Promise.all(Array.from({ length: count }, () => bench.start().outcome));
      const bad = outcomes.filter((outcome) => outcome.status !== "ok");
      if (bad[0] !== undefined) {
        const seen = `${bad.length} of ${count} calls did not end ok, the first of them ${describeOutcome(bad[0], bench.faults())}.`;
        throw new ConformanceError(seen, `${count} calls that end as one alone does.`, noSharedState);
      }
      const ids = new Set(outcomes.map((outcome) => outcome.callId)).size;
      if (ids !== count) throw new ConformanceError(`${count} calls had ${ids} ids.`, `${count} ids.`, kernelFault);
    },
  },
  {
    id: "concurrent:isolation",
    title: "cancelling one call does not touch another",
    needsExample: true,
    async examine(subject) {
      await examineIsolation(subject, "first");
      await examineIsolation(subject, "second");
    },
  },
  {
    id: "concurrent:progress",
    title: "progress of one call never appears in another",
    needsExample: true,
    findReasonToSkip: async (subject) =>
      (await subject.lone()).reports === 0 ? "its example reports no progress" : undefined,
    async examine(subject) {
      const { reports } = await subject.lone();
      await using bench = subject.open({ steer: startTogether(crowd, () => {}) });
      await Promise.all(Array.from({ length: crowd }, () => bench.start().outcome));
      const reporters = bench.runs.flatMap((run) => run.reporters.map((by) => ({ by, to: run.call.id })));
      // Work shared between calls, such as a connection, may report from another call's context; then nothing is missing.
      const robbed = bench.runs.find(
        ({ call, reporters: own }) =>
          own.length < reports && reporters.some(({ by, to }) => by === call.id && to !== call.id),
      );
      if (robbed === undefined) return;
      throw new ConformanceError(
        `of ${crowd} calls at once, one reported its progress into another: it got ${robbed.reporters.length} reports instead of ${reports}.`,
        "each report in its own call.",
        noSharedState,
      );
    },
  },
];

const crowd = 10;

async function examineIsolation(subject: Subject, victim: "first" | "second"): Promise<void> {
  const controller = new AbortController();
  await using bench = subject.open({
    steer: startTogether(
      2,
      fromHere(() => controller.abort()),
    ),
  });
  const cancelled = { signal: controller.signal };
  const [first, second] = [
    bench.start(victim === "first" ? cancelled : {}),
    bench.start(victim === "second" ? cancelled : {}),
  ];
  const survivor = victim === "first" ? second : first;
  await Promise.all([first.reached, second.reached]);
  const when = `when the ${victim} of two calls was cancelled`;
  requireOk(await survivor.outcome, bench.faults(), { when, who: "the other", change: noSharedState });
  await (victim === "first" ? first : second).outcome;
}

/** Holds the handlers until all have arrived, lets each take its first step, then calls `onStarted`. */
function startTogether(count: number, onStarted: () => void): Steering {
  const complete = deferred();
  let entered = 0;
  let started = 0;
  return (original) => async (input, services, call) => {
    entered += 1;
    if (entered === count) complete.resolve();
    await complete.promise;
    const own = attempt(() => original(input, services, call));
    started += 1;
    if (started === count) onStarted();
    return await own;
  };
}
