import * as z from "zod";
import { createKernel, type KernelOptions } from "../src/call/kernel.ts";
import type { KernelEvent } from "../src/call/events.ts";
export { deferred } from "../src/tool/deferred.ts";
import { createVirtualClock } from "../src/testing/virtual-clock.ts";
import { defineTool } from "../src/tool/define-tool.ts";
import { reads } from "../src/tool/effects.ts";
import type { Call } from "../src/tool/call-context.ts";
import type { AnyTool, ToolDefinition } from "../src/tool/tool.ts";

export { reads, writes } from "../src/tool/effects.ts";

const anyInput = z.strictObject({ text: z.string().optional().describe("Any text") });
type AnyInput = z.infer<typeof anyInput>;

/** A tool that only a test's handler matters of. */
export function sampleTool<Value>(
  handle: (input: AnyInput, services: unknown, call: Call) => Value | Promise<Value>,
  more: Partial<ToolDefinition<string, unknown, AnyInput, Value, unknown>> = {},
) {
  return defineTool({ name: "sample", description: "A sample.", input: anyInput, effects: reads, ...more, handle });
}

/** A kernel on a virtual clock whose events are kept. */
export function sampleKernel(
  tools: readonly AnyTool[],
  more: Partial<Omit<KernelOptions<readonly AnyTool[]>, "tools">> = {},
) {
  const clock = createVirtualClock();
  const events: KernelEvent[] = [];
  const kernel = createKernel<readonly AnyTool[]>({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- sample tools ask for no services
    services: () => ({}) as never,
    clock,
    onEvent: (event) => void events.push(event),
    ...more,
    tools,
  });
  return { kernel, clock, events };
}

/** Ends when the microtasks and immediates that are queued now have run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
