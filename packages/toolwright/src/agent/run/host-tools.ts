import { describeProblems } from "../../call/describe-end.ts";
import { readInput } from "../../call/read-input.ts";
import type { AnyKernel } from "../../call/kernel.ts";
import { ToolDefinitionError } from "../../tool/check-definition.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { writes } from "../../tool/effects.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { Ask, AskDecision, CallResult } from "../log/entries.ts";
import type { AgentParts } from "./run-parts.ts";
import type { HostTool } from "./tool-types.ts";

/** Held to the same rules as the kernel's tools, whose names they cannot have. */
export function readHostTools(hostTools: readonly HostTool[], kernel: AnyKernel): ReadonlyMap<string, AnyTool> {
  const tools = hostTools.map(({ effects = writes, ...definition }) =>
    defineTool({ ...definition, effects, handle: runByHost }),
  );
  const names = tools.map(({ name }) => name);
  const taken = names.filter((name, at) => kernel.tool(name) !== undefined || names.indexOf(name) !== at);
  if (taken.length > 0) {
    const problems = taken.map((name) => `there is another tool ${JSON.stringify(name)}; give it a name of its own`);
    throw new ToolDefinitionError("hostTools", problems);
  }
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function runByHost(): never {
  throw new Error("The host runs this tool.");
}

/** A tool of the kernel or of the host, or a subagent. */
export function findTool(agent: Pick<AgentParts, "kernel" | "hostTools" | "subagents">, name: string) {
  return agent.hostTools.get(name) ?? agent.subagents.get(name)?.tool ?? agent.kernel.tool(name);
}

/** What the host is asked to run, or what is wrong with the input, in words for the model. */
export async function readHostCall(tool: AnyTool, input: JsonObject): Promise<Ask | string> {
  const read = await readInput(tool, input);
  if (!read.valid) return describeProblems(tool, read.problems);
  // It goes into the log, and the host must see the same before and after a restart.
  const parsed: unknown = JSON.parse(JSON.stringify(read.parsed));
  return {
    kind: "host",
    input: isJsonObject(parsed) ? parsed : read.input,
    message: `${tool.title} is run by the host.`,
  };
}

/** What the host says of a tool that it has run. */
export function readHostResult(
  { kernel }: AgentParts,
  { text, isError = false, attachments }: Extract<AskDecision, { readonly verdict: "result" }>,
): CallResult {
  const more = attachments === undefined ? {} : { attachments };
  return { status: isError ? "tool_error" : "ok", text: kernel.redact(text), isError, durationMs: 0, ...more };
}
