import type { Ask, CallResult, EntryBody } from "./entries.ts";
import { isDelegated, type OpenCall, type OpenCalls } from "./open-calls.ts";

/** The three texts with which a call ends that its tool did not end. They are never reworded: people search for them. */
export const fixedTexts = {
  cancelled: "Cancelled by the user. Do not repeat this call unless you are asked to.",
  timedOut: "Timed out: the call was ended before it had an answer.",
  repaired:
    "Started, outcome unknown: the program ended while this call ran. Check what it has done before you repeat it.",
} as const;

/** A result that a call has without its tool. */
export type RepairedCall = Extract<EntryBody, { readonly type: "repaired" }>;

/** What a call ends with that never began. */
export const notRunText = "Not run: the conversation went on before this call began.";

/** A hook that has not seen a result has not let it pass. */
const withheldText =
  "It has run to its end, but its result is withheld: the conversation went on before the result was checked. What it does may have taken effect.";

/**
 * What a thread lacks that was cut off. Calls under way whose repetition does no harm are left alone: they run again when the
 * thread goes on. All others have a result now that says what is not known. The second time there is nothing to repair.
 */
export function repairThread({ calls, background }: OpenCalls): readonly RepairedCall[] {
  return [...calls, ...background]
    .filter(({ phase }) => phase.kind === "started" && !phase.repeatable)
    .map(({ part }) => ({ type: "repaired", callId: part.callId, result: unknownResult }));
}

/**
 * What a copy of a thread does not have: subagents that are at work, and decisions about calls that have yet to run. Both go on in
 * the other thread alone; a person who has approved a call has approved it once. What still waits is asked in the name of the copy.
 */
export function closeCopy({ calls, background }: OpenCalls, from: string, to: string): readonly EntryBody[] {
  const text = `${fixedTexts.repaired} ${subagentRemains}`;
  return [...calls, ...background].flatMap((call): readonly EntryBody[] => {
    const { part, phase } = call;
    const { callId } = part;
    if (isDelegated(call)) return [{ type: "repaired", callId, result: { ...unknownResult, text } }];
    if (phase.kind === "decided") return [{ type: "asked", callId, ask: moveAsk(phase.consent.ask, from, to) }];
    return phase.kind === "asked" ? [{ type: "asked", callId, ask: moveAsk(phase.ask, from, to) }] : [];
  });
}

/** The session of a call is its thread, unless its host has named another one. What a tool's own call asks for is sealed. */
function moveAsk(ask: Ask, from: string, to: string): Ask {
  if (ask.kind !== "approval" || ask.state !== undefined || ask.request.session !== from) return ask;
  return { ...ask, request: { ...ask.request, session: to } };
}

/** Ends every call that has no result, so that the thread can take another way. */
export function abandonCalls(
  { calls, background }: OpenCalls,
  reason: "cancelled" | "not_run",
): readonly RepairedCall[] {
  return [...calls, ...background]
    .filter(({ phase }) => phase.kind !== "ended")
    .map((call) => ({ type: "repaired", callId: call.part.callId, result: abandonedResult(call, reason) }));
}

const unknownResult: CallResult = { status: "unknown", text: fixedTexts.repaired, isError: true, durationMs: 0 };

/** What a subagent that did not come to its end has done already is not undone. */
export const subagentRemains = "It was a subagent's work; what that had done by then remains.";

const unfinishedText = `Ended before it was finished: the conversation went on. ${subagentRemains}`;

/** What has begun may have had an effect, even if the person does not want to wait for it. */
function abandonedResult(call: OpenCall, reason: "cancelled" | "not_run"): CallResult {
  const { phase } = call;
  if (isDelegated(call)) {
    return reason === "cancelled"
      ? { ...cancelledResult, text: `${cancelledResult.text} ${subagentRemains}` }
      : { status: "unfinished", text: unfinishedText, isError: true, durationMs: 0 };
  }
  if (phase.kind === "started" && (reason === "not_run" || !phase.repeatable)) return unknownResult;
  if (phase.kind === "returned") return { ...phase.result, text: withheldText, attachments: [], isError: true };
  return reason === "cancelled"
    ? cancelledResult
    : { status: "not_run", text: notRunText, isError: true, durationMs: 0 };
}

/** What a call ends with that the person did not let begin. */
export const cancelledResult: CallResult = {
  status: "cancelled",
  text: fixedTexts.cancelled,
  isError: false,
  durationMs: 0,
};
