import { type Call, defineTool, reads, ToolError } from "toolwright";
import { listChanges } from "../../git/list-changes.ts";
import { type Git, openGit } from "../../git/open-git.ts";
import { type RevisionRange, readRange } from "../../git/read-range.ts";
import type { Services } from "../../services.ts";
import { nearestFirst } from "../../workspace/text/nearest-first.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { partialOf } from "../describe-incomplete.ts";
import { nextCall, overflowOf } from "../fields.ts";
import { describeRows } from "./describe-rows.ts";
import description from "./description.md" with { type: "text" };
import { findChanged, type FoundChanges, type OtherChange } from "./find-changed.ts";
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { narrowTo } from "./narrow.ts";
import { type ReadChanges, readVersions } from "./read-versions.ts";
import { input, output, type Input, type Other, type Output, type Row } from "./schema.ts";
import { readHistory } from "./history.ts";

/** Of dependents; `call_graph` goes further. */
const depth = 2;
const defaultRows = 50;
const maxOthers = 100;
const readMs = 30_000;
const followMs = 40_000;
const waitMs = 8_000;

export default defineTool({
  name: "changes",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 120_000,
  examples: [
    { title: "Uncommitted changes", input: {} },
    { title: "What is staged", input: { range: "staged" } },
    { title: "No such revision", input: { range: "no-such-branch" }, fails: "no_revision" },
  ],
  handle,
  format,
});

/** Which symbols changed and how, who depends on them and which tests reach them; or what became of one symbol. */
async function handle(input: Input, services: Pick<Services, "workspace" | "symbolsOf">, call: Call): Promise<Output> {
  const project = await services.workspace.project(input.project);
  const symbols = services.symbolsOf(project);
  const git = await openGit(project, call, noGit);
  const range = await rangeOf(git, input);
  if (input.symbol !== undefined) return await readHistory(input, { project, symbols, git, call, range });
  const listed = await narrowTo(await listChanges(project, git, range), input, { project, signal: call.signal });
  const read = await readVersions(listed, {
    project,
    symbols,
    git,
    hasTime: untilAfter(readMs),
    onFile: (done, total) => call.progress({ message: "Comparing files", done, total }),
  });
  const found = findChanged(read.files);
  const view = await symbols.view({
    signal: call.signal,
    waitMs,
    onProgress: (done, total) => call.progress({ message: "Reading the project's symbols", done, total }),
  });
  const changed = found.symbols.toSorted(byPlace);
  const rows = await describeRows(changed, {
    symbols,
    view,
    signal: call.signal,
    depth,
    hasTime: untilAfter(followMs),
    onRow: (done) => call.progress({ message: "Following dependents", done, total: changed.length }),
  });
  const { offset = 0, limit = defaultRows } = input;
  const page = rows.slice(offset, offset + limit);
  return {
    from: range.from.shown,
    to: range.to.shown,
    ...partialOf(view.completeness),
    incomplete: whatIsMissing(read, found, rows),
    notes: notesOf(read, range),
    files: read.files.length + read.left.length,
    total: rows.length,
    untested: rows.filter(isUntested).length,
    gone_but_used: rows.filter(({ still_used }) => still_used !== undefined).length,
    symbols: [...page],
    others: found.others.slice(0, maxOthers).map(describeOther),
    ...overflowOf(rows.length, page.length, offset, "limit shows more at once; path narrows."),
  };
}

async function rangeOf(git: Git, input: Input): Promise<RevisionRange> {
  const range = await readRange(git, input.range);
  if (!("unknown" in range) && !("unrelated" in range)) return range;
  const { range: _range, ...rest } = input;
  if ("unrelated" in range) {
    const [one, other] = range.unrelated.map(visibleLine);
    throw new ToolError("no_revision", `${one} and ${other} have no commit in common. Compare them with two dots.`, {
      ...nextCall("changes", rest),
    });
  }
  const refs = (await git.tryRead(["for-each-ref", "--format=%(refname:short)", "--count=500"])) ?? "";
  const near = nearestFirst(range.unknown, refs.split("\n").filter(Boolean)).slice(0, 5).map(visibleLine);
  const known = near.length === 0 ? "The repository has no branch." : `Branches and tags: ${near.join(", ")}.`;
  const text = `There is no commit ${visibleLine(JSON.stringify(range.unknown))}. ${known}`;
  throw new ToolError("no_revision", text, nextCall("changes", rest));
}

function noGit(why: string): ToolError {
  const text = `What has changed is not known: the project ${why}. Open a project that is in one.`;
  return new ToolError("no_git", text, { next: { tool: "workspace", input: { action: "list" } } });
}

function untilAfter(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() < end;
}

function byPlace(a: FoundChanges["symbols"][number], b: FoundChanges["symbols"][number]): number {
  const [one, other] = [a.after ?? a.before, b.after ?? b.before];
  if (one === undefined || other === undefined) return 0;
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.symbol.line - other.symbol.line;
}

export function isUntested({ tests, is_test }: Row): boolean {
  return !is_test && tests?.total === 0;
}

const maxNamed = 8;

function whatIsMissing(read: ReadChanges, found: FoundChanges, rows: readonly Row[]): string[] {
  const left = rows.filter(({ open }) => open.includes("not looked for")).length;
  return [
    ...(read.left.length === 0
      ? []
      : [`${countOf(read.left.length, "changed file")} were not compared, too many or too slow: ${list(read.left)}.`]),
    ...(found.broken.length === 0
      ? []
      : [`With syntax errors, so that symbols may be missing: ${list(found.broken)}.`]),
    ...(found.isUnmatched ? ["Renames and moves were not looked for among so many changes."] : []),
    ...(found.others.length <= maxOthers
      ? []
      : [
          `${found.others.length - maxOthers} more files with changes outside of symbols are not listed; path narrows.`,
        ]),
    ...(left === 0 ? [] : [`Dependents of ${countOf(left, "symbol")} were not looked for.`]),
  ];
}

function notesOf(read: ReadChanges, { to }: RevisionRange): string[] {
  return [
    ...(to.kind === "commit"
      ? [`Dependents and tests are those of the files as they are now, not of ${visibleLine(to.shown)}.`]
      : []),
    ...(read.withheld === 0 ? [] : [`${countOf(read.withheld, "file")} that may not be read changed, too.`]),
    ...(read.lineEnds === 0 ? [] : [`${countOf(read.lineEnds, "file")} differ in line ends alone.`]),
  ];
}

function list(paths: readonly string[]): string {
  const more = paths.length > maxNamed ? `, and ${paths.length - maxNamed} more` : "";
  return paths.slice(0, maxNamed).map(visibleLine).join(", ") + more;
}

function describeOther({ file, what, why }: OtherChange): Other {
  const { path, from, isAdded, isRemoved, lines } = file;
  const state = isAdded ? "added" : isRemoved ? "removed" : from === undefined ? "changed" : "renamed";
  return {
    file: path,
    ...(from === undefined ? {} : { was: from }),
    state,
    what,
    ...(why === undefined ? {} : { why }),
    ...lines,
  };
}
