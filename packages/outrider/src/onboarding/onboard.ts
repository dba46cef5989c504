import type { MemoryStore } from "../memory/memory-store.ts";
import type { Project } from "../workspace/project.ts";
import { writeStarterMemories } from "./starter-memories.ts";
import { type Survey, surveyProject } from "./survey-project.ts";

export interface Onboarded {
  readonly survey: Survey;
  readonly written: readonly string[];
  /** Existing memories that were left as they are. */
  readonly kept: readonly string[];
  readonly readOnly: boolean;
}

export interface OnboardOptions {
  /** Overwrites existing memories with starter memories. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/** Finds out what a project is and writes it down, without requiring any input. */
export async function onboard(
  project: Project,
  store: MemoryStore,
  { force, signal }: OnboardOptions,
): Promise<Onboarded> {
  const survey = await surveyProject(project, signal);
  const there = new Set((await store.list(signal)).map(({ topic }) => topic.toLowerCase()));
  const written: string[] = [];
  const kept: string[] = [];
  for (const { topic, content, anchors } of writeStarterMemories(survey)) {
    if (there.has(topic) && (!force || project.readOnly)) {
      kept.push(topic);
      continue;
    }
    if (project.readOnly) continue;
    const exist = await anchorable(project, anchors);
    await store.write(topic, content, { anchors: exist, signal });
    written.push(topic);
  }
  return { survey, written, kept, readOnly: project.readOnly };
}

/** A manifest may be a link out of the project, or a secret: then it cannot be an anchor, which is no reason to fail. */
async function anchorable(project: Project, anchors: readonly string[]): Promise<readonly string[]> {
  const judged = await Promise.all(
    anchors.map(async (path) => {
      const file = await project.files.locate(path, "read").catch(() => undefined);
      return file?.kind === "file" && !file.masked && file.area === "project" ? [path] : [];
    }),
  );
  return judged.flat();
}
