import { canonicalJson } from "../../access/sealed-state.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { Ask, AskDecision, EntryBody } from "../log/entries.ts";
import { findAsk, type OpenCall, type OpenCalls, type SubagentDecision } from "../log/open-calls.ts";
import type { ThreadState } from "../log/thread-state.ts";
import type { PendingAsk } from "./events.ts";
import { findTool } from "./host-tools.ts";
import type { AgentParts } from "./run-parts.ts";

type Tools = Pick<AgentParts, "kernel" | "hostTools" | "subagents">;

/** What a thread waits for, in the order of its calls; those that go on beside the loop come first. */
export function listAsks({ calls, background }: OpenCalls, agent: Tools): readonly PendingAsk[] {
  return [...background, ...calls].flatMap((call) => listAsksOf(call, agent));
}

function listAsksOf({ part: { callId, tool }, phase }: OpenCall, agent: Tools): readonly PendingAsk[] {
  const titleOf = (name: string): string => findTool(agent, name)?.title ?? name;
  if (phase.kind === "asked") return [{ callId, tool, title: titleOf(tool), ask: phase.ask, from: [] }];
  if (phase.kind !== "subagent-asked") return [];
  const decided = new Set(phase.decisions.map((each) => each.callId));
  return phase.asks
    .filter((each) => !decided.has(each.callId))
    .map((each) => ({
      callId: `${callId}/${each.callId}`,
      tool: each.tool,
      title: titleOf(each.tool),
      ask: each.ask,
      from: each.from.map((name) => ({ name, title: titleOf(name) })),
    }));
}

/** Decisions as entries. One that fits no ask refuses all of them, so that none is taken for another. */
export function readDecisions(
  state: ThreadState,
  decisions: Readonly<Record<string, AskDecision>>,
): readonly EntryBody[] {
  return Object.entries(decisions).map(([callId, decision]) => {
    const found = findAsk(state, callId);
    if (found?.isDecided === true) throw refused(callId, "it was decided before");
    if (found === undefined) throw refused(callId, "no call of that name waits for anything");
    const problem = findMismatch(found.ask, decision) ?? findWrongRule(found.tool, decision);
    if (problem !== undefined) throw refused(callId, problem);
    return { type: "decided", callId, decision };
  });
}

/**
 * What was decided for a subagent in the thread above it, as entries of its own thread. What it has heard before a crash, or no
 * longer asks in the same words, is left out.
 */
export function takeDecisions(state: ThreadState, decisions: readonly SubagentDecision[]): readonly EntryBody[] {
  return decisions.flatMap(({ callId, ask, decision }) => {
    const found = findAsk(state, callId);
    if (found === undefined || found.isDecided || canonicalJson(found.ask) !== canonicalJson(ask)) return [];
    return [{ type: "decided", callId, decision }];
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

function findWrongRule(tool: string, decision: AskDecision): string | undefined {
  const named = "remember" in decision ? decision.remember?.tool : undefined;
  if (named === undefined || named === tool) return undefined;
  return `it calls ${JSON.stringify(tool)}, and \`remember\` names ${JSON.stringify(named)}`;
}

function refused(callId: string, problem: string): ToolError {
  const message = `Nothing was decided: ${JSON.stringify(callId)} cannot be, since ${problem}.`;
  return new ToolError("unknown_ask", `${message} \`asks(thread)\` lists what waits.`);
}
