import { defineRule, type Finding } from "../rule.ts";
import type { CancelledCall } from "../seen.ts";
import { isBlocking } from "./r501-no-ping.ts";

/** More processor time than a server needs that does nothing. */
const busy = 1_000;
/** Less than this, and the call did nothing but wait. */
const waiting = 100;

export const cancelIgnored = defineRule({
  id: "R502",
  severity: "error",
  title: "A cancel is ignored",
  why: "A person who presses stop pays for work that goes on: processor time, processes, requests to others, and changes that nobody wants any more.",
  fix: "Pass the abort signal of the request to everything that the tool starts, and end it.",
  measured:
    "A call that takes at least 2.5 s (the probe's limit) is cancelled after 200 ms. The audit then counts its processes and processor time for two seconds, and again when the call would have ended by itself: what is still there then is an error. Work and answers that go on up to that end are a warning; an answer without work is an info. Both are left out for a call that R501 reports: a server that blocks cannot read the cancel.",
  needs: ["cancels"],
  also: ["pings"],
  *find({ cancels, pings = [] }) {
    const blocking = new Set(pings.filter(isBlocking).map(callOf));
    for (const cancelled of cancels) {
      const found = judge(cancelled);
      // What never ends is more than a cancel that came too late.
      if (found === undefined || (found.severity !== undefined && blocking.has(callOf(cancelled)))) continue;
      const { tool, input, processesLeft, processesLeftAtEnd, busyMs, answeredAfterMs } = cancelled;
      const evidence = { sent: input, received: { processesLeft, processesLeftAtEnd, busyMs, answeredAfterMs } };
      yield { tool, ...found, evidence };
    }
  },
});

function judge(cancelled: CancelledCall): Pick<Finding, "message" | "severity" | "cause"> | undefined {
  const { tool, wholeMs, processesLeft, processesLeftAtEnd, busyMs, busyAtEndMs, idleMs, answeredAfterMs } = cancelled;
  const extra = busyMs - idleMs;
  if (processesLeftAtEnd > 0 || busyAtEndMs - idleMs > busy) {
    const left = describeLeft(processesLeftAtEnd, busyAtEndMs - idleMs);
    return {
      cause: "never ends",
      message: `After the cancel of ${tool} and the time that the whole call takes, ${left}.`,
    };
  }
  if (processesLeft > 0 || extra > busy) {
    const left = describeLeft(processesLeft, extra);
    return { cause: "goes on", severity: "warning", message: `Two seconds after the cancel of ${tool}, ${left}.` };
  }
  if (answeredAfterMs === undefined || answeredAfterMs <= 1_000) return undefined;
  const message = `${tool} was answered ${Math.round(answeredAfterMs)} ms after its cancel, as if there had been none (${Math.round(wholeMs)} ms in all).`;
  return { cause: "answered", severity: extra < waiting ? "info" : "warning", message };
}

function callOf({ tool, input }: Pick<CancelledCall, "tool" | "input">): string {
  return JSON.stringify([tool, input]);
}

function describeLeft(processes: number, extra: number): string {
  return processes > 0 ? `${processes} of its processes ran` : `it used ${Math.round(extra)} ms of processor time`;
}
