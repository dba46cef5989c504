import type { Ask, AskDecision, CallPart, CallResult } from "./entries.ts";

/** What was asked about a call, and what a person said to it. */
export interface Consented {
  readonly ask: Ask;
  readonly decision: AskDecision;
}

/** How far a call of the latest response has come. */
export type CallPhase =
  | { readonly kind: "pending" }
  | { readonly kind: "started"; readonly repeatable: boolean; readonly consent?: Consented }
  | { readonly kind: "asked"; readonly ask: Ask }
  | { readonly kind: "decided"; readonly consent: Consented }
  /** The tool has ended; a hook has yet to see its result. */
  | { readonly kind: "returned"; readonly result: CallResult }
  | { readonly kind: "ended"; readonly result: CallResult };

export interface OpenCall {
  /** As the model wrote it. */
  readonly part: CallPart;
  readonly phase: CallPhase;
  /** Set once the hook in front of the call has let it go on; `input` in place of the model's arguments. */
  readonly prepared?: { readonly input?: string };
}

/** A result beside the call that it answers. */
export interface AnsweredCall {
  readonly part: CallPart;
  readonly result: CallResult;
}

/** Calls whose results are still to come. */
export interface OpenCalls {
  /** The calls of the latest response, in its order, until each has a result. */
  readonly calls: readonly OpenCall[];
  /** Calls that go on beside the loop, until each has a result. */
  readonly background: readonly OpenCall[];
}

/** A call of the latest response, or one beside the loop, that has no result. */
export function findCall({ calls, background }: OpenCalls, callId: string): OpenCall | undefined {
  return [...calls, ...background].find(({ part, phase }) => part.callId === callId && phase.kind !== "ended");
}

/** A call that has a result keeps it, whatever is told afterwards. */
export function changeCall(
  { calls, background }: OpenCalls,
  callId: string,
  change: (call: OpenCall) => OpenCall,
): OpenCalls {
  const changeOne = (call: OpenCall): OpenCall =>
    call.part.callId === callId && call.phase.kind !== "ended" ? change(call) : call;
  return { calls: calls.map(changeOne), background: background.map(changeOne) };
}

export function setPhase(open: OpenCalls, callId: string, next: (phase: CallPhase) => CallPhase): OpenCalls {
  return changeCall(open, callId, (call) => ({ ...call, phase: next(call.phase) }));
}

export function startPhase(phase: CallPhase, repeatable: boolean): CallPhase {
  const consent = "consent" in phase ? phase.consent : undefined;
  return { kind: "started", repeatable, ...(consent === undefined ? {} : { consent }) };
}

/** The turn has a result for the call, which has a phase of its own from here on. */
export function detachCall(open: OpenCalls, callId: string, repeatable: boolean, result: CallResult): OpenCalls {
  const call = open.calls.find(({ part, phase }) => part.callId === callId && phase.kind !== "ended");
  if (call === undefined) return open;
  const answered = setPhase(open, callId, () => ({ kind: "ended", result }));
  return { ...answered, background: [...open.background, { ...call, phase: startPhase(call.phase, repeatable) }] };
}

/** Those that have their results, beside them. */
export function endedCalls(calls: readonly OpenCall[]): readonly AnsweredCall[] {
  return calls.flatMap(({ part, phase }) => (phase.kind === "ended" ? [{ part, result: phase.result }] : []));
}
