import { deferred } from "../../tool/deferred.ts";
import { nextTurns } from "../waiting.ts";
import type { ObservedKernel, StartedCall } from "./bench.ts";
import { cancelDuringCheck } from "./cancel-during-check.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, requireFailure, requireOk } from "./require-outcome.ts";
import { attempt, neverEnding } from "./steer.ts";

/** A cancellation is honoured whenever it comes, and the handler stops its work. */
export const cancelChecks: readonly CheckDefinition[] = [
  {
    id: "cancel:before",
    title: "a call that was cancelled before it started never reaches the handler",
    async examine(subject) {
      await using bench = subject.open();
      const outcome = await bench.start({ signal: AbortSignal.abort() }).outcome;
      requireFailure("cancelled", outcome, bench.faults(), { when: "cancelled before its start", change: kernelFault });
      if (bench.runs.length === 0) return;
      throw new ConformanceError("the handler was entered all the same.", "a handler that never runs.", kernelFault);
    },
  },
  cancelDuringCheck,
  {
    id: "cancel:after",
    title: "a cancel after the end changes nothing",
    needsExample: true,
    async examine(subject) {
      const controller = new AbortController();
      await using bench = subject.open();
      const outcome = await bench.start({ signal: controller.signal }).outcome;
      const before = JSON.stringify(outcome);
      controller.abort();
      await nextTurns();
      requireOneEnd(bench);
      if (JSON.stringify(outcome) === before) return;
      throw new ConformanceError(
        "the outcome changed after it had been delivered.",
        "an outcome that stays as it is.",
        "return a value that nothing changes afterwards: the handler shares it with work that goes on.",
      );
    },
  },
  {
    id: "cancel:twice",
    title: "a second cancel changes nothing",
    async examine(subject) {
      const controller = new AbortController();
      await using bench = subject.open({ steer: neverEnding, graceMs: 0 });
      const started = bench.start({ signal: controller.signal });
      await started.reached;
      controller.abort();
      controller.abort();
      // The other way to cancel: the host goes away. Its grace is in virtual time, which stands still.
      const closing = bench.kernel.close(1);
      const outcome = await started.outcome;
      await bench.clock.advance(1);
      await closing;
      requireFailure("cancelled", outcome, bench.faults(), { when: "cancelled twice", change: kernelFault });
      requireOneEnd(bench);
    },
  },
  {
    id: "cancel:race",
    title: "a result that is ready when the cancel comes is delivered, once",
    needsExample: true,
    async examine(subject) {
      const controller = new AbortController();
      const result = deferred<unknown>();
      const ready = deferred<unknown>();
      await using bench = subject.open({
        steer: (original) => (input, services, call) => {
          attempt(() => original(input, services, call)).then(ready.resolve, ready.reject);
          return result.promise;
        },
      });
      const started = bench.start({ signal: controller.signal });
      await started.reached;
      result.resolve(await inTimeOf(started, ready.promise));
      controller.abort();
      const outcome = await started.outcome;
      requireOk(outcome, bench.faults(), { when: "cancelled in the turn of its result", change: kernelFault });
      requireOneEnd(bench);
    },
  },
];

/** What the handler returned, or why there is no result to race with. */
async function inTimeOf(started: StartedCall, result: Promise<unknown>): Promise<unknown> {
  result.catch(() => {});
  return await Promise.race([result, started.outcome]);
}

function requireOneEnd(bench: ObservedKernel): void {
  const ends = bench.events.filter((event) => event.type === "call-end").length;
  if (ends === 1) return;
  throw new ConformanceError(`the call ended ${ends} times.`, "exactly one end.", kernelFault);
}
