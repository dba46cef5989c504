import { ToolError } from "toolwright";
import { isEdited, readIndex } from "../../git/index-entries.ts";
import { type Git, type GitCall, openGit } from "../../git/open-git.ts";
import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import type { Project } from "../../workspace/project.ts";
import { findRepository } from "../../workspace/projects/git-places.ts";

/** Those of these files that differ from the last commit; why that is not known, where there is no git. */
export async function changedFiles(
  project: Project,
  files: readonly string[],
  call: GitCall,
): Promise<{ readonly paths: readonly string[] } | { readonly unknown: string }> {
  if ((await findRepository(project.root)) === undefined) return { unknown: "the project is in no git repository" };
  const git = await openGit(project, call, noGit);
  const entries = await readIndex(git);
  const staged = await stagedFiles(git);
  const pause = createYield(git.signal);
  const changed: string[] = [];
  for (const path of files) {
    await pause();
    const entry = entries.get(path);
    if (entry === undefined || staged === undefined || staged.has(path)) changed.push(path);
    else if (await isEdited(project, path, entry)) changed.push(path);
  }
  return { paths: changed };
}

/** Files staged since the last commit; undefined if there is no commit. */
async function stagedFiles(git: Git): Promise<ReadonlySet<string> | undefined> {
  if ((await git.tryRead(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])) === undefined) return undefined;
  const names = await git.read(["diff-index", "--cached", "--name-only", "--relative", "-z", "HEAD", "--"]);
  return new Set(names.split("\0"));
}

function noGit(why: string): ToolError {
  return new ToolError("no_git", `What has changed is not known: the project ${why}. Give a path, or all of it.`, {
    next: { tool: "diagnostics", input: { scope: "project" } },
  });
}
