import { defineRule } from "../rule.ts";
import { isNeverAnswered } from "./r509-never-answered.ts";

const long = 10_000;

export const noProgress = defineRule({
  id: "R508",
  severity: "info",
  title: "A long call shows no progress",
  why: "A person cannot tell a slow tool from one that hangs, and clients with a stall limit end it.",
  fix: "Send progress notifications when the request has a progress token, every few seconds.",
  measured:
    "A call with a progress token that takes more than 10 s and sends no notification. Calls that are never answered are left to R509.",
  needs: ["calls"],
  *find({ calls }) {
    const told = new Set<string>();
    for (const { tool, purpose, input, progress = 0, reply } of calls) {
      if (purpose !== "valid" || reply.afterMs <= long || progress > 0 || told.has(tool)) continue;
      if (isNeverAnswered(calls, tool)) continue;
      told.add(tool);
      const message = `${tool} took ${(reply.afterMs / 1000).toFixed(1)} s without any progress.`;
      yield { tool, message, evidence: { sent: input } };
    }
  },
});
