import type { Ask, AskDecision, CallPart, CallResult, SubagentAsk } from "./entries.ts";

/** What was asked about a call, and what a person said to it. */
export interface Consented {
  readonly ask: Ask;
  readonly decision: AskDecision;
}

/** A decision about something that a subagent has asked. */
export interface SubagentDecision {
  readonly callId: string;
  readonly ask: Ask;
  readonly decision: AskDecision;
}

/** How far a call of the latest response has come. */
export type CallPhase =
  | { readonly kind: "pending" }
  | {
      readonly kind: "started";
      readonly repeatable: boolean;
      readonly consent?: Consented;
      /** Present if a subagent works on it: what it has yet to be told. */
      readonly decisions?: readonly SubagentDecision[];
    }
  | { readonly kind: "asked"; readonly ask: Ask }
  | { readonly kind: "decided"; readonly consent: Consented }
  /** A subagent waits for all that it has asked and nobody has decided. */
  | {
      readonly kind: "subagent-asked";
      readonly asks: readonly SubagentAsk[];
      readonly decisions: readonly SubagentDecision[];
    }
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

export function startPhase(phase: CallPhase, repeatable: boolean, by?: "subagent"): CallPhase {
  if (by === "subagent") {
    return { kind: "started", repeatable, decisions: ("decisions" in phase ? phase.decisions : undefined) ?? [] };
  }
  const consent = "consent" in phase ? phase.consent : undefined;
  return { kind: "started", repeatable, ...(consent === undefined ? {} : { consent }) };
}

/** Whether a subagent has begun to work on the call. */
export function isDelegated({ phase }: OpenCall): boolean {
  return phase.kind === "subagent-asked" || (phase.kind === "started" && phase.decisions !== undefined);
}

/** Nothing happens to the call until somebody decides. */
export function isWaiting({ phase }: OpenCall): boolean {
  return phase.kind === "asked" || (phase.kind === "subagent-asked" && phase.decisions.length === 0);
}

/** What somebody waits for, with the tool that it is about. */
export interface FoundAsk {
  readonly tool: string;
  readonly ask: Ask;
  readonly isDecided: boolean;
  /** Undefined for an ask of the thread's own call; otherwise, the call of the subagent and the id in its thread. */
  readonly within: { readonly callId: string; readonly inner: string } | undefined;
}

/** What waits, or waited, under an id as `asks` tells it. */
export function findAsk(open: OpenCalls, id: string): FoundAsk | undefined {
  const call = findCall(open, id);
  if (call !== undefined) {
    const { part, phase } = call;
    if (phase.kind === "asked") return { tool: part.tool, ask: phase.ask, isDecided: false, within: undefined };
    if (phase.kind !== "decided") return undefined;
    return { tool: part.tool, ask: phase.consent.ask, isDecided: true, within: undefined };
  }
  const at = id.indexOf("/");
  const [callId, inner] = [id.slice(0, at), id.slice(at + 1)];
  const phase = at === -1 ? undefined : findCall(open, callId)?.phase;
  if (phase?.kind !== "subagent-asked") return undefined;
  const found = phase.asks.find((each) => each.callId === inner);
  if (found === undefined) return undefined;
  const isDecided = phase.decisions.some((each) => each.callId === inner);
  return { tool: found.tool, ask: found.ask, isDecided, within: { callId, inner } };
}

/** The call as it stands after a decision about what it waits for, or about what its subagent does. */
export function decideAsk(open: OpenCalls, id: string, decision: AskDecision): OpenCalls {
  const found = findAsk(open, id);
  if (found === undefined || found.isDecided) return open;
  const { ask, within } = found;
  const isPartial = ask.kind === "questions" && decision.verdict === "answered" && decision.partial === true;
  const answered = isPartial ? { ...ask, answers: { ...ask.answers, ...decision.answers } } : undefined;
  const consent = joinAnswers(ask, decision);
  return setPhase(open, within?.callId ?? id, (phase) => {
    if (within === undefined)
      return answered === undefined ? { kind: "decided", consent } : { kind: "asked", ask: answered };
    if (phase.kind !== "subagent-asked") return phase;
    const { inner } = within;
    if (answered === undefined) return { ...phase, decisions: [...phase.decisions, { callId: inner, ...consent }] };
    return { ...phase, asks: phase.asks.map((each) => (each.callId === inner ? { ...each, ask: answered } : each)) };
  });
}

/** The last answers with those that came before them; the ask as it was put, by which a subagent knows it. */
function joinAnswers(ask: Ask, decision: AskDecision): Consented {
  if (ask.kind !== "questions" || decision.verdict !== "answered") return { ask, decision };
  const { answers, ...put } = ask;
  return { ask: put, decision: { verdict: "answered", answers: { ...answers, ...decision.answers } } };
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
