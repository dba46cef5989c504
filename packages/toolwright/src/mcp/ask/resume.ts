import type { ServerContext } from "@modelcontextprotocol/server";
import type { CallOptions } from "../../call/kernel.ts";
import type { Answers } from "../../tool/question.ts";
import { isApprovalState, readApproval, readRound, badState } from "./approval.ts";

export type Resumed = Pick<CallOptions, "approval" | "continues">;

/** What a call brings back from an earlier round: the person's decision, or answers to the tool's own questions. */
export function resumeCall({ mcpReq }: ServerContext): Resumed {
  const state = mcpReq.requestState();
  if (state !== undefined && typeof state !== "string") throw badState();
  return resumeFrom(state, mcpReq.inputResponses ?? {});
}

/** The same from a state that was kept here instead of travelling through the client. */
export function resumeFrom(state: string | undefined, answers: Answers): Resumed {
  if (state === undefined) return Object.keys(answers).length === 0 ? {} : { continues: { answers } };
  if (!isApprovalState(state)) return { continues: { answers, state } };
  const approval = readApproval(state, answers);
  const round = readRound(state);
  return {
    ...(approval === undefined ? {} : { approval }),
    ...(round === undefined ? {} : { continues: { answers: {}, state: round } }),
  };
}
