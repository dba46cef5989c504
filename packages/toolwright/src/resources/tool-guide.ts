import type { Caller } from "../tool/call-context.ts";
import { ToolDefinitionError } from "../tool/check-definition.ts";
import { describeFields } from "../tool/describe-value.ts";
import type { AnyTool, Effects } from "../tool/tool.ts";
import type { ResourceContent, ResourceInfo, ResourceProvider, ResourceTemplateInfo } from "./provider.ts";
import { findUriProblem } from "./unknown-resource.ts";

export interface ToolGuideOptions {
  /** URI of the whole guide; the page of a tool is below it. Default: "doc://tool-guide". */
  readonly uri?: string;
  /** A function is called on every read: which tools are hidden changes, and hidden ones are not explained. */
  readonly tools: readonly AnyTool[] | ((caller?: Caller) => readonly AnyTool[] | Promise<readonly AnyTool[]>);
}

const mimeType = "text/markdown";

/** Everything about the tools that their short descriptions leave out: one document for all, one page for each. */
export function createToolGuideProvider({ uri = "doc://tool-guide", tools }: ToolGuideOptions): ResourceProvider {
  const problem = findUriProblem(uri);
  if (problem !== undefined) throw new ToolDefinitionError("The tool guide", [problem]);
  const toolsFor = async (caller?: Caller): Promise<readonly AnyTool[]> =>
    typeof tools === "function" ? await tools(caller) : tools;

  const whole: ResourceInfo = {
    uri,
    name: "tool-guide",
    title: "Tool guide",
    description: "All tools with their inputs, defaults, effects, examples and longer notes.",
    mimeType,
  };
  const page: ResourceTemplateInfo = {
    uriTemplate: `${uri}/{tool}`,
    name: "tool-guide-page",
    title: "Guide of one tool",
    description: "Inputs, defaults, effects, examples and longer notes of one tool.",
    mimeType,
    complete: { tool: async (typed, _chosen, { caller }) => completeName(await toolsFor(caller), typed) },
  };

  return {
    templates: [page],
    list: () => [whole],
    async read(asked, { caller }) {
      if (asked === uri) return contents(asked, renderToolGuide(await toolsFor(caller)));
      if (!asked.startsWith(`${uri}/`)) return undefined;
      const name = asked.slice(uri.length + 1);
      const tool = (await toolsFor(caller)).find((candidate) => candidate.name === name);
      return tool === undefined ? undefined : contents(asked, renderToolPage(tool));
    },
  };
}

function completeName(tools: readonly AnyTool[], typed: string): readonly string[] {
  return tools
    .map((tool) => tool.name)
    .filter((name) => name.startsWith(typed))
    .toSorted();
}

function contents(uri: string, text: string): readonly ResourceContent[] {
  return [{ uri, mimeType, body: { text } }];
}

/** Everything about all tools, sorted by name: the same tools give the same bytes. */
function renderToolGuide(tools: readonly AnyTool[]): string {
  const sorted = tools.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return ["# Tools", ...sorted.map((tool) => renderTool(tool, "##"))].join("\n\n") + "\n";
}

/** The page of one tool. */
function renderToolPage(tool: AnyTool): string {
  return `${renderTool(tool, "#")}\n`;
}

function renderTool(tool: AnyTool, mark: string): string {
  const inputs = describeFields(tool.inputJsonSchema).map(
    ({ name, type, description }) => `- \`${name}\` (${type}): ${description}`,
  );
  return [
    `${mark} ${tool.name}: ${tool.title}`,
    tool.description,
    `${describeEffects(tool.effects)} ${describeTerms(tool)}`,
    `${mark}# Inputs`,
    inputs.length === 0 ? "None." : inputs.join("\n"),
    ...(tool.guide === undefined ? [] : [`${mark}# Guide`, tool.guide]),
    ...(tool.examples.length === 0 ? [] : [`${mark}# Examples`, tool.examples.map(describeExample).join("\n")]),
  ].join("\n\n");
}

function describeEffects({ readOnly, destructive, idempotent, openWorld }: Effects): string {
  const change = readOnly ? "read-only" : destructive ? "changes things and may destroy some" : "changes things";
  const again = idempotent ? "the same call twice has the effect of one" : "each call has an effect of its own";
  const reach = openWorld ? "reaches outside" : "stays local";
  return `Effects: ${[change, ...(readOnly ? [] : [again]), reach].join(", ")}.`;
}

function describeTerms({ tier, deadlineMs, needs }: AnyTool): string {
  const consent = tier === "observe" ? "Runs unasked" : "Asks first";
  const needed = needs.length === 0 ? "" : ` Needs ${needs.join(", ")}.`;
  return `${consent}, ends within ${deadlineMs / 1000} s.${needed}`;
}

function describeExample({ title, input, fails }: AnyTool["examples"][number]): string {
  return `- ${title}${fails === undefined ? "" : ` (ends in ${fails})`}: ${codeSpan(JSON.stringify(input))}`;
}

/** A fence longer than any run of backticks in the text keeps it intact. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest === 0 ? "" : " ";
  return `${fence}${gap}${text}${gap}${fence}`;
}
