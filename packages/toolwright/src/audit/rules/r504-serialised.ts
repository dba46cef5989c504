import { defineRule } from "../rule.ts";

export const serialised = defineRule({
  id: "R504",
  severity: "info",
  title: "Calls that only read wait for each other",
  why: "Agents read side by side; a server that answers one after the other makes them wait for the sum.",
  fix: "Answer reads concurrently: asynchronously, in threads, or with a pool.",
  measured:
    "A call that takes at least 300 ms is made four times at once: they take more than three times as long as one.",
  needs: ["parallel"],
  *find({ parallel }) {
    for (const { tool, aloneMs, togetherMs } of parallel) {
      if (togetherMs < 3 * aloneMs) continue;
      const message = `Four calls of ${tool} at once took ${Math.round(togetherMs)} ms, one ${Math.round(aloneMs)} ms.`;
      yield { tool, message };
    }
  },
});
