import type { AnyKernel } from "../../call/kernel.ts";
import type { Failure } from "../../call/outcome.ts";

/** The same kernel with some of its tools only. What is not named cannot be called, whatever a model writes. */
export function limitKernel(kernel: AnyKernel, names: ReadonlySet<string>): AnyKernel {
  return {
    toolNames: kernel.toolNames.filter((name) => names.has(name)),
    budgetTokens: kernel.budgetTokens,
    redact: kernel.redact,
    tool: (name) => (names.has(name) ? kernel.tool(name) : undefined),
    async list(caller) {
      const { visible, hidden } = await kernel.list(caller);
      return { visible: visible.filter(({ name }) => names.has(name)), hidden };
    },
    call: async (name, input, options) =>
      names.has(name) ? await kernel.call(name, input, options) : refuse(name, names),
    preflight: async (name, input, caller) =>
      names.has(name) ? await kernel.preflight(name, input, caller) : refuse(name, names),
    shorten: kernel.shorten,
    close: kernel.close,
  };
}

function refuse(name: string, names: ReadonlySet<string>): Failure {
  const message = `There is no tool ${JSON.stringify(name.slice(0, 100))}. Tools: ${[...names].join(", ")}.`;
  const error = { code: "unknown_tool", message, retryable: false };
  return { status: "unknown_tool", error, callId: "", tool: name, durationMs: 0, notes: [] };
}
