import { setTimeout as pause } from "node:timers/promises";
import type { CapabilityProbe } from "../access/capabilities.ts";
import type { AccessRules, Policy } from "../access/policy.ts";
import type { KernelEvent } from "../call/events.ts";
import type { CallOptions, Kernel } from "../call/kernel.ts";
import type { Outcome } from "../call/outcome.ts";
import type { ProgressReport } from "../call/progress.ts";
import { type Caller, systemClock, type Timer } from "../tool/call-context.ts";
import type { ProcessRunner } from "../tool/process-contract.ts";
import type { NextCall } from "../tool/tool-error.ts";
import type { AnyTool, InputOf, ServicesOf, ToolByName, ToolName, ValueOf } from "../tool/tool.ts";
import { openTestKernel, type Fault } from "./test-kernel.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
import { nextTurns } from "./waiting.ts";

/** What the tools are given in a test. */
export interface HarnessOptions<Tools extends readonly AnyTool[]> {
  /** Created for every call, as in the kernel. */
  readonly services?: (caller: Caller) => ServicesOf<Tools> | Promise<ServicesOf<Tools>>;
  /** Default: everything the tools need is available. */
  readonly capabilities?: Readonly<Record<string, CapabilityProbe>>;
  /** Default: everything is allowed. */
  readonly access?: AccessRules<ToolName<Tools>> | Policy;
  readonly budgetTokens?: number;
  readonly previewTokens?: number;
  /** Default: processes by Node. */
  readonly processes?: ProcessRunner;
  /** As in the kernel; they may name tools that the test leaves out. */
  readonly nextSteps?: Readonly<Record<string, NextCall>>;
  /** Deadlines, stall budgets and progress follow the real clock; `clock.advance` then waits. */
  readonly realTime?: boolean;
}

/** An outcome with the progress that was reported to the host on the way. */
export type HarnessOutcome<Value = unknown> = Outcome<Value> & { readonly progress: readonly ProgressReport[] };

/** A kernel for one test, with its clock, its events and its faults. */
export interface Harness<Tools extends readonly AnyTool[] = readonly AnyTool[]> extends AsyncDisposable {
  readonly kernel: Kernel<Tools>;
  readonly clock: VirtualClock;
  readonly events: readonly KernelEvent[];
  call<Name extends ToolName<Tools>>(
    name: Name,
    input: InputOf<ToolByName<Tools, Name>>,
    options?: CallOptions,
  ): Promise<HarnessOutcome<ValueOf<ToolByName<Tools, Name>>>>;
  call(name: string, input: unknown, options?: CallOptions): Promise<HarnessOutcome>;
  /** Failures that outcomes do not report. */
  faults(): readonly Fault[];
  /** Ends all calls. Throws if an error escaped a handler or it named a next call that cannot be made. */
  close(): Promise<void>;
}

type HarnessArguments<Tools extends readonly AnyTool[]> =
  unknown extends ServicesOf<Tools>
    ? [options?: HarnessOptions<Tools>]
    : [options: HarnessOptions<Tools> & Required<Pick<HarnessOptions<Tools>, "services">>];

/** Runs tools in a unit test as a host would, on the real kernel. */
export function harness<const Tools extends readonly AnyTool[]>(
  tools: Tools,
  ...[options]: HarnessArguments<Tools>
): Harness<Tools> {
  const { realTime = false, ...rest }: HarnessOptions<Tools> = options ?? {};
  const opened = openTestKernel(tools, { ...rest, clock: realTime ? createRealClock() : createVirtualClock() });
  let closing: Promise<void> | undefined;

  async function call(name: string, input: unknown, callOptions: CallOptions = {}): Promise<HarnessOutcome> {
    const progress: ProgressReport[] = [];
    const onProgress = (report: ProgressReport): void => {
      progress.push(report);
      callOptions.onProgress?.(report);
    };
    const outcome = await opened.kernel.call(name, input, { ...callOptions, onProgress });
    return { ...outcome, progress };
  }

  async function closeAndJudge(): Promise<void> {
    await nextTurns();
    await opened.close();
    const untold = opened.faults().filter((fault) => fault.source === "next-call" || fault.source === "stray");
    if (untold.length > 0) throw new Error(describeFaults(untold));
  }

  const close = (): Promise<void> => (closing ??= closeAndJudge());
  return {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- it holds `Tools` and the reader of spilled outputs
    kernel: opened.kernel as Kernel<Tools>,
    clock: opened.clock,
    events: opened.events,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- one function serves both signatures
    call: call as Harness<Tools>["call"],
    faults: opened.faults,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function describeFaults(untold: readonly Fault[]): string {
  const lines = untold.map(
    ({ tool, callId, source, error }) => `  - ${tool} (${callId}): ${advice(source)}: ${reasonOf(error)}`,
  );
  return `The calls of this harness left ${untold.length === 1 ? "a fault" : `${untold.length} faults`} that no outcome tells:\n${lines.join("\n")}`;
}

function advice(source: Fault["source"]): string {
  if (source === "next-call")
    return "an error offers a next call that cannot be made, name a tool of the list with valid arguments";
  return "an error slipped out of the handler, await or catch every promise and timer it starts";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The system's clock with the interface of a virtual one: advancing it means waiting. */
function createRealClock(): VirtualClock {
  const pending = new Set<Timer>();

  return {
    now: systemClock.now,
    wallTime: systemClock.wallTime,
    schedule(delayMs, run) {
      const timer = systemClock.schedule(delayMs, () => {
        pending.delete(timer);
        run();
      });
      pending.add(timer);
      return {
        cancel() {
          pending.delete(timer);
          timer.cancel();
        },
      };
    },
    advance: (milliseconds) => pause(milliseconds),
    pendingTimers: () => pending.size,
  };
}
