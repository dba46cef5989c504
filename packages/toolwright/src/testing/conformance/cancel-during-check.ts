import { setImmediate } from "node:timers/promises";
import { deferred } from "../../tool/deferred.ts";
import { endsWithin } from "../waiting.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, requireFailure } from "./require-outcome.ts";
import { attempt } from "./steer.ts";
import type { Subject } from "./subject.ts";

/** How the handler reacted to the cancellation. */
interface CancelledRun {
  /** It ended within the grace, on its own or because of the signal. */
  readonly hasEnded: boolean;
  /** It ended before anything else could happen: there was no work to stop. */
  readonly isImmediate: boolean;
  /** It ended so soon that this says nothing about longer work. */
  readonly isBrief: boolean;
  readonly hasLooked: boolean;
  readonly afterMs: number;
}

/** A tool that takes longer without checking the signal would continue for as long as the work takes. */
const briefMs = 20;
/** A busy machine makes brief work look long, but not every time. */
const maxRuns = 3;

const change =
  "pass `call.signal` to whatever the handler waits for, and call `call.signal.throwIfAborted()` in long loops.";

/** Most examples are quick and end in time anyway, so what counts is whether the handler checks its signal. */
export const cancelDuringCheck: CheckDefinition = {
  id: "cancel:during",
  title: "a cancel releases the caller at once, and the handler stops its work",
  async examine(subject) {
    for (let run = 1; ; run += 1) {
      const { hasEnded, isImmediate, isBrief, hasLooked, afterMs } = await cancelOnce(subject);
      if (!hasEnded) throw stillRunning(subject.graceMs);
      if (isImmediate || hasLooked) return undefined;
      const went = `${Math.max(1, Math.round(afterMs))} ms`;
      if (isBrief) return `it ended by itself ${went} after the cancel, so it is not known whether it would stop`;
      if (run === maxRuns) throw neverLooked(went);
    }
  },
};

async function cancelOnce(subject: Subject): Promise<CancelledRun> {
  const { graceMs } = subject;
  const controller = new AbortController();
  const released = deferred();
  await using bench = subject.open({
    steer: (original) => (input, services, call) => {
      const own = attempt(() => original(input, services, call));
      // Held back, so that even a quick handler is still at work when the cancellation comes.
      return released.promise.then(() => own);
    },
  });
  const started = bench.start({ signal: controller.signal });
  await started.reached;
  const cancelledAt = performance.now();
  controller.abort();
  const run = started.run();
  const ended = run?.ended ?? Promise.resolve();
  const isImmediate = await Promise.race([ended.then(() => true), setImmediate(false)]);
  const isBrief = isImmediate || (await endsWithin(ended, Math.min(briefMs, graceMs)));
  const hasEnded = isBrief || (graceMs > briefMs && (await endsWithin(ended, graceMs - briefMs)));
  const afterMs = performance.now() - cancelledAt;
  const outcome = await started.outcome;
  released.resolve();
  requireFailure("cancelled", outcome, bench.faults(), { when: "cancelled while it ran", change: kernelFault });
  return { hasEnded, isImmediate, isBrief, hasLooked: run?.hasLooked() ?? false, afterMs };
}

function stillRunning(graceMs: number): ConformanceError {
  return new ConformanceError(
    `the handler was still running ${graceMs} ms after its signal had aborted.`,
    "a handler that stops when its signal aborts.",
    change,
  );
}

function neverLooked(went: string): ConformanceError {
  return new ConformanceError(
    `the handler went on for ${went} after the cancel and never looked at \`call.signal\`.`,
    `a handler that looks at its signal, or uses \`call.exec\` or \`call.spawn\`, when it works for over ${briefMs} ms.`,
    change,
  );
}
