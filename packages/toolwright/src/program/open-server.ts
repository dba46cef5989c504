import { combineProviders } from "../resources/combine-providers.ts";
import { createDocumentProvider } from "../resources/documents.ts";
import { progressiveDisclosureGuide } from "../resources/progressive-disclosure.ts";
import { createReadResourceTool } from "../resources/read-resource-tool.ts";
import { createToolGuideProvider } from "../resources/tool-guide.ts";
import { defineServer, type ServerDefinition } from "../mcp/index.ts";
import { createProbeResources } from "../probe/probe-resources.ts";
import { createProbeTool } from "../probe/probe-tool.ts";
import type { AnyTool } from "../tool/tool.ts";
import { openToolKernel, type KernelSettings } from "./open-kernel.ts";
import type { ToolModule } from "./read-exports.ts";

export interface ServerSettings extends Omit<KernelSettings, "full"> {
  readonly name: string;
  readonly version: string;
  readonly probe: boolean;
}

/** A module's tools with their guide: as resources, and as a tool for clients that show models no resources. */
export function openServer(
  module: ToolModule,
  { name, version, probe, ...settings }: ServerSettings,
): { readonly server: ServerDefinition; close(): Promise<unknown> } {
  const listTools = async (): Promise<readonly AnyTool[]> => (await opened.kernel.list()).visible;
  const resources = combineProviders([
    createDocumentProvider([progressiveDisclosureGuide]),
    createToolGuideProvider({ tools: listTools }),
    ...(probe ? [createProbeResources()] : []),
  ]);
  const tools = [...module.tools, createReadResourceTool(resources), ...(probe ? [createProbeTool()] : [])];
  const opened = openToolKernel({ ...module, tools }, { ...settings, full: false });
  const onFault = (error: unknown): void => void settings.tell(String(error));
  const server = defineServer({ name, version, kernel: opened.kernel, resources, onFault });
  return { server, close: async () => await opened.close?.() };
}
