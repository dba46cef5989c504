import { defineRule } from "../rule.ts";

/** More processor time than a server needs that does nothing. */
const busy = 1_000;

export const cancelIgnored = defineRule({
  id: "R502",
  severity: "error",
  title: "A cancel is ignored",
  why: "A person who presses stop pays for work that goes on: processor time, processes, requests to others, and changes that nobody wants any more.",
  fix: "Pass the abort signal of the request to everything that the tool starts, and end it.",
  measured:
    "A call that takes more than two seconds is cancelled after 200 ms. Two seconds later it is looked for processes and processor time; an answer that comes later is a warning.",
  needs: ["cancels"],
  *find({ cancels }) {
    for (const cancelled of cancels) {
      const { tool, input, wholeMs, processesLeft, busyMs, idleMs, answeredAfterMs } = cancelled;
      const extra = busyMs - idleMs;
      const evidence = { sent: input, received: { processesLeft, busyMs, answeredAfterMs } };
      if (processesLeft > 0 || extra > busy) {
        const left =
          processesLeft > 0
            ? `${processesLeft} of its processes ran`
            : `it used ${Math.round(extra)} ms of processor time`;
        yield { tool, message: `Two seconds after the cancel of ${tool}, ${left}.`, evidence };
      } else if (answeredAfterMs !== undefined && answeredAfterMs > 1_000) {
        const message = `${tool} was answered ${Math.round(answeredAfterMs)} ms after its cancel, as if there had been none (${Math.round(wholeMs)} ms in all).`;
        yield { tool, severity: "warning", message, evidence };
      }
    }
  },
});
