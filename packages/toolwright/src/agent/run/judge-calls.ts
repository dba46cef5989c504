import { readInput } from "../../call/read-input.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { ToolError } from "../../tool/tool-error.ts";
import { findCall, type OpenCall } from "../log/open-calls.ts";
import { cutOffResult, failedResult, readArguments, readAsk, rejectedResult } from "./call-results.ts";
import { findRule } from "./consent.ts";
import { askAbout, endCall } from "./end-call.ts";
import { askHook } from "./ask-hook.ts";
import { findTool } from "./host-tools.ts";
import type { RunParts } from "./run-parts.ts";

/**
 * Finds out which calls need a person, before any of them begins, so that the person is asked once about the whole turn. The hook
 * comes first: what it has made of an input is what the policy and the person see. The calls of an answer that was cut off are not
 * run: what the model wanted to write is not known.
 */
export async function judgeCalls(parts: RunParts, calls: readonly OpenCall[]): Promise<void> {
  const { thread, kernel, caller, hostTools, subagents } = parts;
  const { history } = thread.state();
  const last = history.at(-1);
  if (last?.kind === "response" && last.finish === "length") {
    for (const call of calls) await endCall(parts, call, cutOffResult);
    return;
  }
  await refuseSurplus(parts, calls.slice(mostCalls));
  for (const call of calls.slice(0, mostCalls)) await prepareCall(parts, call);
  const prepared = calls.flatMap(({ part }) => findCall(thread.state(), part.callId) ?? []);
  const judged = prepared.filter(({ part }) => !hostTools.has(part.tool) && !subagents.has(part.tool));
  const met = await Promise.all(
    judged.map(async (call) => kernel.preflight(call.part.tool, readArguments(call).input, caller)),
  );
  for (const [index, call] of judged.entries()) {
    const outcome = met[index];
    if (outcome?.status !== "needs_approval") continue;
    const rule = findRule(parts, outcome.request);
    if (rule?.verdict === "rejected") await endCall(parts, call, rejectedResult(call.part.tool));
    else if (rule === undefined) await askAbout(parts, call, readAsk(outcome));
  }
}

/** No model means more than this, and each call is written down several times. */
const mostCalls = 128;

/** Written at once: a model that has lost itself may ask for thousands. */
async function refuseSurplus({ thread, emit }: RunParts, calls: readonly OpenCall[]): Promise<void> {
  const entries = calls.map(
    ({ part }) => ({ type: "call_ended", callId: part.callId, result: surplusResult }) as const,
  );
  await thread.append(...entries);
  const { status, text, durationMs } = surplusResult;
  for (const { part } of calls) {
    emit({ type: "call-end", callId: part.callId, tool: part.tool, status, text, durationMs });
  }
}

const surplusResult = failedResult("not_run", `Not run: an answer may have ${mostCalls} calls. Make fewer at once.`);

/** An input that is not valid is left to the kernel, which says so to the model. */
async function prepareCall(parts: RunParts, call: OpenCall): Promise<void> {
  const { thread } = parts;
  const { beforeTool } = parts.hooks;
  const { part, prepared } = call;
  const tool = findTool(parts, part.tool);
  const { input, problem } = readArguments(call);
  if (beforeTool === undefined || prepared !== undefined || tool === undefined || problem !== undefined) return;
  const read = await readInput(tool, input).catch(() => undefined);
  if (read?.valid !== true) return;
  const { callId } = part;
  const question = {
    name: "beforeTool",
    verdicts: { proceed: undefined, change: undefined, block: "text" },
    callId,
  } as const;
  const said = await askHook(parts, question, (context) => beforeTool({ tool: part.tool, input: read.input }, context));
  if (said.verdict === "block") return await endCall(parts, call, failedResult("blocked", said.text));
  if (said.verdict === "proceed") return await thread.append({ type: "prepared", callId });
  if (!isJsonObject(said.input)) {
    throw new ToolError("hook_failed", "The hook beforeTool changed an input to something that is not an object.");
  }
  await thread.append({ type: "prepared", callId, input: JSON.stringify(said.input) });
}
