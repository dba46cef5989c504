import type { ApprovalRequest } from "../src/access/approval.ts";
import type { Outcome } from "../src/call/outcome.ts";
import { sampleTool, writes } from "./sample.ts";

/** A destructive tool, and what it was run with. */
export function removing() {
  const ran: unknown[] = [];
  const tool = sampleTool(
    (input) => {
      ran.push(input);
      return "removed";
    },
    { name: "remove_file", effects: writes },
  );
  return { tool, ran };
}

/** The request that a call ended in. */
export function requestOf(outcome: Outcome): ApprovalRequest {
  if (outcome.status !== "needs_approval") throw new Error(`expected needs_approval, got ${outcome.status}`);
  return outcome.request;
}
