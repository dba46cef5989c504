import { ToolDefinitionError } from "../tool/check-definition.ts";
import type { Caller } from "../tool/call-context.ts";
import type { AnyTool } from "../tool/tool.ts";
import { findUriProblem } from "./check-uri.ts";
import type { ResourceContent, ResourceInfo, ResourceProvider, ResourceTemplateInfo } from "./provider.ts";
import { renderToolGuide, renderToolPage } from "./render-tool-guide.ts";

export interface ToolGuideOptions {
  /** Where the whole guide is; the page of a tool is below it. "doc://tool-guide" unless told. */
  readonly uri?: string;
  /** A function is asked at every read: which tools are hidden changes, and hidden ones do not explain themselves. */
  readonly tools: readonly AnyTool[] | ((caller?: Caller) => readonly AnyTool[] | Promise<readonly AnyTool[]>);
}

const mimeType = "text/markdown";

/** Everything about the tools that their short descriptions leave out: one document of all, one page for each. */
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
