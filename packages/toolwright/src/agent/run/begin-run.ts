import type { EntryBody, RunEnd, UserPart } from "../log/entries.ts";
import { findCall } from "../log/open-calls.ts";
import { abandonCalls, type RepairedCall, repairThread } from "../log/repair.ts";
import type { ThreadState } from "../log/thread-state.ts";
import { deliverEntries } from "./deliver.ts";
import type { RunParts } from "./run-parts.ts";

/** With an input, what was open before is closed; without one, it is taken up again. */
export async function beginRun(parts: RunParts, input: readonly UserPart[] | undefined): Promise<void> {
  const { thread } = parts;
  const state = thread.state();
  if (input === undefined) return await closeCalls(parts, repairThread(state));
  const abandoned = abandonCalls(state, "not_run");
  await closeCalls(parts, abandoned, ...endRunBefore(state, abandoned.length > 0));
  await thread.appendNext((closed) => [...deliverEntries(closed), { type: "user", content: input }]);
}

/** Gives calls a result without their tools, in one entry with what follows, and tells those who watch. */
export async function closeCalls(
  { thread, emit }: RunParts,
  repaired: readonly RepairedCall[],
  ...more: readonly EntryBody[]
): Promise<void> {
  const open = thread.state();
  await thread.append(...repaired, ...more);
  for (const { callId, result } of repaired) {
    const tool = findCall(open, callId)?.part.tool;
    const { status, text, durationMs } = result;
    if (tool !== undefined) emit({ type: "call-end", callId, tool, status, text, durationMs });
  }
}

/** A result for a call that waited takes the end of its run back, and the next run would go on with what that one has used. */
function endRunBefore({ seq, end }: ThreadState, hasAbandoned: boolean): readonly EntryBody[] {
  if (seq > 0 && end === undefined) return [{ type: "ended", end: cutOffEnd }];
  if (!hasAbandoned || end === undefined) return [];
  return [{ type: "ended", end: end.status === "awaiting" ? { status: "cancelled" } : end }];
}

const cutOffEnd: RunEnd = {
  status: "failed",
  code: "cut_off",
  message: "The program ended during this run.",
  recoverable: true,
};
