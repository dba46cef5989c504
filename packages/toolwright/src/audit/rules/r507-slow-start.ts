import { defineRule } from "../rule.ts";

const slow = 10_000;
const noticeable = 5_000;

export const slowStart = defineRule({
  id: "R507",
  severity: "warning",
  title: "The server is slow to start",
  why: "Clients start servers with each session, often several at once, and give up after some seconds.",
  fix: "List tools before anything heavy is loaded; connect and index on first use.",
  measured:
    "From the start of the process to the whole list of tools: more than 10 s, on the machine of the audit; more than 5 s is an info.",
  needs: ["start"],
  *find({ start: { listedAfterMs } }) {
    if (listedAfterMs <= noticeable) return;
    const severity = listedAfterMs > slow ? ({} as const) : ({ severity: "info" } as const);
    yield { ...severity, message: `The list of tools came ${(listedAfterMs / 1000).toFixed(1)} s after the start.` };
  },
});
