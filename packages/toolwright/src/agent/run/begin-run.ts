import type { EntryBody, RunEnd, UserPart } from "../log/entries.ts";
import { findCall } from "../log/open-calls.ts";
import { abandonCalls, type RepairedCall, repairThread } from "../log/repair.ts";
import { deliverEntries } from "./deliver.ts";
import type { RunParts } from "./run-parts.ts";

/** With an input, what was open before is closed; without one, it is taken up again. */
export async function beginRun(parts: RunParts, input: readonly UserPart[] | undefined): Promise<void> {
  const { thread } = parts;
  const state = thread.state();
  if (input === undefined) return await closeCalls(parts, repairThread(state));
  const isCutOff = state.seq > 0 && state.end === undefined;
  const ended: readonly EntryBody[] = isCutOff ? [{ type: "ended", end: cutOffEnd }] : [];
  await closeCalls(parts, abandonCalls(state, "not_run"), ...ended);
  await thread.appendNext((closed) => [...deliverEntries(closed), { type: "user", content: input }]);
}

/** Gives calls a result without their tools, together with what follows, and tells those who watch. */
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

const cutOffEnd: RunEnd = {
  status: "failed",
  code: "cut_off",
  message: "The program ended during this run.",
  recoverable: true,
};
