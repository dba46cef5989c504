import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AccessRules, Policy } from "../access/policy.ts";
import { usageError } from "../cli/command.ts";
import { defineServer, type ServerDefinition } from "../mcp/index.ts";
import { createProbeResources } from "../probe/probe-resources.ts";
import { createProbeTool } from "../probe/probe-tool.ts";
import { combineProviders } from "../resources/combine-providers.ts";
import { createDocumentProvider, progressiveDisclosureGuide } from "../resources/documents.ts";
import { createReadResourceTool } from "../resources/read-resource-tool.ts";
import { createToolGuideProvider } from "../resources/tool-guide.ts";
import { createScriptTool } from "../script/script-tool.ts";
import type { Caller } from "../tool/call-context.ts";
import { isJsonObject } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";
import { openToolKernel, type KernelSettings } from "./open-kernel.ts";
import type { ToolModule } from "./read-exports.ts";

interface FoundPackage {
  /** Without its scope, as clients prefix tool names with it. */
  readonly name: string;
  readonly version: string;
}

export interface ServerSettings extends Omit<KernelSettings, "full"> {
  /** The module of the tools; its package provides the server's name and version. */
  readonly file: string;
  readonly name: string | undefined;
  /** Tools that run without asking. */
  readonly allow: readonly string[];
  readonly probe: boolean;
  /** Adds the tool that runs scripts. */
  readonly script: boolean;
}

/** A module's tools with their guide: as resources, and as a tool for clients that show models no resources. */
export function openServer(
  module: ToolModule,
  { file, name, allow, probe, script, ...settings }: ServerSettings,
): { readonly server: ServerDefinition; close(): Promise<unknown> } {
  const listTools = async (caller?: Caller): Promise<readonly AnyTool[]> => (await opened.kernel.list(caller)).visible;
  const resources = combineProviders([
    createDocumentProvider([progressiveDisclosureGuide]),
    createToolGuideProvider({ tools: listTools }),
    ...(probe ? [createProbeResources()] : []),
  ]);
  const ours: readonly AnyTool[] = [
    createReadResourceTool(resources),
    ...(probe ? [createProbeTool()] : []),
    ...(script ? [createScriptTool({ kernel: () => opened.kernel })] : []),
  ];
  // A module may contain its own reader.
  const missing = ours.filter(({ name: own }) => module.tools.every((tool) => tool.name !== own));
  const tools = [...module.tools, ...missing];
  const access = allowTools(module.access, allow);
  const opened = openToolKernel({ ...module, tools, access }, { ...settings, full: false });
  const found = findPackage(file);
  const server = defineServer({
    name: name ?? found.name,
    version: found.version,
    ...(module.instructions === undefined ? {} : { instructions: module.instructions }),
    kernel: opened.kernel,
    resources,
    onFault: (error) => void settings.tell(error instanceof Error ? error.message : String(error)),
  });
  return { server, close: async () => await opened.close?.() };
}

function allowTools(access: AccessRules | Policy, names: readonly string[]): AccessRules | Policy {
  if (names.length === 0) return access;
  if (typeof access === "function") {
    throw usageError("--allow cannot change the access policy of the module, which is a function of its own");
  }
  const denied = names.find((name) => access.tools?.[name] === "deny");
  if (denied !== undefined) throw usageError(`--allow ${denied}: the module denies it; change its access rules`);
  const allowed = Object.fromEntries(names.map((name) => [name, "allow" as const]));
  return { ...access, tools: { ...access.tools, ...allowed } };
}

/** The package that a file belongs to: the nearest package.json with a name above it. */
function findPackage(file: string): FoundPackage {
  const folder = dirname(file);
  if (folder === file) return { name: "tools", version: "0.0.0" };
  const { name, version } = readPackage(join(folder, "package.json"));
  if (typeof name !== "string") return findPackage(folder);
  return { name: name.replace(/^@[^/]*\//, ""), version: typeof version === "string" ? version : "0.0.0" };
}

function readPackage(file: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
