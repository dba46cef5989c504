export type { Change, Changes } from "./changes.ts";
export { defineServer, type ServerDefinition, type ServerOptions } from "./define-server.ts";
export type { NamePrincipal } from "./http/bearer.ts";
export { type HttpOptions, type ServedHttp, serveHttp } from "./http/serve-http.ts";
export {
  type Prompt,
  type PromptArgument,
  type PromptContext,
  promptForTool,
  type PromptMessage,
} from "./prompts/prompt.ts";
export type { Brevity } from "./tools/brief-schema.ts";
export { type TaskOptions } from "./tasks/served-tasks.ts";
export { type ServedStdio, serveStdio, type StdioOptions } from "./stdio/serve-stdio.ts";
export type {
  ReadContext,
  ResourceChange,
  ResourceContent,
  ResourceInfo,
  ResourceProvider,
  ResourceTemplateInfo,
} from "../resources/provider.ts";
export { combineProviders } from "../resources/combine-providers.ts";
export { createDocumentProvider, progressiveDisclosureGuide, type ResourceDocument } from "../resources/documents.ts";
export { createReadResourceTool } from "../resources/read-resource-tool.ts";
export { createToolGuideProvider } from "../resources/tool-guide.ts";
export { createProbeResources } from "../probe/probe-resources.ts";
export { createProbeTool } from "../probe/probe-tool.ts";
export type { AdoptedTool } from "../tool/adopt-tool.ts";
export { openToolSource } from "./client/open-tool-source.ts";
export { ToolSourceError, type ToolSourceErrorCode } from "./client/source-error.ts";
export type { CommandServer, ToolSourceOptions, UrlServer } from "./client/source-options.ts";
export type {
  AdoptedTools,
  RemoteValue,
  ServerInfo,
  SkippedTool,
  ToolSource,
  Trust,
} from "./client/source-contract.ts";
