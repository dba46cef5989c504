import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CapabilityProbe } from "../access/capabilities.ts";
import type { AccessRules, Policy } from "../access/policy.ts";
import type { KernelEvent } from "../call/events.ts";
import { createKernel, type AnyKernel } from "../call/kernel.ts";
import type { SpillStore } from "../output/spill-contract.ts";
import { containHandlers, createProcessRunner } from "../process/index.ts";
import { createReadOutputTool, openSpillStore } from "../spill/index.ts";
import type { Caller, HandlerContainment } from "../tool/call-context.ts";
import type { ProcessRunner } from "../tool/process-contract.ts";
import type { NextCall } from "../tool/tool-error.ts";
import type { AnyTool } from "../tool/tool.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
import { endsWithin } from "./waiting.ts";

export interface TestKernelOptions {
  readonly services?: ((caller: Caller) => unknown) | undefined;
  /** Default: everything tools need is available. */
  readonly capabilities?: Readonly<Record<string, CapabilityProbe>> | undefined;
  /** Default: everything is allowed. */
  readonly access?: AccessRules | Policy | undefined;
  readonly budgetTokens?: number | undefined;
  readonly previewTokens?: number | undefined;
  readonly processes?: ProcessRunner | undefined;
  readonly containment?: HandlerContainment | undefined;
  readonly nextSteps?: Readonly<Record<string, NextCall>> | undefined;
  readonly clock?: VirtualClock | undefined;
  /** Called with faults even after the end. */
  readonly onFault?: ((fault: Fault) => void) | undefined;
}

const readOutputName = "read_output";

/** A failure that no outcome reports. */
export type Fault = Extract<KernelEvent, { readonly type: "fault" }>;

/** A kernel on the real Node layer whose time stands still and whose events are recorded. */
export interface TestKernel {
  readonly kernel: AnyKernel;
  readonly clock: VirtualClock;
  readonly store: SpillStore;
  readonly events: readonly KernelEvent[];
  readonly faults: () => readonly Fault[];
  /** Ends everything that still runs and removes what was stored; waits for handlers no longer than `graceMs`. */
  close(graceMs?: number): Promise<{ readonly unfinished: readonly string[] }>;
}

export function openTestKernel(tools: readonly AnyTool[], options: TestKernelOptions = {}): TestKernel {
  const { services, budgetTokens, previewTokens, clock = createVirtualClock() } = options;
  const events: KernelEvent[] = [];
  const directory = join(tmpdir(), `toolwright-testing-${randomUUID()}`);
  const store = openSpillStore({ directory });
  // Both cost nothing until they are used.
  const runner = createProcessRunner();
  const containment = containHandlers();
  const kernel = createKernel<readonly AnyTool[]>({
    tools: withReader(tools, store),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- `harness` has checked the services' type
    services: (caller) => services?.(caller) as never,
    capabilities: { ...allNeedsOf(tools), ...options.capabilities },
    access: options.access ?? (() => ({ verdict: "allow" })),
    output: {
      store,
      readWith: readOutputName,
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(previewTokens === undefined ? {} : { previewTokens }),
    },
    processes: options.processes ?? runner,
    containment: options.containment ?? containment,
    nextSteps: options.nextSteps ?? {},
    clock,
    onEvent(event) {
      events.push(event);
      if (event.type === "fault") options.onFault?.(event);
    },
  });

  return {
    kernel,
    clock,
    store,
    events,
    faults: () => events.filter((event) => event.type === "fault"),
    async close(graceMs = 1_000) {
      const closing = kernel.close(1);
      // The kernel's grace is in virtual time, which stands still; handlers need real time.
      if (!(await endsWithin(closing, graceMs))) await clock.advance(1);
      const closed = await closing;
      await runner.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
      containment.close();
      return closed;
    },
  };
}

function withReader(tools: readonly AnyTool[], store: SpillStore): readonly AnyTool[] {
  return tools.some((tool) => tool.name === readOutputName) ? tools : [...tools, createReadOutputTool(store)];
}

function allNeedsOf(tools: readonly AnyTool[]): Record<string, CapabilityProbe> {
  const needs = tools.flatMap((tool) => tool.needs);
  return Object.fromEntries(needs.map((need) => [need, () => ({ available: true })]));
}
