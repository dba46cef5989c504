import { defineRule } from "../rule.ts";

const slowest = 1_000;

export const noPing = defineRule({
  id: "R501",
  severity: "error",
  title: "Nothing is answered while a call runs",
  why: "Clients take a server that does not answer a ping for dead and end it, with the call that it was working on; parallel calls wait for each other.",
  fix: "Do not block the event loop or the reading thread: run the work in a thread, a process or asynchronously.",
  measured: "While a call runs that takes more than a second, the server is pinged every 100 ms.",
  needs: ["pings"],
  *find({ pings }) {
    for (const { tool, input, callMs, method, answersMs } of pings) {
      const slow = answersMs.map((ms) => ms ?? Infinity).filter((ms) => ms > slowest);
      if (answersMs.length === 0 || slow.length === 0) continue;
      const worst = Math.max(...slow);
      const how = worst === Infinity ? "got no answer" : `waited ${Math.round(worst)} ms for an answer`;
      yield {
        tool,
        message: `While ${tool} ran for ${Math.round(callMs)} ms, a ${method} ${how}.`,
        evidence: { sent: input, received: answersMs.map((ms) => (ms === undefined ? "none" : Math.round(ms))) },
      };
    }
  },
});
