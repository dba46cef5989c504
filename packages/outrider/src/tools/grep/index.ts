import { defineTool, escapeHidden, type Call, createOutputGuard, reads } from "toolwright";
import type { Services } from "../../services.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { encodeWindows1252, fitsWindows1252 } from "../../workspace/text/windows1252.ts";
import { sortInSlices } from "../../workspace/walk/sort-in-slices.ts";
import { chooseTests } from "./choose-tests.ts";
import { countMatches, type FileMatches, type MatchCounts } from "./count-matches.ts";
import { prepareEmptyResult, type EmptyResultProbe } from "./describe-nothing.ts";
import description from "./description.md" with { type: "text" };
import { findHits } from "./find-hits.ts";
import guide from "./guide.md" with { type: "text" };
import { byCount, byName, overflowOf, pageOfMatches, type Window } from "./page.ts";
import { patternsOf } from "./pattern-arguments.ts";
import { readFound } from "./read-found.ts";
import { input, output, type FoundFile, type Output, type Input } from "./schema.ts";
import { withTarget, type SearchTarget } from "./target.ts";
import { isBinary } from "./text-source.ts";

const defaultLines = 50;
const defaultFiles = 100;
const nothingFound = { matches: 0, in_files: 0, files: [] };
const narrowHint = "Narrow with path, glob or type, or page with offset.";
const shownRows = 8;

export default defineTool({
  name: "grep",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 60_000,
  // Nearly the whole budget: who asks for more lines is not shown fewer than without asking.
  previewTokens: 7_500,
  examples: [
    { title: "Where something is called", input: { pattern: String.raw`\bfetch\(`, glob: "*.ts" } },
    {
      title: "Several at once, without tests",
      input: { pattern: ["TODO", "FIXME"], glob: ["src/**", "!*.md"], tests: "none" },
    },
    { title: "Only the files", input: { pattern: "TODO", output: "files" } },
    { title: "Text as it stands", input: { pattern: "items[0](", literal: true, context: 2 } },
    { title: "A pattern that is none", input: { pattern: "foo(" }, fails: "invalid_pattern" },
  ],
  handle,
  format,
});

/** Counts everywhere, then locates the matches of one page only. */
async function handle(
  input: Input,
  services: Pick<Services, "workspace" | "outputs" | "libraries" | "symbolsOf">,
  call: Call,
): Promise<Output> {
  const project = await services.workspace.project(input.project);
  // Only a question about tests needs the table of symbols.
  const symbols = () => services.symbolsOf(project);
  return await withTarget(input, project, services, call.signal, (target) =>
    search(input, { project, symbols, target }, call),
  );
}

interface Place {
  readonly project: Project;
  symbols(): ProjectSymbols;
  readonly target: SearchTarget;
}

async function search(input: Input, place: Place, call: Call): Promise<Output> {
  const { project, target } = place;
  if (target.kind === "file" && (await isBinaryFile(target))) {
    return { ...nothingFound, notes: [`${target.shown("")} is a binary file; nothing in it was searched.`] };
  }
  const vain = prepareEmptyResult(input, project, target, call.signal);
  try {
    return await searchText(input, place, vain, call);
  } finally {
    await vain.drop();
  }
}

async function searchText(
  input: Input,
  { target, symbols }: Place,
  vain: EmptyResultProbe,
  call: Call,
): Promise<Output> {
  let counts = await countMatches(input, target, call, { onFound: () => void vain.drop() });
  const notes = describeOtherEncodings(input);
  if (counts.files.length === 0) {
    const { alone, ...nothing } = await vain.describe();
    // A directory that ignore files exclude completely was named on purpose.
    if (alone) counts = await countMatches(input, target, call, { alone });
    if (counts.files.length === 0) {
      const all = [...describeProblems(counts), ...nothing.notes, ...notes];
      return { ...nothingFound, ...nothing, notes: all, ...tellUnreadable(counts) };
    }
    notes.push("git ignores this directory; it was searched because it was named.");
  }
  const isLines = (input.output ?? "lines") === "lines";
  const { offset, maxResults } = createOutputGuard(input, { maxResults: isLines ? defaultLines : defaultFiles });
  const window = { offset, limit: maxResults };
  const chosen =
    input.tests === undefined
      ? { files: counts.files, notes: [] }
      : await chooseTests(input, target, counts.files, symbols(), call);
  const found = await (isLines ? listLines : listFiles)(input, target, chosen.files, window, call);
  const isEmpty = chosen.files.length === 0;
  const elsewhere = isEmpty
    ? [`All matches are ${input.tests === "none" ? "" : "not "}in tests: ${countOf(counts.files.length, "file")}.`]
    : [];
  const all = [...elsewhere, ...chosen.notes, ...notes, ...describeProblems(counts)];
  return { ...found, notes: all, ...tellUnreadable(counts) };
}

function tellUnreadable({ undecodable, unreadable }: MatchCounts): Pick<Output, "unreadable"> {
  return unreadable || undecodable > 0 ? { unreadable: true } : {};
}

async function listLines(
  input: Input,
  target: SearchTarget,
  matching: readonly FileMatches[],
  window: Window,
  call: Call,
): Promise<Omit<Output, "notes">> {
  const files = await sortInSlices(matching, byName);
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

async function listFiles(
  input: Input,
  target: SearchTarget,
  matching: readonly FileMatches[],
  window: Window,
): Promise<Omit<Output, "notes">> {
  const isCount = input.output === "count";
  const files = await sortInSlices(matching, isCount ? byCount : byName);
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

/** What a pattern misses: ripgrep reads files as UTF-8, and in an 8-bit encoding the same letters have different bytes. */
function describeOtherEncodings({ pattern, literal }: Pick<Input, "pattern" | "literal">): string[] {
  const letter = Array.from(patternsOf({ pattern }).join("")).find((each) => each > "\u{7f}" && fitsWindows1252(each));
  if (letter === undefined) return [];
  const byte = String.raw`(?-u:\x${encodeWindows1252(letter).toString("hex")})`;
  const how = literal === true ? ", without `literal`" : "";
  return [`"${letter}" is found in UTF-8 and UTF-16 only; for files in Latin-1 put \`${byte}\` in its place${how}.`];
}

/** Grouped by file: a path on every line would be most of the tokens. */
function format(output: Output): string {
  return [...head(output), ...output.files.flatMap(showFile), ...tail(output), ...output.notes].join("\n");
}

function head({ matches, in_files, files, searched, more, overflow }: Output): string[] {
  if (in_files === 0)
    return [
      searched === undefined
        ? "No matches."
        : `No matches in ${more === true ? "more than " : ""}${countOf(searched, "file")}.`,
    ];
  if (files.length === 0) return [`Nothing here: ${overflow?.hint ?? ""}`];
  if (matches === undefined) return [`${countOf(in_files, "file")}:`];
  return [`${countOf(matches, "match", "matches")} in ${countOf(in_files, "file")}:`];
}

function showFile({ file, count, lines, problem }: FoundFile): string[] {
  const name = escapeHidden(file);
  if (problem !== undefined) return [`${name} (${problem})`];
  if (lines === undefined) return [count === undefined ? name : `${name}: ${count}`];
  const shown: string[] = [name];
  let last: number | undefined;
  const hasContext = lines.some(({ match }) => !match);
  for (const { line, text, match } of lines) {
    if (hasContext && last !== undefined && line > last + 1) shown.push("--");
    shown.push(`${line}${match ? ":" : "-"}${text}`);
    last = line;
  }
  return shown;
}

function tail({ files, overflow }: Output): string[] {
  if (overflow === undefined || files.length === 0) return [];
  const next = overflow.next_offset === undefined ? "" : ` Next: offset ${overflow.next_offset}.`;
  const rows = overflow.by_file ?? [];
  const others = rows.length - shownRows + (overflow.other_files ?? 0);
  const most = rows.slice(0, shownRows).map(({ file, count }) => `${escapeHidden(file)} ${count}`);
  const spread =
    rows.length < 2 ? "" : ` Most in: ${most.join(", ")}${others > 0 ? `, and ${countOf(others, "file")} more` : ""}.`;
  return [`[${overflow.shown} of ${overflow.total} shown.${next} ${overflow.hint}${spread}]`];
}
