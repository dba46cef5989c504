import type { CallRequest } from "./call-request.ts";
import { describeProblems, describeStop, describeThrown } from "./describe-end.ts";
import { dispatch } from "./dispatch.ts";
import { failure, type Draft } from "./draft.ts";
import type { FaultSource } from "./events.ts";
import { describeCrash, finishOutput } from "./finish-output.ts";
import { refuseAccess, refuseHidden } from "./gate.ts";
import { startLifetime, type Lifetime } from "./lifetime.ts";
import { OpenCall } from "./open-call.ts";
import type { KernelParts } from "./parts.ts";
import { createProgressReporter } from "./progress.ts";
import { readInput } from "./read-input.ts";

export interface PerformedCall {
  readonly tool: string;
  /** Settles once: with the answer, or with the reason the call was stopped, whichever is there first. */
  readonly settled: Promise<Draft>;
  /** Filled before the handler runs. */
  readonly notes: readonly string[];
  /** Settles when nothing of the call runs any more: its handler has ended and its processes are gone. */
  readonly gone: Promise<void>;
  cancel(): void;
}

/** One call from input to answer. */
export function performCall(parts: KernelParts, request: CallRequest): PerformedCall {
  const notes: string[] = [];
  const { promise: settled, resolve } = withResolver<Draft>();
  const onFault = (source: FaultSource, error: unknown): void =>
    parts.emit({ type: "fault", callId: request.callId, tool: request.tool.name, source, error });

  const progress = createProgressReporter(parts.clock, (report) => {
    try {
      request.onProgress?.(report);
    } catch (error) {
      onFault("progress-listener", error);
    }
  });
  const life = startLifetime({
    clock: parts.clock,
    deadlineMs: request.deadlineMs,
    stallMs: Math.min(request.tool.stallMs, request.deadlineMs),
    cancel: request.signal,
    onStop(stop) {
      if (stop === "cancelled") progress.drop();
      else progress.finish();
      resolve(describeStop(request, stop));
    },
  });

  const gone = runStages(parts, request, life, new OpenCall(parts, request, life, progress), notes, onFault).then(
    (draft) => {
      if (draft === undefined) return;
      progress.finish();
      resolve(draft);
    },
    (error: unknown) => {
      life.finish();
      progress.drop();
      onFault("services", error);
      resolve(failure("crashed", describeCrash(request.tool.name, request.callId)));
    },
  );
  return { tool: request.tool.name, settled, notes, gone, cancel: life.cancel };
}

/** Undefined when the call was stopped before its answer was there. */
async function runStages(
  parts: KernelParts,
  request: CallRequest,
  life: Lifetime,
  call: OpenCall,
  notes: string[],
  onFault: (source: FaultSource, error: unknown) => void,
): Promise<Draft | undefined> {
  const { tool, callId, caller } = request;
  const refuse = (draft: Draft): Draft | undefined => (life.finish() ? draft : undefined);

  const hidden = await refuseHidden(parts, tool, caller);
  if (hidden !== undefined) return refuse(hidden);
  const read = await readInput(tool, request.input);
  if (!read.valid) return refuse(failure("invalid_input", describeProblems(tool, read.problems)));
  notes.push(...read.notes);
  const refused = await refuseAccess(parts, tool, read.input, caller, request.approval, (error) =>
    onFault("policy", error),
  );
  if (refused !== undefined) return refuse(refused);
  const services = await parts.servicesFor(caller);
  if (life.isOver()) return undefined;

  const end = await dispatch({
    tool,
    input: read.parsed,
    services,
    call,
    life,
    containment: parts.containment,
    onStray(error) {
      onFault("stray", error);
      life.crash(error);
    },
  });
  // In time or late: no process outlives its call.
  const survivors = await OpenCall.closeProcesses(call);
  if (survivors.length > 0) onFault("processes", new Error(`Processes ${survivors.join(", ")} could not be ended`));
  if (end.late) {
    parts.emit({ type: "call-late", callId, tool: tool.name, ended: "threw" in end ? "threw" : "returned" });
    return undefined;
  }
  if ("threw" in end) return await describeThrown(parts, request, end.threw, onFault);
  return await finishOutput(parts, tool, callId, end.returned, onFault);
}

function withResolver<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
