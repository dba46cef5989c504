import type { AnyTool, Caller } from "toolwright";
import {
  combineProviders,
  createDocumentProvider,
  createProbeResources,
  createToolGuideProvider,
  type ResourceProvider,
  type ResourceInfo,
} from "toolwright/mcp";
import { surveyProject } from "../onboarding/survey-project.ts";
import { type ProjectState, showIndexState, showServers } from "../tools/project-state.ts";
import type { Project } from "../workspace/project.ts";
import { createMemoryResources, type SessionMemories } from "./memory-resources.ts";

const info: ResourceInfo = {
  uri: "project://summary",
  name: "summary",
  title: "The active project",
  description:
    "The session's project: name, languages, commands, memories, how far it is indexed, which language servers run.",
  mimeType: "application/json",
};

export interface ResourceOptions extends SessionMemories {
  /** How far a project is indexed, and its language servers; starts nothing. */
  stateOf(project: Project): Promise<ProjectState>;
  /** For the tool guide; a function where some may be hidden. */
  readonly tools: readonly AnyTool[] | ((caller?: Caller) => readonly AnyTool[] | Promise<readonly AnyTool[]>);
  /** Texts about all tools, at `doc://<topic>`. */
  readonly pages: readonly { readonly topic: string; readonly title: string; readonly text: string }[];
  /** For measuring what a client delivers; not for everyday use. */
  readonly probe?: boolean;
}

/** Everything that Outrider offers by address. */
export function createResources({ tools, pages, probe = false, ...session }: ResourceOptions): ResourceProvider {
  const documents = pages.map(({ topic, title, text }) => ({
    uri: `doc://${topic}`,
    title,
    description: `${title}.`,
    text,
  }));
  return combineProviders([
    createMemoryResources(session),
    createSummaryResource(session),
    createToolGuideProvider({ tools }),
    createDocumentProvider(documents),
    ...(probe ? [createProbeResources()] : []),
  ]);
}

/** `project://summary`: what the session works on, found out anew for every read. */
function createSummaryResource({
  sessionProject,
  memoryOf,
  stateOf,
  watchMemories,
  watchActive,
}: SessionMemories & Pick<ResourceOptions, "stateOf">): ResourceProvider {
  return {
    list: async ({ caller }) => ((await sessionProject(caller)) === undefined ? [] : [info]),
    async read(uri, { caller, signal }) {
      if (uri !== info.uri) return undefined;
      const project = await sessionProject(caller);
      if (project === undefined) return undefined;
      const [survey, memories, state] = await Promise.all([
        surveyProject(project, signal),
        memoryOf(project).list(signal),
        stateOf(project),
      ]);
      const summary = {
        name: project.name,
        index: showIndexState(state, Date.now()).replace("index: ", ""),
        language_servers: showServers(state).replace("language servers: ", ""),
        read_only: project.readOnly,
        files: survey.files,
        summary: survey.summary,
        languages: survey.languages,
        package_managers: survey.packageManagers,
        commands: survey.commands,
        entry_points: survey.entryPoints,
        subprojects: survey.subprojects,
        memories: memories.map(({ topic, title, stale }) => ({ topic, title, stale: stale.length > 0 })),
        problems: [...project.configProblems, ...(await project.state.problems())],
      };
      return [{ uri, mimeType: "application/json", body: { text: JSON.stringify(summary, undefined, 2) } }];
    },
    watch(onChange) {
      const stops = [
        // Its list of memories is a part of it.
        watchMemories((change) => (change === "list" ? onChange({ uri: info.uri }) : undefined)),
        watchActive(() => onChange({ uri: info.uri })),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
