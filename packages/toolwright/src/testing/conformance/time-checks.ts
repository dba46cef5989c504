import { nextTurns } from "../waiting.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, requireFailure } from "./require-outcome.ts";
import { neverEnding } from "./steer.ts";
import type { Subject } from "./subject.ts";

/** Time is up when the definition says so, and the caller is released even by a handler that never ends. */
export const timeChecks: readonly CheckDefinition[] = [
  {
    id: "time:deadline",
    title: "a call that takes too long is timed out at its deadline",
    // Without its stall budget, which would end the silent handler before.
    async examine(subject) {
      await examineBudget(subject, "timed_out", subject.tool.deadlineMs, subject.tool.deadlineMs);
    },
  },
  {
    id: "time:stall",
    title: "a call without a sign of work is ended by its stall budget",
    findReasonToSkip: ({ tool }) =>
      tool.stallMs < tool.deadlineMs ? undefined : "its stall budget is not shorter than its deadline",
    async examine(subject) {
      await examineBudget(subject, "stalled", subject.tool.stallMs, subject.tool.stallMs);
    },
  },
];

async function examineBudget(
  subject: Subject,
  status: "timed_out" | "stalled",
  budgetMs: number,
  stallMs: number,
): Promise<void> {
  await using bench = subject.open({ steer: neverEnding, graceMs: 0, change: { stallMs } });
  let ended = false;
  const { reached, outcome } = bench.start();
  void outcome.then(
    () => (ended = true),
    () => (ended = true),
  );
  await reached;
  await bench.clock.advance(Math.max(0, budgetMs - 1));
  await nextTurns();
  const endedEarly = ended;
  await bench.clock.advance(1);
  const when = `silent for its budget of ${budgetMs} ms`;
  requireFailure(status, await outcome, bench.faults(), { when, change: kernelFault });
  if (!endedEarly) return;
  throw new ConformanceError("the call ended before its time.", `an end after ${budgetMs} ms.`, kernelFault);
}
