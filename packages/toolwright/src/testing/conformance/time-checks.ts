import { nextTurns } from "../waiting.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, requireFailure } from "./require-outcome.ts";
import { neverEnding, attempt } from "./steer.ts";
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

const defaultBlockMs = 200;
/** A busy machine pauses now and then, and a first call may load what all others use: neither happens every time. */
const maxRuns = 3;

/** All calls share one thread: while a handler blocks it, no call is cancelled or answered. */
export const loopChecks: readonly CheckDefinition[] = [
  {
    id: "loop:blocked",
    title: "the handler lets the event loop go on while it works",
    needsExample: true,
    async examine(subject) {
      const { blockMs = defaultBlockMs } = subject.options;
      let shortest = Infinity;
      for (let run = 0; run < maxRuns; run += 1) {
        shortest = Math.min(shortest, await measureBlock(subject));
        if (shortest <= blockMs) return;
      }
      throw new ConformanceError(
        `the handler blocked the event loop for ${Math.round(shortest)} ms, in each of ${maxRuns} runs.`,
        `at most ${blockMs} ms, so that cancels, deadlines and other calls are served.`,
        "do the work in slices, in a worker or in a process; use the asynchronous functions of Node, not those that end in Sync.",
      );
    },
  },
];

/** The longest stretch in milliseconds during which one run of the handler blocked everything else. */
async function measureBlock(subject: Subject): Promise<number> {
  let longest = 0;
  await using bench = subject.open({
    steer: (original) => (input, services, call) => {
      const stop = watchLoop();
      const own = attempt(() => original(input, services, call));
      // At the handler's end, not the call's: formatting and storing the answer is not its work.
      const note = (): void => void (longest = stop());
      own.then(note, note);
      return own;
    },
  });
  await bench.start().outcome;
  return longest;
}

/** Often enough to be accurate within a tenth of what matters. */
const tickMs = 10;

/** Starts watching the event loop; the returned function stops and returns the longest stretch without a turn, in ms. */
export function watchLoop(): () => number {
  let lastTurn = performance.now();
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - lastTurn);
    lastTurn = now;
  };
  const ticks = setInterval(look, tickMs);
  return () => {
    clearInterval(ticks);
    look();
    return longest;
  };
}
