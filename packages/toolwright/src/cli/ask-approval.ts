import type { ApprovalRequest } from "../access/approval.ts";
import { describeInput } from "../access/describe-request.ts";
import type { Terminal } from "./terminal.ts";
import { makeOneLine } from "./visible-text.ts";

/** Asks the person at the terminal. Anything but a clear yes is a no. */
export async function askApproval(
  request: ApprovalRequest,
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<"approved" | "rejected"> {
  const { tool, title, reason } = request;
  const question = [
    `${tool} (${makeOneLine(title)}) asks for your approval: ${makeOneLine(reason)}.`,
    `  ${describeInput(request)}`,
    "Run it? [y/N] ",
  ].join("\n");
  return (await askYes(question, terminal, interrupted)) ? "approved" : "rejected";
}

/** Asks a question at the terminal; true for a clear yes. */
export async function askYes(question: string, terminal: Terminal, interrupted: AbortSignal): Promise<boolean> {
  const answer = await terminal.ask(question, interrupted);
  // Without an answer the cursor is still after the question.
  if (answer === undefined) await terminal.tell("");
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}
