import { isApprovalNeeded } from "../access/approval-needed.ts";
import type { AccessRequest } from "../access/policy.ts";
import type { OpenedRound, RoundState } from "../access/sealed-state.ts";
import type { Redact } from "../output/redact.ts";
import type { Call, HandlerContainment } from "../tool/call-context.ts";
import { deferred, isPromiseLike } from "../tool/deferred.ts";
import { isInputNeeded } from "../tool/question.ts";
import { isJsonObject } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";
import { askForInner, askQuestions } from "./ask-questions.ts";
import { type CallRequest, tellHost } from "./call-request.ts";
import { describeProblems, describeStop, describeThrown, describeUndelivered } from "./describe-end.ts";
import type { FaultSource } from "./events.ts";
import { describeCrash, finishOutput } from "./finish-output.ts";
import { checkAccess, refuseHidden } from "./gate.ts";
import { startLifetime, type Lifetime } from "./lifetime.ts";
import { OpenCall } from "./open-call.ts";
import { failure, type UnstampedOutcome, type KernelParts } from "./parts.ts";
import { createProgressReporter, type ProgressReport } from "./progress.ts";
import { readInput, type ReadInput } from "./read-input.ts";
import { withinTime } from "./within-time.ts";

export interface Settled {
  readonly draft: UnstampedOutcome;
  readonly notes: readonly string[];
}

export interface PerformedCall {
  readonly tool: string;
  /** Settles once: with the answer, or with the reason the call was stopped, whichever comes first. */
  readonly settled: Promise<Settled>;
  cancel(): void;
}

/** What the stages of one call share. */
interface Stages {
  readonly parts: KernelParts;
  readonly request: CallRequest;
  readonly life: Lifetime;
  readonly call: OpenCall;
  readonly notes: string[];
  readonly onFault: (source: FaultSource, error: unknown) => void;
  readonly onStray: (error: unknown) => void;
  /** The source to blame for an exception that no stage has caught. */
  source: FaultSource;
}

/**
 * How long the delivery of a result may take: ending processes, formatting, spilling. Where eight servers shared two cores, the answer
 * of a script that had worked for half a minute was thrown away after five seconds.
 */
const deliveryMs = 15_000;
/** What goes on then is reported. */
const endingMs = 2_500;

/** One call from input to answer. `onGone` is called when its handler has ended and its processes are gone. */
export function performCall(parts: KernelParts, request: CallRequest, onGone: () => void): PerformedCall {
  const notes: string[] = [];
  const { promise: settled, resolve } = deferred<Settled>();
  const settle = (draft: UnstampedOutcome): void => resolve({ draft, notes: [...notes] });
  const onFault = (source: FaultSource, error: unknown): void =>
    parts.emit({ type: "fault", callId: request.callId, tool: request.tool.name, source, error });
  const onStray = (error: unknown): void => {
    onFault("stray", error);
    life.crash(error);
  };

  const progress = createProgressReporter(parts.clock, (report) => {
    const { onProgress } = request;
    if (onProgress === undefined) return;
    tellHost(
      parts.containment,
      () => onProgress(redactMessage(report, parts.output.redact)),
      (error) => onFault("progress-listener", error),
    );
  });
  const life = startLifetime({
    clock: parts.clock,
    deadlineMs: request.deadlineMs,
    stallMs: Math.min(request.tool.stallMs, request.deadlineMs),
    cancel: request.signal,
    // The handler's listeners run here: errors that escape them belong to the handler, whatever cancelled it.
    runAbort: (abort) => parts.containment.run(onStray, abort),
    onStop(stop) {
      if (stop === "cancelled") progress.drop();
      else progress.finish();
      settle(describeStop(request, stop));
    },
  });
  const call = new OpenCall(parts, request, life, progress, (level, logged) => {
    const message = parts.output.redact?.(logged) ?? logged;
    parts.emit({ type: "call-log", callId: request.callId, tool: request.tool.name, level, message });
    const { onLog } = request;
    if (onLog === undefined) return;
    tellHost(
      parts.containment,
      () => onLog(level, message),
      (error) => onFault("log-listener", error),
    );
  });

  const stages: Stages = { parts, request, life, call, notes, onFault, onStray, source: "kernel" };
  const release = (): void => {
    if (OpenCall.hasProcesses(call)) void OpenCall.closeProcesses(call).then(onGone, onGone);
    else onGone();
  };
  runStages(stages).then(
    (draft) => {
      release();
      if (draft === undefined) return;
      progress.finish();
      settle(draft);
    },
    (error: unknown) => {
      release();
      life.finish();
      progress.drop();
      onFault(stages.source, error);
      settle(failure("crashed", describeCrash(request.tool.name, request.callId)));
    },
  );
  return { tool: request.tool.name, settled, cancel: life.cancel };
}

function redactMessage(report: ProgressReport, redact: Redact | undefined): ProgressReport {
  if (redact === undefined || report.message === undefined) return report;
  return { ...report, message: redact(report.message) };
}

/** Undefined if the call was stopped before its answer was ready. */
async function runStages(stages: Stages): Promise<UnstampedOutcome | undefined> {
  const { parts, request, life, notes, onFault, onStray } = stages;
  const { tool, caller, approval, callId } = request;
  const refuse = (draft: UnstampedOutcome): UnstampedOutcome | undefined => (life.finish() ? draft : undefined);

  const hidden = tool.needs.length === 0 ? undefined : await refuseHidden(parts, tool, caller);
  if (hidden !== undefined) return refuse(hidden);
  stages.source = "input-schema";
  const read = await readInput(tool, request.input);
  if (!read.valid) return refuse(failure("invalid_input", describeProblems(tool, read.problems)));
  notes.push(...read.notes);
  stages.source = "policy";
  const asked = { tool, input: understood(read), given: read.input, caller };
  const round =
    request.continues?.state === undefined
      ? firstRound
      : await parts.approvals.seal.open(request.continues.state, asked);
  if (round === undefined) return refuse(failure("denied", describeStaleState(tool), { code: "state_invalid" }));
  const consent = { approval, approvedBefore: round.approved };
  const access = await checkAccess(parts, asked, consent, life.isOver, (error) => onFault("policy", error));
  if (typeof access === "object") return refuse(keepRound(access, request.continues?.state));
  if (life.isOver()) return undefined;
  stages.source = "services";
  const services = await parts.servicesFor(caller);
  if (life.isOver()) return undefined;
  stages.source = "kernel";
  if (round.claim !== undefined && !(await round.claim())) {
    return refuse(failure("denied", describeStaleState(tool), { code: "state_invalid" }));
  }
  if (life.isOver()) return undefined;

  const { containment } = parts;
  stages.call.state = round.state;
  const end = await dispatch({ tool, input: read.parsed, services, call: stages.call, life, containment, onStray });
  if (end.late) {
    parts.emit({ type: "call-late", callId, tool: tool.name, ended: "threw" in end ? "threw" : "returned" });
    return undefined;
  }
  // `format` is the tool's code too.
  const answer = containment.run(onStray, () => makeAnswer(stages, end, asked, access === "approved"));
  if (!(answer instanceof Promise)) return answer;
  return (await withinTime(parts.clock, deliveryMs, answer))?.value ?? describeUndelivered(tool, deliveryMs);
}

/** A policy that asks only now must not cost the call what its earlier rounds have done. */
function keepRound(access: UnstampedOutcome, state: string | undefined): UnstampedOutcome {
  return access.status === "needs_approval" && state !== undefined ? { ...access, state } : access;
}

const firstRound: RoundState & Partial<OpenedRound> = Object.freeze({ approved: false, state: undefined });

function describeStaleState({ name }: CallRequest["tool"]): string {
  return `The state that came with this call of ${name} is forged, expired, used before or from another call. Call ${name} anew, without it.`;
}

/** What the handler will get, as the policy and the approving person see it. */
function understood(read: ReadInput & { readonly valid: true }) {
  return isJsonObject(read.parsed) ? read.parsed : read.input;
}

function makeAnswer(
  stages: Stages,
  end: HandlerEnd,
  asked: AccessRequest,
  approved: boolean,
): UnstampedOutcome | Promise<UnstampedOutcome> {
  const { parts, request, call, onFault } = stages;
  const { tool, callId, caller } = request;
  if (OpenCall.hasProcesses(call)) return endProcesses(stages).then(() => answer());
  return answer();

  function answer(): UnstampedOutcome | Promise<UnstampedOutcome> {
    if ("threw" in end && isInputNeeded(end.threw))
      return askQuestions(parts, end.threw, asked, { approved, callId }, onFault);
    if ("threw" in end && isApprovalNeeded(end.threw)) return askForInner(parts, end.threw, asked, approved);
    if ("threw" in end) return describeThrown(parts, request, end.threw, onFault);
    const { valueOnly } = request;
    return finishOutput({ parts, tool, callId, principal: caller.principal, valueOnly, onFault }, end.returned);
  }
}

/** Before an answer is delivered, everything the handler started is gone, or had time to end. */
async function endProcesses({ parts, call, onFault }: Stages): Promise<void> {
  try {
    const ended = await withinTime(parts.clock, endingMs, OpenCall.closeProcesses(call));
    const survivors = ended === undefined ? "some" : ended.value.join(", ");
    if (survivors !== "") onFault("processes", new Error(`Processes could not be ended in time: ${survivors}`));
  } catch (error) {
    onFault("processes", error);
  }
}

/** How the handler itself ended. `late` if the call had been stopped before. */
type HandlerEnd = { readonly late: boolean } & ({ readonly returned: unknown } | { readonly threw: unknown });

interface DispatchOptions {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly services: unknown;
  readonly call: Call;
  readonly life: Lifetime;
  readonly containment: HandlerContainment;
  readonly onStray: (error: unknown) => void;
}

/** Runs the handler to its own end, however late. Claims the call for its result if that is still possible. */
function dispatch(options: DispatchOptions): Promise<HandlerEnd> {
  return new Promise((resolve) => {
    const finish = (returned: unknown): void => resolve({ late: !options.life.finish(), returned });
    const fail = (threw: unknown): void => resolve({ late: !options.life.finish(), threw });
    try {
      const returned = runContained(options);
      // Attached to the handler's own promise, so that a result is ready as soon as it settles.
      if (isPromiseLike(returned)) Promise.resolve(returned).then(finish, fail);
      else finish(returned);
    } catch (error) {
      fail(error);
    }
  });
}

function runContained({ tool, input, services, call, containment, onStray }: DispatchOptions): unknown {
  // The schema has just given `input` the type that the handler was written for, and `createKernel` has
  // checked the services' type: the one place where the erased types meet again.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const run = (): unknown => tool.handle(input as never, services as never, call);
  return containment.run(onStray, run);
}
