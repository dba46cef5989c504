import { deferred } from "../tool/deferred.ts";
import { isJsonObject } from "../tool/schema.ts";
import type { CallRequest } from "./call-request.ts";
import { describeProblems, describeStop, describeThrown, describeUndelivered } from "./describe-end.ts";
import { dispatch, type HandlerEnd } from "./dispatch.ts";
import { failure, type Draft } from "./draft.ts";
import type { FaultSource } from "./events.ts";
import { describeCrash, finishOutput } from "./finish-output.ts";
import { refuseAccess, refuseHidden } from "./gate.ts";
import { startLifetime, type Lifetime } from "./lifetime.ts";
import { OpenCall } from "./open-call.ts";
import type { KernelParts } from "./parts.ts";
import { createProgressReporter } from "./progress.ts";
import { readInput, type ReadInput } from "./read-input.ts";
import { tellHost } from "./tell-host.ts";
import { withinTime } from "./within-time.ts";

export interface PerformedCall {
  readonly tool: string;
  /** Settles once: with the answer, or with the reason the call was stopped, whichever is there first. */
  readonly settled: Promise<{ readonly draft: Draft; readonly notes: readonly string[] }>;
  /** Settles when nothing of the call runs any more: its handler has ended and its processes are gone. */
  readonly gone: Promise<unknown>;
  cancel(): void;
}

/** What the stages of one call share. */
interface Stage {
  readonly parts: KernelParts;
  readonly request: CallRequest;
  readonly life: Lifetime;
  readonly call: OpenCall;
  readonly notes: string[];
  readonly onFault: (source: FaultSource, error: unknown) => void;
  readonly onStray: (error: unknown) => void;
}

/** Once a result is there, so long may its delivery take: ending processes, formatting, spilling. */
const deliveryMs = 5_000;

/** One call from input to answer. */
export function performCall(parts: KernelParts, request: CallRequest): PerformedCall {
  const notes: string[] = [];
  const { promise: settled, resolve } = deferred<{ readonly draft: Draft; readonly notes: readonly string[] }>();
  const settle = (draft: Draft): void => resolve({ draft, notes: [...notes] });
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
      () => onProgress(report),
      (error) => onFault("progress-listener", error),
    );
  });
  const life = startLifetime({
    clock: parts.clock,
    deadlineMs: request.deadlineMs,
    stallMs: Math.min(request.tool.stallMs, request.deadlineMs),
    cancel: request.signal,
    // A handler's listeners run here: what they let slip is the handler's, whoever cancelled.
    runAbort: (abort) => parts.containment.run(onStray, abort),
    onStop(stop) {
      if (stop === "cancelled") progress.drop();
      else progress.finish();
      settle(describeStop(request, stop));
    },
  });
  const call = new OpenCall(parts, request, life, progress);

  const stages = runStages({ parts, request, life, call, notes, onFault, onStray }).then(
    (draft) => {
      if (draft === undefined) return;
      progress.finish();
      settle(draft);
    },
    (error: unknown) => {
      life.finish();
      progress.drop();
      if (error !== reported) onFault("kernel", error);
      settle(failure("crashed", describeCrash(request.tool.name, request.callId)));
    },
  );
  const gone = stages.then(() => OpenCall.closeProcesses(call));
  return { tool: request.tool.name, settled, gone, cancel: life.cancel };
}

/** Undefined when the call was stopped before its answer was there. */
async function runStages(stage: Stage): Promise<Draft | undefined> {
  const { parts, request, life, notes } = stage;
  const { tool, caller, approval } = request;
  const refuse = (draft: Draft): Draft | undefined => (life.finish() ? draft : undefined);

  const hidden = await refuseHidden(parts, tool, caller);
  if (hidden !== undefined) return refuse(hidden);
  const read = await reporting(stage, "input-schema", () => readInput(tool, request.input));
  if (!read.valid) return refuse(failure("invalid_input", describeProblems(tool, read.problems)));
  notes.push(...read.notes);
  const asked = { tool, input: understood(read), caller };
  const refused = await refuseAccess(parts, asked, approval, (error) => stage.onFault("policy", error));
  if (refused !== undefined) return refuse(refused);
  const services = await reporting(stage, "services", () => parts.servicesFor(caller));
  if (life.isOver()) return undefined;

  const { containment } = parts;
  const end = await dispatch({
    tool,
    input: read.parsed,
    services,
    call: stage.call,
    life,
    containment,
    onStray: stage.onStray,
  });
  if (end.late) {
    parts.emit({
      type: "call-late",
      callId: request.callId,
      tool: tool.name,
      ended: "threw" in end ? "threw" : "returned",
    });
    return undefined;
  }
  // `format` is the tool's code, too.
  const answer = containment.run(stage.onStray, () => makeAnswer(stage, end));
  return (await withinTime(parts.clock, deliveryMs, answer))?.value ?? describeUndelivered(tool, deliveryMs);
}

/** What the handler will get, as the policy and the approving person see it. */
function understood(read: ReadInput & { readonly valid: true }) {
  return isJsonObject(read.parsed) ? read.parsed : read.input;
}

/** Before an answer is delivered, everything the handler started is gone, or was given time to go. */
async function makeAnswer(stage: Stage, end: HandlerEnd): Promise<Draft> {
  const { parts, request, call, onFault } = stage;
  if (OpenCall.hasProcesses(call)) {
    const ended = await withinTime(parts.clock, deliveryMs / 2, OpenCall.closeProcesses(call));
    const survivors = ended === undefined ? "some" : ended.value.join(", ");
    if (survivors !== "") onFault("processes", new Error(`Processes could not be ended in time: ${survivors}`));
  }
  if ("threw" in end) return await describeThrown(parts, request, end.threw, onFault);
  return await finishOutput(parts, request.tool, request.callId, end.returned, onFault);
}

/** Marks what was reported where it happened, so that it is not reported again. */
const reported = Symbol("reported");

async function reporting<Value>(stage: Stage, source: FaultSource, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    stage.onFault(source, error);
    throw reported;
  }
}
