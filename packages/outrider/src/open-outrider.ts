import { resolve } from "node:path";
import { inspect } from "node:util";
import type { ParserThreads } from "./syntax/workers/open-parser-pool.ts";
import { type Caller, createKernel, type Kernel, type KernelEvent, ToolError } from "toolwright";
import type { OpenedKernel } from "toolwright/cli";
import { createProbeTool, type Prompt, type ResourceProvider } from "toolwright/mcp";
import { containHandlers, createProcessRunner, hideVariables, type NodeProcessRunner } from "toolwright/process";
import { createAccessPolicy, withoutApprovals } from "./access-policy.ts";
import { onboardPrompt } from "./onboarding/onboard-prompt.ts";
import { type OpenedServices, openServices } from "./open-services.ts";
import { createResources } from "./resources/create-resources.ts";
import type { Services } from "./services.ts";
import { listGeneralPages } from "./tools/guide/guide-page.ts";
import { createGuide, isOffered, pageReader, scriptReading, tools as allTools } from "./tools/index.ts";
import { nextSteps } from "./tools/next-steps.ts";
import { readProjectState } from "./tools/project-state.ts";
import { chooseReadOn } from "./tools/reading-on.ts";
import { loadUserConfig } from "./workspace/config/config-file.ts";
import { userConfigFile } from "./workspace/config/user-config-file.ts";
import type { Profile } from "./workspace/config/profile.ts";
import type { UserConfig } from "./workspace/config/user-config.ts";
import { createExposureJudge } from "./workspace/paths/exposure.ts";
import { findStartRoot } from "./workspace/projects/start-root.ts";
import { maskValues } from "./workspace/secrets/mask-values.ts";

/** What all clients of a process share: one project with its index, language servers and memory. */
export interface HostOptions {
  /** As the user gave it. Default: the repository around `cwd`. */
  readonly project?: string | undefined;
  readonly stateDir?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Parser threads; they end with everything else. */
  readonly parsers?: ParserThreads;
  /** Where warnings go. */
  readonly tell: (text: string) => Promise<void>;
  /** Real paths that count as the system's temp directory; only for tests. */
  readonly tempRoots?: readonly string[];
}

/** What one client sees of it. */
export interface FaceOptions {
  readonly profile?: Profile | undefined;
  /** Nothing is changed and run over this one, whatever others may do. */
  readonly readOnly?: boolean | undefined;
  /** Answers are never truncated. */
  readonly full?: boolean | undefined;
  /** Structured results and their schemas in addition to the text. */
  readonly structured?: boolean | undefined;
  readonly probe?: boolean | undefined;
  /** For a host without a client of its own that asks: every change of a file, and every command where there is no sandbox, needs the person. */
  readonly asksChanges?: boolean | undefined;
  /** Why nobody can approve anything over this one: what needs a person's word is denied with it. */
  readonly noApprovals?: string | undefined;
}

export type OutriderOptions = HostOptions & FaceOptions;

export interface OutriderFace extends Omit<OpenedKernel, "close"> {
  readonly profile: Profile;
  readonly resources: ResourceProvider;
  readonly prompts: readonly Prompt[];
  readonly tell: (text: string) => Promise<void>;
}

export interface OutriderHost {
  /** Real path of the project; undefined in a home directory or a whole disk. */
  readonly root: string | undefined;
  /** What the person should know about the state of the project. */
  readonly problems: readonly string[];
  /** Whether a sandbox stands around commands. */
  hasSandbox(): Promise<boolean>;
  /** The same one for the same options. */
  face(options: FaceOptions): OutriderFace;
  /** Ends what runs for a principal that may no longer come back. */
  endPrincipal(principal: string): Promise<void>;
  /** Ends what runs for a session that is over, and forgets what was allowed in it. */
  endSession(caller: Caller): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedOutrider extends OutriderFace, Pick<OutriderHost, "endPrincipal" | "close"> {}

/** Everything behind the tools, created once per process: the kernel, the services for its handlers, and how to close all. */
export async function openOutrider(options: OutriderOptions): Promise<OpenedOutrider> {
  const host = await openHost(options);
  for (const problem of host.problems) await options.tell(problem);
  return { ...host.face(options), endPrincipal: host.endPrincipal, close: host.close };
}

/** The same for clients that see different tools of one project. */
export async function openHost(options: HostOptions & Pick<FaceOptions, "profile">): Promise<OutriderHost> {
  const { cwd, env, tell } = options;
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
  const opened = await openServices({
    ...options,
    startRoot,
    user,
    exposure,
    readOnly,
    processes,
    settings,
    canActivate: isOffered(options.profile ?? user.tools.profile, "workspace"),
  });
  const parts: FaceParts = { opened, user, readOnly, processes, containment, tell };
  const faces = new Map<string, OutriderFace>();
  return {
    root: startRoot,
    problems: opened.problems,
    hasSandbox: async () => (await opened.sandboxes.state()).name !== "none",
    face({ profile = user.tools.profile, ...rest }) {
      const { readOnly: readsOnly, full, structured, probe, asksChanges, noApprovals } = rest;
      const wanted = { profile, readOnly: readsOnly, full, structured, probe, asksChanges, noApprovals };
      const key = JSON.stringify(wanted);
      const face = faces.get(key) ?? openFace(wanted, parts);
      faces.set(key, face);
      return face;
    },
    endPrincipal: (principal) => opened.shell.jobs.endAll(principal),
    async endSession(caller) {
      await opened.shell.jobs.endAll(caller.principal, caller.session);
      opened.workspace.forget(caller);
    },
    async close() {
      containment.close();
      await opened.close();
      await processes.close();
    },
  };
}

interface FaceParts {
  readonly opened: OpenedServices;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  readonly processes: NodeProcessRunner;
  readonly containment: ReturnType<typeof containHandlers>;
  readonly tell: (text: string) => Promise<void>;
}

function openFace(options: FaceOptions & { readonly profile: Profile }, parts: FaceParts): OutriderFace {
  const { profile, asksChanges = false, noApprovals } = options;
  const { opened, user, processes, containment, tell } = parts;
  const { workspace, shell, sandboxes, usage, store, memories } = opened;
  const readOnly = parts.readOnly || options.readOnly === true;
  const shaped = shapeTools(options, { profile, readOnly, byMeaning: user.search.embedder !== "off" });
  const own = shaped.filter(({ name }) => isOffered(profile, name));
  const tools = options.probe === true ? [...own, createProbeTool({ reportWith: "outrider probe-report" })] : own;
  const open = (offered: readonly OfferedTool[]): Kernel<readonly OfferedTool[]> =>
    createKernel({
      tools: offered,
      services: (caller): Services => ({ ...opened.servicesFor(caller), kernel: () => whole }),
      access: withoutApprovals(
        createAccessPolicy({ workspace, shell, sandboxes, user, readOnly, asksChanges }),
        noApprovals,
      ),
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
  return { kernel, resources, profile, prompts: profile === "full" ? [onboardPrompt] : [], tell, tellsFaults: true };
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
  { structured, full }: FaceOptions,
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
