import { createYield } from "../workspace/freshness/yield-to-loop.ts";
import type { Project } from "../workspace/project.ts";
import { type IndexEntry, isEdited, readIndex, statEntry } from "./index-entries.ts";
import type { Git } from "./open-git.ts";
import type { RevisionRange, Side } from "./read-range.ts";

/** A file on one side: a recorded blob, the file on disk, or something without a text of its own. */
export type FileState =
  | { readonly kind: "blob"; readonly id: string }
  | { readonly kind: "disk" }
  | { readonly kind: "link" | "submodule" };

/** A path with different states on the two sides; undefined where it is not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

/** Paths below the project's directory that differ between the two sides, sorted. Renames are not looked for. */
export async function listChanges(
  project: Project,
  git: Git,
  { from, to }: RevisionRange,
): Promise<readonly ChangedFile[]> {
  if (to.kind === "files") return await comparedToDisk(project, git, from);
  const raw =
    to.kind === "index" || from.kind === "nothing"
      ? await stagedSince(git, from, to)
      : parseRaw(await git.read([...diffTree, idOf(from), idOf(to), "--"]));
  return sorted(raw);
}

const diffOptions = ["--raw", "-z", "--no-renames", "--no-abbrev", "--relative", "--no-ext-diff", "--no-textconv"];
const diffTree = ["diff-tree", "-r", ...diffOptions];

/** What a commit changed against one of its parents, in all files or one; the first commit added everything. */
export async function listCommit(
  git: Git,
  { commit, parent, path }: { readonly commit: string; readonly parent: string | undefined; readonly path?: string },
): Promise<readonly ChangedFile[]> {
  const paths = path === undefined ? [] : [path];
  if (parent !== undefined) return sorted(parseRaw(await git.read([...diffTree, parent, commit, "--", ...paths])));
  const all = await treeOf(git, commit);
  return path === undefined ? all : all.filter((each) => each.path === path);
}

function idOf(side: Side): string {
  return side.kind === "commit" ? side.id : "";
}

async function stagedSince(git: Git, from: Side, to: Side): Promise<readonly ChangedFile[]> {
  if (to.kind === "commit") return await treeOf(git, to.id);
  if (from.kind !== "commit") {
    const entries = await readIndex(git);
    return Array.from(entries, ([path, { mode, id }]) => ({ path, before: undefined, after: stateOf(mode, id) }));
  }
  return parseRaw(await git.read(["diff-index", "--cached", ...diffOptions, from.id, "--"]));
}

async function treeOf(git: Git, commit: string): Promise<readonly ChangedFile[]> {
  const printed = await git.read(["ls-tree", "-r", "-z", commit]);
  return [...printed.matchAll(/(\d{6}) \w+ ([\da-f]+)\t([^\0]+)\0/g)].map(([, mode = "", id = "", path = ""]) => ({
    path,
    before: undefined,
    after: stateOf(mode, id),
  }));
}

/** What is staged, and over it what was edited, deleted or made since. */
async function comparedToDisk(project: Project, git: Git, from: Side): Promise<readonly ChangedFile[]> {
  const staged = await stagedSince(git, from, { kind: "index", shown: "" });
  const found = new Map(staged.map((each) => [each.path, each]));
  const entries = await readIndex(git);
  const pause = createYield(git.signal);
  for (const [path, entry] of entries) {
    await pause();
    const after = await onDisk(project, path, entry);
    const known = found.get(path);
    if (after === "same") continue;
    const before = known === undefined ? stateOf(entry.mode, entry.id) : known.before;
    if (before === undefined && after === undefined) found.delete(path);
    else found.set(path, { path, before, after });
  }
  const root = await project.files.locate(".", "list");
  for await (const { path, undecodable } of project.files.walk(root, { signal: git.signal })) {
    if (undecodable === true || entries.has(path)) continue;
    found.set(path, { path, before: found.get(path)?.before, after: { kind: "disk" } });
  }
  return sorted([...found.values()]);
}

async function onDisk(project: Project, path: string, entry: IndexEntry): Promise<FileState | undefined | "same"> {
  const stats = statEntry(project, path);
  // A submodule has files of its own, and a link only its target.
  if (stats !== undefined && (isSubmodule(entry.mode) || entry.mode === linkMode)) return "same";
  if (stats === undefined && entry.isSkipped) return "same";
  if (stats === undefined || stats.isDirectory()) return undefined;
  return (await isEdited(project, path, entry)) ? { kind: "disk" } : "same";
}

const linkMode = "120000";

function isSubmodule(mode: string): boolean {
  return mode === "160000";
}

function stateOf(mode: string, id: string): FileState | undefined {
  if (mode === "000000") return undefined;
  if (isSubmodule(mode)) return { kind: "submodule" };
  return mode === linkMode ? { kind: "link" } : { kind: "blob", id };
}

function parseRaw(printed: string): readonly ChangedFile[] {
  return [...printed.matchAll(/:(\d{6}) (\d{6}) ([\da-f]+) ([\da-f]+) [A-Z]\d*\0([^\0]+)\0/g)].map(
    ([, one = "", other = "", before = "", after = "", path = ""]) => ({
      path,
      before: stateOf(one, before),
      after: stateOf(other, after),
    }),
  );
}

function sorted(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
