import type { Git } from "./open-git.ts";

export interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
  /** As YYYY-MM-DD. */
  readonly date: string;
  readonly author: string;
  readonly subject: string;
}

/** Commits that touched a file, newest first, and whether there are more. No setting makes this verify signatures. */
export async function commitsTouching(
  git: Git,
  { from, path, count }: { readonly from: string; readonly path: string; readonly count: number },
): Promise<{ readonly commits: readonly Commit[]; readonly hasMore: boolean }> {
  const format = "--format=%x02%H%x00%P%x00%as%x00%an%x00%s%x03";
  const options = ["--topo-order", "--encoding=UTF-8", `--max-count=${count + 1}`, format];
  const commits = parseCommits(await git.read(["rev-list", ...options, from, "--", path]));
  return { commits: commits.slice(0, count), hasMore: commits.length > count };
}

/** Whether commits before those that are here were left out when it was cloned. */
export async function isShallow(git: Git): Promise<boolean> {
  return (await git.tryRead(["rev-parse", "--is-shallow-repository"]))?.trim() === "true";
}

function parseCommits(printed: string): readonly Commit[] {
  const found = printed.matchAll(/\x02([\da-f]+)\0([\da-f ]*)\0([^\0]*)\0([^\0]*)\0([^\x03]*)\x03/g);
  return [...found].map(([, id = "", parents = "", date = "", author = "", subject = ""]) => ({
    id,
    parents: parents.split(" ").filter(Boolean),
    date,
    author,
    subject,
  }));
}
