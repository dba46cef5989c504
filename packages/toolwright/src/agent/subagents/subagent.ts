import { defineTool } from "../../tool/define-tool.ts";
import { reads, writes } from "../../tool/effects.ts";
import { isJsonObject, type Schema } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { AiSdkModel } from "../model/ai-sdk.ts";
import type { Model } from "../model/model.ts";
import type { RunLimits } from "../run/limits.ts";
import type { ContextLimits } from "../run/run-parts.ts";

/** Another agent to which the model can give a task. It has a thread of its own, and only its last answer comes back. */
export interface Subagent<Name extends string = string, Usable extends string = string> {
  readonly name: Name;
  /** For people. Default: derived from the name. */
  readonly title?: string;
  readonly description: string;
  /** Its tools, by name: of the kernel, of the host, or other subagents. It cannot call anything else. */
  readonly tools: readonly Usable[];
  /** Needed for tools that do more than observe. Their calls are held to the policy and to people as everywhere else. */
  readonly mayChange?: true;
  /** Default: the agent's, with its `fallback`. */
  readonly model?: Model | AiSdkModel;
  readonly fallback?: readonly (Model | AiSdkModel)[];
  /** What its model is told first. Default: that it works for another agent, who reads its last answer only. */
  readonly system?: string;
  /** Of one run of it. Default: the agent's, with `lastAnswer` and without `timeMs`. The agent's limits count for all together. */
  readonly limits?: Partial<Omit<RunLimits, "subagentDepth">>;
  readonly context?: Partial<ContextLimits>;
  /** It is ended if nothing happens for so long; there is no limit for all of its work. Default: 10 minutes. */
  readonly stallMs?: number;
}

/** What the model says to a subagent. */
export type SubagentInput = { readonly task: string };

/** Subagents as tools, by their types; none if there are no names. */
export type SubagentTool<Name extends string = string> = Name extends string
  ? { readonly name: Name; readonly input: Schema<SubagentInput> }
  : never;

/** Held to the same rules as every other tool. */
export function toolOf({ name, title, description, mayChange }: Subagent, isOpenWorld: boolean): AnyTool {
  return defineTool({
    name,
    description,
    ...(title === undefined ? {} : { title }),
    input: taskSchema,
    effects: { ...(mayChange === true ? writes : reads), openWorld: isOpenWorld },
    handle(): never {
      throw new Error("The loop runs subagents.");
    },
  });
}

const jsonSchema = {
  type: "object",
  properties: {
    task: {
      type: "string",
      description:
        "What to do, with everything that is needed to know for it: nothing else of this conversation is seen.",
    },
  },
  required: ["task"],
  additionalProperties: false,
};

const taskSchema: Schema<SubagentInput> = {
  "~standard": {
    version: 1,
    vendor: "toolwright",
    validate(value) {
      const [task, ...others] = isJsonObject(value) ? Object.keys(value) : [];
      if (others.length > 0 || (task !== undefined && task !== "task")) {
        return { issues: [{ message: "expected nothing but `task`" }] };
      }
      const text = isJsonObject(value) ? value["task"] : undefined;
      if (typeof text === "string" && text.trim() !== "") return { value: { task: text } };
      return { issues: [{ message: "expected a text that says what to do", path: ["task"] }] };
    },
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  },
};

export const subagentSystem =
  "You work on a task for another agent. It reads your last answer and nothing else of what you do, so say there all that it needs to know: what you found and did, where, and what is left open.";
