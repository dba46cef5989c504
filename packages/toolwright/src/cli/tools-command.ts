import type { HiddenTool } from "../call/gate.ts";
import type { AnyTool } from "../tool/tool.ts";
import { type Command, type CommandArguments, describeUnknownTool, exitCodes, usageError } from "./command.ts";
import { hostCommand, withKernel, type Host, type OpenedKernel } from "./host.ts";
import { renderToolList } from "./render-tool-list.ts";
import { renderTool } from "./render-tool.ts";
import type { Terminal } from "./terminal.ts";

/** `tools` lists every tool, `tools NAME` shows one in full. */
export function createToolsCommand(host: Host): Command {
  return {
    name: "tools",
    usage: "[NAME]",
    summary: "List the tools, or show one in full",
    flags: { ...host.flags, json: { type: "boolean", summary: "JSON with schemas and effects, for programs" } },
    takes: [0, 1],
    async run(args, terminal) {
      return await withKernel(host, args, terminal, (opened) => showTools(host, opened, args, terminal));
    },
  };
}

async function showTools(
  host: Host,
  opened: OpenedKernel,
  args: CommandArguments,
  terminal: Terminal,
): Promise<number> {
  const { kernel } = opened;
  const [name] = args.positionals;
  const { visible, hidden } = await kernel.list();
  const asJson = args.given.has("json");
  if (name === undefined) {
    const all = [...visible.map((tool) => toData(tool)), ...hidden.map((entry) => toData(entry.tool, entry))];
    await terminal.print(asJson ? JSON.stringify(all) : renderToolList(visible, hidden, terminal.columns));
    return exitCodes.ok;
  }
  const tool = kernel.tool(name);
  if (tool === undefined) {
    const known = visible.map((each) => each.name);
    const why = opened.explainMissing?.(name);
    throw usageError(describeUnknownTool({ name, known, why, list: hostCommand(host, args, "tools") }));
  }
  const entry = hidden.find((candidate) => candidate.tool === tool);
  const callLine = (input: unknown): string => hostCommand(host, args, "call", name, JSON.stringify(input));
  const page = { tool, hidden: entry, callLine, columns: terminal.columns };
  await terminal.print(asJson ? JSON.stringify(toData(tool, entry)) : renderTool(page));
  return exitCodes.ok;
}

function toData(tool: AnyTool, hidden?: HiddenTool): Readonly<Record<string, unknown>> {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    tier: tool.tier,
    effects: tool.effects,
    needs: tool.needs,
    deadlineMs: tool.deadlineMs,
    inputSchema: tool.inputJsonSchema,
    outputSchema: tool.outputJsonSchema,
    examples: tool.examples,
    guide: tool.guide,
    hidden: hidden === undefined ? undefined : { reason: hidden.reason, remedy: hidden.remedy },
  };
}
