import { resolve } from "node:path";
import { inspect } from "node:util";
import type { Worker } from "node:worker_threads";
import { createKernel, type KernelEvent, ToolError } from "toolwright";
import type { OpenedKernel } from "toolwright/cli";
import type { Prompt, ResourceProvider } from "toolwright/mcp";
import { containHandlers, createProcessRunner } from "toolwright/process";
import { createAccessPolicy } from "./access-policy.ts";
import { onboardPrompt } from "./onboarding/onboard-prompt.ts";
import { openServices } from "./open-services.ts";
import { createResources } from "./resources/create-resources.ts";
import type { Services } from "./services.ts";
import { listGeneralPages } from "./tools/guide/guide-page.ts";
import { guideByWords, slimTools, tools as allTools } from "./tools/index.ts";
import { nextSteps } from "./tools/next-steps.ts";
import { loadUserConfig, userConfigFile } from "./workspace/config/config-file.ts";
import { createExposureJudge } from "./workspace/paths/exposure.ts";
import { findStartRoot } from "./workspace/projects/start-root.ts";

export interface OutriderOptions {
  /** As a person gave it. Default: the repository around `cwd`. */
  readonly project?: string | undefined;
  readonly stateDir?: string | undefined;
  readonly readOnly?: boolean;
  readonly profile?: "full" | "slim" | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers are never cut. */
  readonly full?: boolean;
  /** Structured results and their schemas beside the text. */
  readonly structured?: boolean;
  readonly probe?: boolean;
  /** A parser's thread that was started before; it ends with everything else. */
  readonly parser?: Worker | undefined;
  /** Where warnings go. */
  readonly tell: (text: string) => Promise<void>;
  /** Real paths that stand for the system's temp directory; only tests need that. */
  readonly tempRoots?: readonly string[];
}

export interface OpenedOutrider extends OpenedKernel {
  readonly profile: "full" | "slim";
  readonly resources: ResourceProvider;
  readonly prompts: readonly Prompt[];
  readonly tell: (text: string) => Promise<void>;
  close(): Promise<void>;
}

/** Everything behind the tools, made once a process: the kernel, what its handlers are given, and how it all ends. */
export async function openOutrider(options: OutriderOptions): Promise<OpenedOutrider> {
  const { cwd, env, tell } = options;
  const settings = userConfigFile(env);
  const user = await readUserSettings(settings);
  const exposure = createExposureJudge({ allow: user.security.allow_secrets, deny: user.security.deny });
  const startRoot = await findStartRoot(resolveFrom(cwd, options.project), cwd, exposure);
  const readOnly = options.readOnly === true || user.security.read_only;
  const processes = createProcessRunner();
  const containment = containHandlers();
  const profile = options.profile ?? user.tools.profile;
  const tools = shapeTools(options, profile, user.search.embedder !== "off");
  const opened = await openServices({
    ...options,
    startRoot,
    user,
    exposure,
    readOnly,
    processes,
    settings,
    canActivate: tools.some(({ name }) => name === "workspace"),
  });
  const { workspace, shell, usage, store, memories } = opened;
  const kernel = createKernel({
    tools,
    services: (caller): Services => opened.servicesFor(caller),
    access: createAccessPolicy({ workspace, shell, user, readOnly }),
    output: {
      store,
      readWith: "read_file",
      // Lines of files count from 1, those of a store from 0.
      readInput: ({ handle, offset, ...rest }) => ({ path: handle, offset: offset + 1, ...rest }),
      ...(options.full === true ? { budgetTokens: Number.MAX_SAFE_INTEGER } : {}),
    },
    processes,
    containment,
    nextSteps,
    onEvent(event) {
      usage.record(event);
      // A profile with a part of the tools drops every proposal to call one of the others: that is no fault.
      if (profile === "full" || event.type !== "fault" || event.source !== "next-call") void tellEvent(event, tell);
    },
  });
  const resources = createResources({
    sessionProject: async (caller) =>
      await workspace
        .session(caller)
        .project()
        .catch(() => undefined),
    memoryOf: (project) => memories.memoryOf(project),
    watchMemories: memories.watchAll,
    watchActive: workspace.watchActive,
    tools,
    pages: listGeneralPages(tools),
    probe: options.probe === true,
  });
  return {
    kernel,
    resources,
    profile,
    prompts: profile === "full" ? [onboardPrompt] : [],
    tell,
    tellsFaults: true,
    async close() {
      containment.close();
      await opened.close();
      await processes.close();
    },
  };
}

/** Wrong settings could mean more than the person wants to allow, so that nothing starts with them. */
async function readUserSettings(file: string) {
  const { config, problems } = await loadUserConfig(file);
  if (problems.length === 0) return config;
  throw new ToolError("bad_settings", [`${file} has problems:`, ...problems.map((each) => `- ${each}`)].join("\n"));
}

function resolveFrom(cwd: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(cwd, path);
}

type OutriderTool = (typeof allTools)[number];

/**
 * Models read the text. Structured results would come on top of it, and clients that get both show the model the longer
 * one, so that they are sent only when asked for.
 */
function shapeTools(
  { structured, full }: OutriderOptions,
  profile: "full" | "slim",
  byMeaning: boolean,
): readonly OutriderTool[] {
  return allTools
    .map((tool): OutriderTool => (tool.name === "guide" && !byMeaning ? guideByWords : tool))
    .filter(({ name }) => profile === "full" || slimTools.has(name))
    .map((tool): OutriderTool => ({
      ...tool,
      ...(structured === true ? {} : { outputJsonSchema: undefined }),
      ...(full === true ? { budgetTokens: undefined } : {}),
    }));
}

async function tellEvent(event: KernelEvent, tell: (text: string) => Promise<void>): Promise<void> {
  if (event.type === "call-log") return await tell(`[${event.tool}] ${event.level}: ${event.message}`);
  if (event.type !== "fault") return;
  await tell(`[${event.tool} ${event.callId}] ${event.source}: ${inspect(event.error)}`);
}
