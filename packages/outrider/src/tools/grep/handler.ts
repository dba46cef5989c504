import { type Call, createOutputGuard } from "toolwright";
import type { Services } from "../../services.ts";
import type { Project } from "../../workspace/project.ts";
import { sortInSlices } from "../../workspace/walk/sort-in-slices.ts";
import { countMatches, type MatchCounts } from "./count-matches.ts";
import { expectNothing, type VainSearch } from "./describe-nothing.ts";
import { findHits } from "./find-hits.ts";
import { describeOtherEncodings } from "./other-encodings.ts";
import { byCount, byName, overflowOf, pageOfMatches, type Window } from "./page.ts";
import { readFound } from "./read-found.ts";
import type { Input, Output } from "./schema.ts";
import { withTarget, type SearchTarget } from "./target.ts";
import { isBinary } from "./text-source.ts";

const defaultLines = 50;
const defaultFiles = 100;

/** Counts everywhere, then looks at the places of one page only. */
export async function handle(
  input: Input,
  services: Pick<Services, "workspace" | "outputs" | "libraries">,
  call: Call,
): Promise<Output> {
  const project = await services.workspace.project(input.project);
  return await withTarget(input, project, services, call.signal, (target) => search(input, project, target, call));
}

async function search(input: Input, project: Project, target: SearchTarget, call: Call): Promise<Output> {
  if (target.kind === "file" && (await isBinaryFile(target))) {
    return { ...nothingFound, notes: [`${target.shown("")} is a binary file; nothing in it was searched.`] };
  }
  const vain = expectNothing(input, project, target, call.signal);
  try {
    return await searchText(input, target, vain, call);
  } finally {
    await vain.drop();
  }
}

async function searchText(input: Input, target: SearchTarget, vain: VainSearch, call: Call): Promise<Output> {
  let counts = await countMatches(input, target, call, { onFound: () => void vain.drop() });
  const notes = describeOtherEncodings(input);
  if (counts.files.length === 0) {
    const { alone, ...nothing } = await vain.describe();
    // A directory that ignore files leave out altogether was named on purpose.
    if (alone) counts = await countMatches(input, target, call, { alone });
    if (counts.files.length === 0) {
      return { ...nothingFound, ...nothing, notes: [...describeProblems(counts), ...nothing.notes, ...notes] };
    }
    notes.push("git ignores this directory; it was searched because it was named.");
  }
  const isLines = (input.output ?? "lines") === "lines";
  const { offset, maxResults } = createOutputGuard(input, { maxResults: isLines ? defaultLines : defaultFiles });
  const window = { offset, limit: maxResults };
  const found = await (isLines ? listLines : listFiles)(input, target, counts, window, call);
  return { ...found, notes: [...notes, ...describeProblems(counts)] };
}

const nothingFound = { matches: 0, in_files: 0, files: [] };

async function listLines(
  input: Input,
  target: SearchTarget,
  counts: MatchCounts,
  window: Window,
  call: Call,
): Promise<Omit<Output, "notes">> {
  const files = await sortInSlices(counts.files, byName);
  const total = sum(files.map(({ count }) => count));
  const page = pageOfMatches(files, window);
  const hits = await findHits(input, target, page, call);
  const found = await readFound(target, page, hits, input.context ?? 0, call.signal);
  const overflow = overflowOf(total, sum(page.map(({ take }) => take)), window, narrowHint, {
    files,
    shown: target.shown,
  });
  return { matches: total, in_files: files.length, files: found, ...(overflow === undefined ? {} : { overflow }) };
}

const narrowHint = "Narrow with path, glob or type, or page with offset.";

async function listFiles(
  input: Input,
  target: SearchTarget,
  counts: MatchCounts,
  window: Window,
): Promise<Omit<Output, "notes">> {
  const isCount = input.output === "count";
  const files = await sortInSlices(counts.files, isCount ? byCount : byName);
  const shown = files.slice(window.offset, window.offset + window.limit);
  const overflow = overflowOf(files.length, shown.length, window, narrowHint);
  return {
    ...(isCount ? { matches: sum(files.map(({ count }) => count)) } : {}),
    in_files: files.length,
    files: shown.map(({ name, count }) => ({ file: target.shown(name), ...(isCount ? { count } : {}) })),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

function describeProblems({ undecodable, unreadable }: MatchCounts): string[] {
  return [
    ...(undecodable > 0
      ? [`${undecodable} more ${undecodable === 1 ? "file has" : "files have"} matches, but a name that is no text.`]
      : []),
    ...(unreadable ? ["Some files could not be read."] : []),
  ];
}

async function isBinaryFile(target: SearchTarget): Promise<boolean> {
  const handle = await target.open("");
  try {
    return await isBinary(handle);
  } finally {
    await handle.close();
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
