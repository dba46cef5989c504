import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

export interface Worktree {
  /** Real path. */
  readonly root: string;
  readonly branch: string | undefined;
}

/** Where git keeps the data of one checkout, and the data of all checkouts; real paths. */
interface GitPlaces {
  readonly own: string;
  readonly common: string;
}

/** The repository that contains a directory, found without starting git: a repository's settings can make git run code. */
export async function findRepository(directory: string): Promise<string | undefined> {
  for (let at = directory; ; at = dirname(at)) {
    if (await exists(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The branch, or the commit if there is none; undefined outside git. */
export async function readBranch(root: string): Promise<string | undefined> {
  const places = await findGitPlaces(root);
  const head = places === undefined ? undefined : await readLine(join(places.own, "HEAD"));
  if (head === undefined) return undefined;
  // Only a name or a commit: the file could be crafted to show something else.
  return (
    /^ref: refs\/heads\/([^\s\p{C}~^:?*[\\]{1,200})$/u.exec(head)?.[1] ??
    /^[\da-f]{40,64}$/.exec(head)?.[0].slice(0, 12)
  );
}

/** The linked worktrees of a project's repository and its main checkout, without the project itself. */
export async function findWorktrees(root: string): Promise<readonly Worktree[]> {
  const places = await findGitPlaces(root);
  if (places === undefined) return [];
  const entries = join(places.common, "worktrees");
  const names = await readdir(entries).catch(() => []);
  const linked = await Promise.all(names.map((name) => readWorktree(join(entries, name))));
  const main = dirname(places.common);
  const isMain = (await findGitPlaces(main))?.own === places.common;
  const others = [...linked, isMain ? main : undefined].filter((each) => each !== undefined && each !== root);
  return await Promise.all(others.flatMap((each) => (each === undefined ? [] : [describeWorktree(each)])));
}

async function describeWorktree(root: string): Promise<Worktree> {
  return { root, branch: await readBranch(root) };
}

/**
 * What a checkout claims counts only if it is a plain `.git` directory, or if the repository it names knows it:
 * any directory can contain a file that points to someone else's repository.
 */
export async function findGitPlaces(root: string): Promise<GitPlaces | undefined> {
  const place = join(root, ".git");
  const found = await lstat(place).catch(() => undefined);
  if (found?.isDirectory() === true) return { own: place, common: place };
  if (found?.isFile() !== true) return undefined;
  const target = /^gitdir: (.+)$/.exec((await readLine(place)) ?? "")?.[1];
  const own = target === undefined ? undefined : await realpath(resolve(root, target)).catch(() => undefined);
  if (own === undefined || (await readWorktree(own)) !== root) return undefined;
  const entries = dirname(own);
  return basename(entries) === "worktrees" ? { own, common: dirname(entries) } : undefined;
}

/** The checkout of an entry under `worktrees/`, if both refer to each other. */
async function readWorktree(entry: string): Promise<string | undefined> {
  const dotGit = await readLine(join(entry, "gitdir"));
  if (dotGit === undefined) return undefined;
  const root = await realpath(dirname(resolve(entry, dotGit))).catch(() => undefined);
  if (root === undefined) return undefined;
  const back = /^gitdir: (.+)$/.exec((await readLine(join(root, ".git"))) ?? "")?.[1];
  const pointed = back === undefined ? undefined : await realpath(resolve(root, back)).catch(() => undefined);
  return pointed !== undefined && pointed === (await realpath(entry)) ? root : undefined;
}

/** Links are not followed: they could lead to any file. */
async function readLine(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size > 64 * 1024) return undefined;
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text?.split(/\r?\n/, 1)[0]?.trim();
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
