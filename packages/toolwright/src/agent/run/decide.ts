import type { AnyKernel } from "../../call/kernel.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { Ask, AskDecision, EntryBody } from "../log/entries.ts";
import type { ThreadState } from "../log/thread-state.ts";
import type { PendingAsk } from "./events.ts";

/** What a thread waits for, in the order of its calls. */
export function listAsks({ calls }: ThreadState, kernel: AnyKernel): readonly PendingAsk[] {
  return calls.flatMap(({ part, phase }) =>
    phase.kind === "asked"
      ? [{ callId: part.callId, tool: part.tool, title: kernel.tool(part.tool)?.title ?? part.tool, ask: phase.ask }]
      : [],
  );
}

/** Decisions as entries. One that fits no ask refuses all of them, so that none is taken for another. */
export function readDecisions(
  { calls }: ThreadState,
  decisions: Readonly<Record<string, AskDecision>>,
): readonly EntryBody[] {
  return Object.entries(decisions).map(([callId, decision]) => {
    const phase = calls.find(({ part }) => part.callId === callId)?.phase;
    if (phase?.kind === "decided") throw refused(callId, "it was decided before");
    if (phase?.kind !== "asked") throw refused(callId, "no call of that name waits for anything");
    const problem = findMismatch(phase.ask, decision);
    if (problem !== undefined) throw refused(callId, problem);
    return { type: "decided", callId, decision };
  });
}

function findMismatch({ kind }: Ask, { verdict }: AskDecision): string | undefined {
  if (kind === "approval" && verdict === "answered") return `it waits for an approval: "approved" or "rejected"`;
  if (kind === "questions" && verdict !== "answered") return `it waits for answers: "answered"`;
  return undefined;
}

function refused(callId: string, problem: string): ToolError {
  const message = `Nothing was decided: ${JSON.stringify(callId)} cannot be, since ${problem}.`;
  return new ToolError("unknown_ask", `${message} \`asks(thread)\` lists what waits.`);
}
