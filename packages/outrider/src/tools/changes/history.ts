import { type Call, ToolError } from "toolwright";
import { type ChangedFile, listChanges, listCommit } from "../../git/list-changes.ts";
import type { Git } from "../../git/open-git.ts";
import { type Commit as GitCommit, commitsTouching, isShallow } from "../../git/read-commits.ts";
import type { RevisionRange } from "../../git/read-range.ts";
import type { SymbolChange } from "../../syntax/changes/compare-versions.ts";
import type { DeclaredSymbol } from "../../syntax/changes/declared.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { diffLines } from "../../edits/diff.ts";
import { nextCall, overflowOf } from "../fields.ts";
import { findTarget, pathOf } from "../find-target.ts";
import { findChanged } from "./find-changed.ts";
import { type FileChange, readVersions } from "./read-versions.ts";
import type { Commit, Input, Output } from "./schema.ts";

export interface HistoryOptions {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly git: Git;
  readonly call: Call;
  readonly range: RevisionRange;
}

/** A symbol at one time. */
interface Identity {
  readonly file: string;
  readonly path: string;
}

const defaultCommits = 20;
/** Commits of one file that are looked through for one answer. */
const maxCommits = 300;
const lookMs = 60_000;

/** The commits that changed a symbol, newest first, through renames and moves of it and of its file. */
export async function readHistory(input: Input, options: HistoryOptions): Promise<Output> {
  const { offset = 0, limit = defaultCommits } = input;
  const { git, call, range } = options;
  const end = performance.now() + lookMs;
  const hasTime = (): boolean => performance.now() < end;
  const rows: Commit[] = [];
  const notes: string[] = [];
  const isFull = (): boolean => rows.length > offset + limit;
  const start =
    range.to.kind === "commit"
      ? range.to.id
      : (await git.tryRead(["rev-parse", "--verify", "--quiet", "HEAD"]))?.trim();
  let at: Identity | undefined = await findStart(input, options);
  const named = at;
  let unread = 0;
  const onUnread = (): void => void (unread += 1);
  if (range.to.kind !== "commit") at = await uncommitted(at, rows, { options, hasTime, onUnread });
  let from = start;
  let looked = 0;
  let isCut = false;
  while (at !== undefined && from !== undefined && !isFull()) {
    const here: Identity = at;
    const { commits, hasMore } = await commitsTouching(git, { from, path: here.file, count: maxCommits - looked });
    const step = await followFile(here, commits, { options, hasTime, onUnread, isFull, rows });
    looked += step.looked;
    call.progress({ message: `Looked at ${countOf(looked, "commit")}` });
    at = step.next;
    from = step.from;
    isCut = step.isCut || (at === undefined && step.isOpen && hasMore);
    if (isCut || looked >= maxCommits) break;
  }
  if (isCut || looked >= maxCommits)
    notes.push(`Older commits were not looked at, after ${countOf(looked, "commit")} that touch its file.`);
  if (unread > 0)
    notes.push(
      `${countOf(unread, "version")} of its file could not be read (too large or missing), so commits may be missing here.`,
    );
  if (await isShallow(git)) notes.push("The clone is shallow: what was before its oldest commit is not known.");
  const page = rows.slice(offset, offset + limit);
  const known = isFull() ? offset + limit + 1 : rows.length;
  return {
    from: "the first commit",
    to: range.to.kind === "commit" ? range.to.shown : "working tree",
    incomplete: notes,
    notes: named === undefined ? [] : [`History of ${visibleLine(named.path)} in ${visibleLine(named.file)}.`],
    files: 0,
    total: known,
    untested: 0,
    gone_but_used: 0,
    symbols: [],
    others: [],
    history: page,
    ...(isFull()
      ? { overflow: { shown: page.length, total: known, hint: "There are more commits.", next_offset: offset + limit } }
      : overflowOf(known, page.length, offset, "limit shows more at once.")),
  };
}

/** The symbol as it is now; where the range ends at a commit, as it was there. */
async function findStart(input: Input, { project, symbols, git, call, range }: HistoryOptions): Promise<Identity> {
  const { symbol = "", path } = input;
  const isPast = range.to.kind === "commit" && path !== undefined;
  if (!isPast) {
    const { target } = await findTarget({
      tool: "changes",
      input: { symbol, path },
      callFor: (place) => ({ ...input, ...place }),
      project,
      symbols,
      call,
    });
    return { file: target.file, path: pathOf(target.symbol) };
  }
  const commit = range.to.kind === "commit" ? range.to.id : "";
  const listed = (await listCommit(git, { commit, parent: undefined, path })).slice(0, 1);
  const { files } = await readVersions(listed, { project, symbols, git, hasTime: () => true });
  const declared = files.flatMap(({ after }) => (after.kind === "code" ? after.version.declared : []));
  const wanted = symbol.replaceAll(/::|\.|#/g, "/");
  const found =
    declared.find((each) => pathOf(each.symbol) === wanted) ?? declared.find((each) => each.symbol.name === symbol);
  if (found !== undefined) return { file: path ?? "", path: pathOf(found.symbol) };
  const where = `${visibleLine(path ?? "")} of ${visibleLine(range.to.shown)}`;
  throw new ToolError("no_symbol", `There is no symbol ${visibleLine(JSON.stringify(symbol))} in ${where}.`, {
    ...nextCall("changes", { range: input.range ?? "HEAD^!", path }),
  });
}

interface Looking {
  readonly options: HistoryOptions;
  readonly hasTime: () => boolean;
  /** Called for each version of its file that could not be read. */
  readonly onUnread: () => void;
}

/** What is not committed yet; the symbol as the last commit has it, or undefined if that does not have it. */
async function uncommitted(at: Identity, rows: Commit[], looking: Looking): Promise<Identity | undefined> {
  const { project, git, range } = looking.options;
  const all = await listChanges(project, git, range);
  const change = await changeOf(at, all, looking);
  if (change === undefined) return at;
  rows.push(describeCommit(change, undefined));
  return identityOf(change.before);
}

interface Followed {
  readonly next: Identity | undefined;
  readonly from: string | undefined;
  readonly looked: number;
  readonly isCut: boolean;
  /** The beginning of the symbol was not met. */
  readonly isOpen: boolean;
}

/** Through the commits of its file, up to the one in which it came from elsewhere or began. */
async function followFile(
  at: Identity,
  commits: readonly GitCommit[],
  { isFull, rows, ...looking }: Looking & { readonly isFull: () => boolean; readonly rows: Commit[] },
): Promise<Followed> {
  const { git } = looking.options;
  let looked = 0;
  for (const commit of commits) {
    if (!looking.hasTime() || isFull())
      return { next: undefined, from: undefined, looked, isCut: !isFull(), isOpen: true };
    git.signal.throwIfAborted();
    looked += 1;
    const parents = commit.parents.length === 0 ? [undefined] : commit.parents;
    const changes: (SymbolChange | "same")[] = [];
    for (const parent of parents) {
      const listed = await listCommit(git, { commit: commit.id, parent, path: at.file });
      const change = listed.length === 0 ? undefined : await changeOf(at, listed, looking);
      changes.push(change ?? "same");
    }
    // A merge changed it only if it is as in none of its parents.
    const [first] = changes;
    if (first === undefined || first === "same" || changes.includes("same")) continue;
    if (first.before !== undefined && !first.how.includes("added")) {
      rows.push(describeCommit(first, commit));
      const before = identityOf(first.before);
      if (before === undefined || before.path === at.path) continue;
      return { next: before, from: commit.parents[0], looked, isCut: false, isOpen: true };
    }
    const parent = commit.parents[0];
    const everywhere = await listCommit(git, { commit: commit.id, parent });
    const whole = (parent === undefined ? undefined : await changeOf(at, everywhere, looking)) ?? first;
    rows.push(describeCommit(whole, commit));
    return { next: identityOf(whole.before), from: parent, looked, isCut: false, isOpen: false };
  }
  return { next: undefined, from: undefined, looked, isCut: false, isOpen: true };
}

/** What became of a symbol between the two sides of these files; undefined if it is the same, or on neither side. */
async function changeOf(
  at: Identity,
  listed: readonly ChangedFile[],
  { options: { project, symbols, git }, hasTime, onUnread }: Looking,
): Promise<SymbolChange | undefined> {
  const { files } = await readVersions(listed, { project, symbols, git, hasTime });
  for (const { path, from, before, after } of files) {
    if (path !== at.file && from !== at.file) continue;
    if (before.kind === "unread" || after.kind === "unread") onUnread();
  }
  const found = findChanged(files, { isWhole: true }).symbols.find(({ after }) => isAt(after, at));
  if (found !== undefined) return found;
  return renamedAlong(files, at);
}

/** A symbol that did not change itself, but its file has another name now, or its type. */
function renamedAlong(files: readonly FileChange[], at: Identity): SymbolChange | undefined {
  const file = files.find(({ path, from }) => path === at.file && from !== undefined);
  const sides = file === undefined ? [] : [file.before, file.after];
  const [before, after] = sides.map((side) =>
    side.kind === "code" ? side.version.declared.find(({ symbol }) => pathOf(symbol) === at.path) : undefined,
  );
  return before === undefined || after === undefined ? undefined : { how: ["moved"], before, after, similarity: 1 };
}

function isAt(declared: DeclaredSymbol | undefined, { file, path }: Identity): boolean {
  return declared?.file === file && pathOf(declared.symbol) === path;
}

function identityOf(declared: DeclaredSymbol | undefined): Identity | undefined {
  return declared === undefined ? undefined : { file: declared.file, path: pathOf(declared.symbol) };
}

function describeCommit({ how, before, after, similarity }: SymbolChange, commit: GitCommit | undefined): Commit {
  const declared = after ?? before;
  if (declared === undefined) throw new Error("A change of nothing.");
  const { added, removed } = diffLines(before?.whole ?? "", after?.whole ?? "", { maxLines: 0 });
  const isOther =
    before !== undefined && (before.file !== declared.file || before.symbol.path !== declared.symbol.path);
  return {
    commit: commit?.id.slice(0, 8) ?? "",
    date: commit?.date ?? "",
    author: visibleLine(commit?.author ?? ""),
    subject: visibleLine(commit?.subject ?? ""),
    how: [...how],
    symbol: visibleLine(pathOf(declared.symbol)),
    file: declared.file,
    ...(isOther
      ? {
          was: {
            symbol: visibleLine(pathOf(before.symbol)),
            file: before.file,
            similarity: Math.floor((similarity ?? 1) * 100) / 100,
          },
        }
      : {}),
    added,
    removed,
  };
}
