import { resolve } from "node:path";
import { inspect } from "node:util";
import type { ParserThreads } from "./syntax/workers/open-parser-pool.ts";
import { createKernel, type Kernel, type KernelEvent, ToolError } from "toolwright";
import type { OpenedKernel } from "toolwright/cli";
import { createProbeTool, type Prompt, type ResourceProvider } from "toolwright/mcp";
import { containHandlers, createProcessRunner, hideVariables } from "toolwright/process";
import { createAccessPolicy } from "./access-policy.ts";
import { onboardPrompt } from "./onboarding/onboard-prompt.ts";
import { openServices } from "./open-services.ts";
import { createResources } from "./resources/create-resources.ts";
import type { Services } from "./services.ts";
import { listGeneralPages } from "./tools/guide/guide-page.ts";
import { createGuide, isOffered, pageReader, scriptReading, tools as allTools } from "./tools/index.ts";
import { nextSteps } from "./tools/next-steps.ts";
import { readProjectState } from "./tools/project-state.ts";
import { chooseReadOn } from "./tools/reading-on.ts";
import { loadUserConfig, userConfigFile } from "./workspace/config/config-file.ts";
import type { Profile } from "./workspace/config/profile.ts";
import { createExposureJudge } from "./workspace/paths/exposure.ts";
import { findStartRoot } from "./workspace/projects/start-root.ts";
import { maskValues } from "./workspace/secrets/mask-values.ts";

export interface OutriderOptions {
  /** As the user gave it. Default: the repository around `cwd`. */
  readonly project?: string | undefined;
  readonly stateDir?: string | undefined;
  readonly readOnly?: boolean;
  readonly profile?: Profile | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Answers are never truncated. */
  readonly full?: boolean;
  /** Structured results and their schemas in addition to the text. */
  readonly structured?: boolean;
  readonly probe?: boolean;
  /** For a host without a client of its own that asks: every change of a file, and every command where there is no sandbox, needs the person. */
  readonly asksChanges?: boolean;
  /** Parser threads; they end with everything else. */
  readonly parsers?: ParserThreads;
  /** Where warnings go. */
  readonly tell: (text: string) => Promise<void>;
  /** Real paths that count as the system's temp directory; only for tests. */
  readonly tempRoots?: readonly string[];
}

export interface OpenedOutrider extends OpenedKernel {
  readonly profile: Profile;
  readonly resources: ResourceProvider;
  readonly prompts: readonly Prompt[];
  readonly tell: (text: string) => Promise<void>;
  /** Ends what runs for a principal that may no longer come back. */
  endPrincipal(principal: string): Promise<void>;
  close(): Promise<void>;
}

/** Everything behind the tools, created once per process: the kernel, the services for its handlers, and how to close all. */
// oxlint-disable-next-line max-lines-per-function -- one thing after the other, in the order in which they need each other
export async function openOutrider(options: OutriderOptions): Promise<OpenedOutrider> {
  const { cwd, env, tell, asksChanges = false } = options;
  const settings = userConfigFile(env);
  const user = await readUserSettings(settings);
  const exposure = createExposureJudge({ allow: user.security.allow_secrets, deny: user.security.deny });
  const startRoot = await findStartRoot(resolveFrom(cwd, options.project), cwd, exposure);
  const readOnly = options.readOnly === true || user.security.read_only;
  const { openai, postgres } = user.search;
  // Without a sandbox, a command could read them in the environment of this process.
  hideVariables([openai.key_env, postgres.url_env].filter((name) => name !== undefined));
  const processes = createProcessRunner();
  const containment = containHandlers();
  const profile = options.profile ?? user.tools.profile;
  const shaped = shapeTools(options, { profile, readOnly, byMeaning: user.search.embedder !== "off" });
  const own = shaped.filter(({ name }) => isOffered(profile, name));
  const tools = options.probe === true ? [...own, createProbeTool({ reportWith: "outrider probe-report" })] : own;
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
  const { workspace, shell, sandboxes, usage, store, memories } = opened;
  for (const problem of opened.problems) await tell(problem);
  const open = (offered: readonly OfferedTool[]): Kernel<readonly OfferedTool[]> =>
    createKernel({
      tools: offered,
      services: (caller): Services => ({ ...opened.servicesFor(caller), kernel: () => whole }),
      access: createAccessPolicy({ workspace, shell, sandboxes, user, readOnly, asksChanges }),
      output: {
        store,
        ...chooseReadOn(offered.map(({ name }) => name)),
        ...(user.security.mask_values ? { redact: maskUnlessNamed } : {}),
        ...(options.full === true ? { budgetTokens: Number.MAX_SAFE_INTEGER } : {}),
      },
      processes,
      containment,
      nextSteps,
      onEvent(event) {
        usage.record(event);
        // In a profile with some of the tools, suggestions to call other tools are dropped: that is not a fault.
        if (profile === "full" || event.type !== "fault" || event.source !== "next-call") void tellEvent(event, tell);
      },
    });
  // Scripts call every tool, also those that their client does not see.
  const whole = open(shaped);
  const kernel = profile === "full" && options.probe !== true ? whole : open(tools);
  const resources = createResources({
    // A project that cannot be opened has no resources of its own.
    sessionProject: async (caller) =>
      await workspace
        .session(caller)
        .activeProject()
        .catch(() => undefined),
    stateOf: (project) => readProjectState(project, opened.ofProjects),
    memoryOf: (project) => memories.memoryOf(project),
    watchMemories: memories.watchAll,
    watchActive: workspace.watchActive,
    tools,
    pages: listGeneralPages(pageReader(profile)),
    probe: options.probe === true,
  });
  return {
    kernel,
    resources,
    profile,
    prompts: profile === "full" ? [onboardPrompt] : [],
    tell,
    tellsFaults: true,
    endPrincipal: (principal) => shell.jobs.endAll(principal),
    async close() {
      containment.close();
      await opened.close();
      await processes.close();
    },
  };
}

/** What the next call names must stay as it is: a path, a handle or the next page may look like a key. */
const namedFields = new Set([
  "path",
  "paths",
  "file",
  "files",
  "from",
  "to",
  "root",
  "project",
  "handle",
  "cursor",
  "id",
  "page_token",
  "next_page_token",
]);

function maskUnlessNamed(text: string, field?: string): string {
  return field !== undefined && namedFields.has(field) ? text : maskValues(text);
}

/** Invalid settings could allow more than the user wants, so nothing starts with them. */
async function readUserSettings(file: string) {
  const { config, problems } = await loadUserConfig(file);
  if (problems.length === 0) return config;
  throw new ToolError("bad_settings", [`${file} has problems:`, ...problems.map((each) => `- ${each}`)].join("\n"));
}

function resolveFrom(cwd: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(cwd, path);
}

type OutriderTool = (typeof allTools)[number];

type OfferedTool = OutriderTool | ReturnType<typeof createProbeTool>;

/**
 * Models read the text. Structured results would be sent in addition, and clients that get both show the model the longer
 * one, so they are sent only on request.
 */
function shapeTools(
  { structured, full }: OutriderOptions,
  {
    profile,
    readOnly,
    byMeaning,
  }: { readonly profile: Profile; readonly readOnly: boolean; readonly byMeaning: boolean },
): readonly OutriderTool[] {
  return allTools
    .map((tool): OutriderTool => (tool.name === "guide" ? createGuide(profile, { byMeaning }) : tool))
    .map((tool): OutriderTool => (tool.name === "script" && readOnly ? scriptReading : tool))
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
