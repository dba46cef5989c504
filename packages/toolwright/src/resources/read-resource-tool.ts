import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import type { ResourceProvider } from "./provider.ts";
import { formatResourcePage, readResource, readResourceInput } from "./read-resource.ts";
import description from "./read-resource.md" with { type: "text" };
import guide from "./read-resource-guide.md" with { type: "text" };

export interface ReadResourceOptions {
  /** Maximum size of the attachments of one answer, in characters of base64. Default: 4 Mi. The rest is sent as links. */
  readonly maxAttached?: number;
  /** Longer answers are spilled. Default: the kernel's budget. */
  readonly budgetTokens?: number;
}

const defaultMaxAttached = 4 * 1024 * 1024;

/** Gives the model the resources as a tool, because many clients never show them to it. */
export function createReadResourceTool(provider: ResourceProvider, options: ReadResourceOptions = {}) {
  const { maxAttached = defaultMaxAttached, budgetTokens } = options;
  return defineTool({
    name: "read_resource",
    description,
    guide,
    input: readResourceInput,
    effects: reads,
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    examples: [
      { title: "What there is", input: {} },
      { title: "An address that is not there", input: { uri: "doc://no-such-document" }, fails: "no_resource" },
    ],
    handle: (input, _services, { caller, signal }) =>
      readResource(input, { provider, maxAttached, context: { caller, signal } }),
    format: formatResourcePage,
    attach: ({ attachments }) => attachments,
  });
}
