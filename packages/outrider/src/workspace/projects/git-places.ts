import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";

export interface Worktree {
  /** Real path. */
  readonly root: string;
  readonly branch: string | undefined;
}

/** The repository a directory belongs to, looked up without starting git: a repository's settings can make git run code. */
export async function findRepository(directory: string): Promise<string | undefined> {
  for (let at = directory; ; at = dirname(at)) {
    if (await exists(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The branch, or the commit where there is none; undefined outside of git. */
export async function readBranch(root: string): Promise<string | undefined> {
  const gitDirectory = await findGitDirectory(root);
  const head = gitDirectory === undefined ? undefined : await readLine(join(gitDirectory, "HEAD"));
  if (head === undefined) return undefined;
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 12);
}

/** The linked worktrees of a project's repository and its main checkout, each verified to point back at it; without the project itself. */
export async function findWorktrees(root: string): Promise<readonly Worktree[]> {
  const gitDirectory = await findGitDirectory(root);
  if (gitDirectory === undefined) return [];
  const common = await findCommonDirectory(gitDirectory);
  const names = await readdir(join(common, "worktrees")).catch(() => []);
  const found = await Promise.all(names.map((name) => readWorktree(join(common, "worktrees", name))));
  const main = dirname(common);
  const roots = [...found, (await findGitDirectory(main)) === common ? main : undefined];
  const others = roots.filter((each) => each !== undefined).filter((each) => each !== root);
  return await Promise.all(others.map(async (each) => ({ root: each, branch: await readBranch(each) })));
}

async function findGitDirectory(root: string): Promise<string | undefined> {
  const place = join(root, ".git");
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return await realpath(place);
  const target = /^gitdir: (.+)$/.exec((await readLine(place)) ?? "")?.[1];
  return target === undefined ? undefined : await realpath(resolve(root, target)).catch(() => undefined);
}

async function findCommonDirectory(gitDirectory: string): Promise<string> {
  const named = await readLine(join(gitDirectory, "commondir"));
  if (named === undefined) return gitDirectory;
  return await realpath(isAbsolute(named) ? named : join(gitDirectory, named)).catch(() => gitDirectory);
}

/** Only if the checkout says the same of itself: otherwise the entry could name any directory. */
async function readWorktree(entry: string): Promise<string | undefined> {
  const dotGit = await readLine(join(entry, "gitdir"));
  if (dotGit === undefined) return undefined;
  const root = await realpath(dirname(resolve(entry, dotGit))).catch(() => undefined);
  if (root === undefined) return undefined;
  return (await findGitDirectory(root)) === (await realpath(entry)) ? root : undefined;
}

async function readLine(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size > 64 * 1024) return undefined;
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text?.split(/\r?\n/, 1)[0]?.trim();
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
