import type { Ask, CallResult } from "../log/entries.ts";
import type { OpenCall } from "../log/open-calls.ts";
import { readArguments } from "./call-results.ts";
import { fitResult } from "./fit-result.ts";
import { askHook } from "./ask-hook.ts";
import { findTool } from "./host-tools.ts";
import { noteRepeats } from "./repeats.ts";
import type { RunParts } from "./run-parts.ts";

/** Gives the call its result for good. */
export async function endCall(parts: RunParts, { part, prepared }: OpenCall, ended: CallResult): Promise<void> {
  const { thread, emit, limits } = parts;
  const told = prepared?.input === undefined ? ended : { ...ended, note: changedNote };
  const result = noteRepeats(thread.state().history, part, told, limits.repeats);
  await thread.append({ type: "call_ended", callId: part.callId, result });
  const { status, text, durationMs, exit } = result;
  const more = exit === undefined ? {} : { exit };
  emit({ type: "call-end", callId: part.callId, tool: part.tool, status, text, durationMs, ...more });
}

/** Not to what: a hook may put in what the model must not see, such as a key. */
const changedNote = "Note: the input of this call was changed before it ran.";

/** What a tool has said goes past the hook, if there is one, in its share of the turn's room. */
export async function returnResult(parts: RunParts, call: OpenCall, result: CallResult): Promise<void> {
  if (parts.hooks.afterTool === undefined || !isOfTool(result)) {
    return await endCall(parts, call, await fitResult(parts, call.part, result));
  }
  await parts.thread.append({ type: "call_returned", callId: call.part.callId, result });
  await releaseResult(parts, call, result);
}

/** All other results are texts of the kernel. */
function isOfTool({ status }: CallResult): boolean {
  return status === "ok" || status === "tool_error";
}

/** The result of a call that has returned, as the hook lets it pass. */
export async function releaseResult(parts: RunParts, call: OpenCall, result: CallResult): Promise<void> {
  const { afterTool } = parts.hooks;
  const { callId, tool } = call.part;
  let released = result;
  if (afterTool !== undefined) {
    const { status, text, isError, attachments } = result;
    const facts = { status, text, isError, ...(attachments === undefined ? {} : { attachments }) };
    const question = { name: "afterTool", verdicts: { keep: undefined, replace: "text" }, callId } as const;
    const said = await askHook(parts, question, (context) =>
      afterTool({ tool, input: readArguments(call).input }, facts, context),
    );
    const { verdict: _verdict, ...replaced } = said;
    released = { ...result, ...replaced };
  }
  await endCall(parts, call, await fitResult(parts, call.part, released));
}

/** The call waits for a person, or for the host. */
export async function askAbout(parts: RunParts, { part }: OpenCall, ask: Ask): Promise<void> {
  await parts.thread.append({ type: "asked", callId: part.callId, ask });
  const title = findTool(parts, part.tool)?.title ?? part.tool;
  parts.emit({ type: "asked", ask: { callId: part.callId, tool: part.tool, title, ask, from: [] } });
}
