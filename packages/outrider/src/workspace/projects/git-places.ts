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

/**
 * Whether what git would read of a checkout is its own: its records lie in its plain `.git` directory, or in a repository that knows it
 * as a worktree or a submodule. Anything else may be another repository that this one only points to.
 */
export async function hasOwnRecords(repository: string): Promise<boolean> {
  const root = await realpath(repository).catch(() => repository);
  const places = (await findGitPlaces(root)) ?? (await findSubmodule(root));
  if (places === undefined) return false;
  const common = await readLine(join(places.own, "commondir"));
  const named = common === undefined ? places.own : await realpath(resolve(places.own, common)).catch(() => undefined);
  if (named !== (await realpath(places.common).catch(() => places.common))) return false;
  const links = await Promise.all(recorded.map((name) => isLink(join(places.common, name))));
  return !(
    links.includes(true) ||
    (await isLink(join(places.own, "commondir"))) ||
    (await isLink(join(places.own, "HEAD")))
  );
}

/** Where a link could lead git to the records of somebody else. */
const recorded = ["HEAD", "config", "objects", "objects/info", "objects/pack", "packed-refs", "refs", "refs/heads"];

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

/** The places of a submodule; the repository around it says in its settings where the submodule is checked out. */
async function findSubmodule(root: string): Promise<GitPlaces | undefined> {
  const target = /^gitdir: (.+)$/.exec((await readLine(join(root, ".git"))) ?? "")?.[1];
  const own = target === undefined ? undefined : await realpath(resolve(root, target)).catch(() => undefined);
  if (own === undefined || !(await lstat(join(own, "config")).catch(() => undefined))?.isFile()) return undefined;
  const settings = await readFile(join(own, "config"), "utf8").catch(() => "");
  const worktree = /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t\r]*$/im.exec(settings)?.[1];
  const named = worktree === undefined ? undefined : await realpath(resolve(own, worktree)).catch(() => undefined);
  return named === root ? { own, common: own } : undefined;
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
