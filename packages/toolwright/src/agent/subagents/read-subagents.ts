import { ToolDefinitionError } from "../../tool/check-definition.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { AiSdkModel } from "../model/ai-sdk.ts";
import type { Model } from "../model/model.ts";
import { defaultLimits, readLimits } from "../run/limits.ts";
import { type AgentParts, readContext, type SubagentParts } from "../run/run-parts.ts";
import { limitKernel } from "./limit-kernel.ts";
import { type Subagent, subagentSystem, toolOf } from "./subagent.ts";

/** The subagents of an agent, each with what it is made of. Problems of all of them are told together. */
export function readSubagents(
  definitions: readonly Subagent[],
  agent: AgentParts,
  readModel: (model: Model | AiSdkModel) => Model,
): ReadonlyMap<string, SubagentParts> {
  const byName = new Map(definitions.map((each) => [each.name, each]));
  const problems = definitions.flatMap((each) => findProblems(each, agent, byName));
  if (byName.size < definitions.length) problems.push("two subagents have the same name");
  if (problems.length > 0) throw new ToolDefinitionError("subagents", problems);

  const all = new Map<string, SubagentParts>();
  for (const definition of definitions) all.set(definition.name, readOne(definition, agent, readModel, all));
  return all;
}

function findProblems(
  { name, tools, mayChange }: Subagent,
  { kernel, hostTools }: AgentParts,
  subagents: ReadonlyMap<string, Subagent>,
): string[] {
  const problems: string[] = [];
  if (kernel.tool(name) !== undefined || hostTools.has(name)) {
    problems.push(`there is another tool ${JSON.stringify(name)}; give the subagent a name of its own`);
  }
  for (const each of tools) {
    const tool = hostTools.get(each) ?? kernel.tool(each);
    const below = subagents.get(each);
    if (tool === undefined && below === undefined) {
      problems.push(`${name} names the tool ${JSON.stringify(each)}, which does not exist`);
    } else if (mayChange !== true && !(tool === undefined ? below?.mayChange !== true : tool.tier === "observe")) {
      problems.push(`${name} names ${each}, which does more than observe; say \`mayChange: true\`, or leave it out`);
    }
  }
  return problems;
}

function readOne(
  definition: Subagent,
  agent: AgentParts,
  readModel: (model: Model | AiSdkModel) => Model,
  all: ReadonlyMap<string, SubagentParts>,
): SubagentParts {
  const { name, tools, model, fallback, system = subagentSystem, stallMs = 600_000, context } = definition;
  const named = new Set(tools);
  const own = tools.filter((each) => agent.kernel.tool(each) !== undefined);
  const isOpenWorld = own.some((each) => agent.kernel.tool(each)?.effects.openWorld === true);
  const { subagentDepth } = agent.limits;
  const defaults = { ...agent.limits, timeMs: defaultLimits.timeMs, lastAnswer: true };
  const limits = { ...readLimits(definition.limits, defaults), subagentDepth };
  return {
    tool: toolOf(definition, isOpenWorld),
    name,
    stallMs,
    agent: {
      ...agent,
      models:
        model === undefined && fallback === undefined
          ? agent.models
          : [model === undefined ? agent.models[0] : readModel(model), ...(fallback ?? []).map(readModel)],
      kernel: limitKernel(agent.kernel, new Set(own)),
      hostTools: pick<AnyTool>(agent.hostTools, named),
      // Subagents may name each other, and themselves: what is meant is looked up when it is needed.
      get subagents() {
        return pick(all, named);
      },
      system,
      limits,
      context: context === undefined ? agent.context : readContext(limits, context),
    },
  };
}

function pick<Value>(all: ReadonlyMap<string, Value>, names: ReadonlySet<string>): ReadonlyMap<string, Value> {
  return new Map([...all].filter(([name]) => names.has(name)));
}
