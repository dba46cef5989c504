import { isSpecType, type Tool, type ToolAnnotations } from "@modelcontextprotocol/client";
import { adoptTool, cleanLine, type AdoptedDefinition, type AdoptedTool } from "../../tool/adopt-tool.ts";
import { tierOf } from "../../tool/check-definition.ts";
import { isJsonObject } from "../../tool/schema.ts";
import type { Effects, Tier } from "../../tool/tool.ts";
import { UnusableSchema } from "./clean-schema.ts";
import type { ListedTools, ToolNames } from "./list-tools.ts";
import { readSchema } from "./remote-schema.ts";
import type { AdoptedTools, RemoteValue, SkippedTool, Trust } from "./source-contract.ts";

export interface AdoptContext {
  readonly source: string;
  readonly names: ToolNames;
  readonly trust: Trust | undefined;
  readonly maxTools: number;
  readonly times: Pick<AdoptedDefinition<never>, "deadlineMs" | "stallMs">;
  /** How a remote tool is run, formatted and attached. */
  readonly behaviour: (tool: Tool) => Pick<AdoptedDefinition<RemoteValue>, "handle" | "format" | "attach">;
}

/** Creates tools from what a server lists. One that cannot be used is left out and named; the others are not affected. */
export function adoptTools(context: AdoptContext, { tools: listed, cut }: ListedTools): AdoptedTools {
  const names = context.names.assign(listed.flatMap((tool) => (isSpecType.Tool(tool) ? [tool.name] : [])));
  const tools = new Map<string, AdoptedTool<RemoteValue>>();
  const skipped: SkippedTool[] = [];
  for (const remote of listed) {
    const adopted = tryAdopt(context, remote, names, tools);
    if (typeof adopted === "string") skipped.push({ name: describeName(remote), reason: adopted });
    else tools.set(adopted.name, adopted);
  }
  if (cut !== undefined) skipped.push({ name: "(more)", reason: cut });
  return Object.freeze({ tools: Object.freeze([...tools.values()]), skipped: Object.freeze(skipped) });
}

function tryAdopt(
  { source, trust, maxTools, times, behaviour }: AdoptContext,
  remote: unknown,
  names: ReadonlyMap<string, string>,
  tools: ReadonlyMap<string, unknown>,
): AdoptedTool<RemoteValue> | string {
  if (!isSpecType.Tool(remote)) return "it is not defined as the protocol has it";
  if (tools.size >= maxTools) return `only the first ${maxTools} tools are taken; raise maxTools`;
  const name = names.get(remote.name);
  if (name === undefined) return "its name is too much like that of another tool";
  if (tools.has(name)) return "the server lists it twice";
  try {
    return adoptTool({
      source,
      name,
      title: remote.title ?? remote.annotations?.title ?? remote.name,
      description: remote.description,
      input: readSchema(remote.inputSchema),
      ...readEffects(remote.name, remote.annotations, trust),
      ...times,
      ...behaviour(remote),
    });
  } catch (error) {
    if (error instanceof UnusableSchema) return error.message;
    return `it cannot be used: ${cleanLine(error instanceof Error ? error.message : String(error), 200)}`;
  }
}

function describeName(remote: unknown): string {
  const name = isJsonObject(remote) && typeof remote["name"] === "string" ? remote["name"] : "";
  return cleanLine(name, 80) || "(without a name)";
}

/**
 * What a remote tool does to the world. A server can lie: its own statements count only if it is trusted, and
 * without them, the protocol's defaults assume the worst.
 */
export function readEffects(
  name: string,
  annotations: ToolAnnotations | undefined,
  trust: Trust = {},
): { readonly effects: Effects; readonly tier: Tier } {
  const believed = trust.annotations === true ? (annotations ?? {}) : {};
  const vouched = trust.tools !== undefined && Object.hasOwn(trust.tools, name) ? trust.tools[name] : undefined;
  const readOnly = vouched === "observe" || believed.readOnlyHint === true;
  const effects = {
    readOnly,
    destructive: vouched !== "observe" && (believed.destructiveHint ?? !readOnly),
    idempotent: believed.idempotentHint === true,
    openWorld: believed.openWorldHint !== false,
  };
  return { effects, tier: vouched ?? (trust.annotations === true ? tierOf(effects) : "confirm") };
}
