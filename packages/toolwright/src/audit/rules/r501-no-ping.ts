import { defineRule } from "../rule.ts";
import type { PingDuringCall } from "../seen.ts";

/** Clients give up on a ping after some seconds. */
const lost = 5_000;
const slow = 2_000;
const noticeable = 1_000;

export const noPing = defineRule({
  id: "R501",
  severity: "error",
  title: "Nothing is answered while a call runs",
  why: "Clients take a server that does not answer a ping for dead and end it, with the call that it was working on; parallel calls wait for each other.",
  fix: "Do not block the event loop or the reading thread: run the work in a thread, a process or asynchronously.",
  measured:
    "While a call runs that takes more than a second, the server is pinged every 100 ms. No answer within 5 s is an error, one after 2 s a warning, one after 1 s an info.",
  needs: ["pings"],
  *find({ pings }) {
    for (const ping of pings) {
      const { tool, input, callMs, method, answersMs } = ping;
      const worst = findWorst(ping);
      if (worst <= noticeable) continue;
      const how = worst === Infinity ? "got no answer" : `waited ${Math.round(worst)} ms for an answer`;
      const severity =
        worst >= lost ? ({} as const) : { severity: worst > slow ? ("warning" as const) : ("info" as const) };
      yield {
        tool,
        cause: "blocked",
        ...severity,
        message: `While ${tool} ran for ${Math.round(callMs)} ms, a ${method} ${how}.`,
        evidence: { sent: input, received: answersMs.map((ms) => (ms === undefined ? "none" : Math.round(ms))) },
      };
    }
  },
});

/** Whether this rule reports the call: it keeps the server from reading anything, a cancel too. */
export function isBlocking(ping: PingDuringCall): boolean {
  return findWorst(ping) > noticeable;
}

function findWorst({ answersMs }: PingDuringCall): number {
  return Math.max(0, ...answersMs.map((ms) => ms ?? Infinity));
}
