import { ToolError } from "../../tool/tool-error.ts";
import type { Ask, AskDecision, EntryBody } from "../log/entries.ts";
import { findCall, type OpenCalls } from "../log/open-calls.ts";
import type { ThreadState } from "../log/thread-state.ts";
import type { PendingAsk } from "./events.ts";
import { findTool } from "./host-tools.ts";
import type { AgentParts } from "./run-parts.ts";

/** What a thread waits for, in the order of its calls; those that go on beside the loop come first. */
export function listAsks(
  { calls, background }: OpenCalls,
  agent: Pick<AgentParts, "kernel" | "hostTools">,
): readonly PendingAsk[] {
  return [...background, ...calls].flatMap(({ part: { callId, tool }, phase }) =>
    phase.kind === "asked" ? [{ callId, tool, title: findTool(agent, tool)?.title ?? tool, ask: phase.ask }] : [],
  );
}

/** Decisions as entries. One that fits no ask refuses all of them, so that none is taken for another. */
export function readDecisions(
  state: ThreadState,
  decisions: Readonly<Record<string, AskDecision>>,
): readonly EntryBody[] {
  return Object.entries(decisions).map(([callId, decision]) => {
    const call = findCall(state, callId);
    const phase = call?.phase;
    if (phase?.kind === "decided") throw refused(callId, "it was decided before");
    if (phase?.kind !== "asked") throw refused(callId, "no call of that name waits for anything");
    const problem = findMismatch(phase.ask, decision) ?? findWrongRule(call?.part.tool, decision);
    if (problem !== undefined) throw refused(callId, problem);
    return { type: "decided", callId, decision };
  });
}

function findMismatch({ kind }: Ask, { verdict }: AskDecision): string | undefined {
  switch (kind) {
    case "approval":
      return verdict === "approved" || verdict === "rejected"
        ? undefined
        : `it waits for an approval: "approved" or "rejected"`;
    case "questions":
      return verdict === "answered" ? undefined : `it waits for answers: "answered"`;
    case "host":
      return verdict === "result" ? undefined : `it waits for the result of a tool that the host runs: "result"`;
  }
}

function findWrongRule(tool: string | undefined, decision: AskDecision): string | undefined {
  const named = "remember" in decision ? decision.remember?.tool : undefined;
  if (named === undefined || named === tool) return undefined;
  return `it calls ${JSON.stringify(tool)}, and \`remember\` names ${JSON.stringify(named)}`;
}

function refused(callId: string, problem: string): ToolError {
  const message = `Nothing was decided: ${JSON.stringify(callId)} cannot be, since ${problem}.`;
  return new ToolError("unknown_ask", `${message} \`asks(thread)\` lists what waits.`);
}
