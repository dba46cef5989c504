import type { ApprovalRequest } from "../access/approval.ts";
import type { Terminal } from "./terminal.ts";
import { makeOneLine } from "./visible-text.ts";

/** Asks the person at the terminal. Anything but a clear yes is a no. */
export async function askApproval(
  { tool, title, reason, input, filledIn }: ApprovalRequest,
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<"approved" | "rejected"> {
  const question = [
    `${tool} (${makeOneLine(title)}) asks for your approval: ${makeOneLine(reason)}.`,
    `  ${shorten(JSON.stringify({ ...input, ...filledIn }))}`,
    "Run it? [y/N] ",
  ].join("\n");
  return (await askYes(question, terminal, interrupted)) ? "approved" : "rejected";
}

/** True for a clear yes. */
export async function askYes(question: string, terminal: Terminal, interrupted: AbortSignal): Promise<boolean> {
  const answer = await terminal.ask(question, interrupted);
  // Without an answer the cursor still stands behind the question.
  if (answer === undefined) await terminal.tell("");
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}

const longestShown = 4_000;

/** So that the question itself stays on the screen; what is missing is told. */
function shorten(json: string): string {
  if (json.length <= longestShown) return json;
  return `${json.slice(0, longestShown)}… (${json.length - longestShown} of ${json.length} characters left out)`;
}
