import { type Call, ToolError } from "toolwright";
import * as z from "zod";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { createFileFilter } from "../../workspace/walk/globs.ts";
import { readRipgrep, type RipgrepEnd } from "../../workspace/walk/ripgrep.ts";
import { searchFailure } from "../../workspace/walk/search-failure.ts";
import { ruleArguments, startOf } from "../../workspace/walk/walk-rules.ts";

/** What to replace, as ripgrep is asked: its expressions need time in proportion to the text, whatever they are. */
export interface PatternQuestion {
  readonly expression: string;
  /** With `$1` and `${name}` for groups, and `$$` for a dollar. */
  readonly template: string;
  readonly isMultiline: boolean;
  readonly globs: readonly string[];
}

/** A match as ripgrep counts: bytes of the text in UTF-8 or the file's 8-bit encoding, without a byte order mark. */
export interface RawMatch {
  readonly start: number;
  readonly end: number;
  /** Undefined if its bytes are no text. */
  readonly text: string | undefined;
  readonly replacement: string | undefined;
}

export interface RawMatches {
  /** By path from the root of the project. */
  readonly files: ReadonlyMap<string, readonly RawMatch[]>;
  /** Files with matches whose names are no text. */
  readonly undecodable: number;
  /** Files with an empty match at their end, behind a line without line end, which ripgrep does not place. */
  readonly atEnd: readonly string[];
  /** Some files could not be read. */
  readonly isPartial: boolean;
}

export const maxMatches = 20_000;
const maxOutput = 64 * 1024 * 1024;
/** Of all new text, in characters. */
const maxNewText = 8 * 1024 * 1024;

const said = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const matchEvent = z.object({
  data: z.object({
    path: said,
    absolute_offset: z.number(),
    submatches: z.array(z.object({ match: said, replacement: said.optional(), start: z.number(), end: z.number() })),
  }),
});

/** All matches below a directory or in a file, by the rules of git's ignore files; never in files that may hold secrets. */
export async function findMatches(
  start: Located,
  question: PatternQuestion,
  project: Project,
  call: Pick<Call, "spawn" | "signal">,
): Promise<RawMatches> {
  const { template } = question;
  // Before any new text is made, the matches tell how much there can be.
  const plain = await runSearch(start, { question, withText: false }, project, call);
  const groups = template.replaceAll("$$", "").split("$").length - 1;
  let most = 0;
  for (const match of [...plain.files.values()].flat()) most += template.length + groups * (match.end - match.start);
  if (most > maxNewText) throw tooMuchText(most);
  if (groups > 0) return await runSearch(start, { question, withText: true }, project, call);
  const replacement = template.replaceAll("$$", "$");
  const fill = (matches: readonly RawMatch[]) => matches.map((each) => ({ ...each, replacement }));
  return { ...plain, files: new Map(Array.from(plain.files, ([path, matches]) => [path, fill(matches)])) };
}

interface Run {
  readonly question: PatternQuestion;
  /** Ripgrep makes the new text, with what the groups of each match have found. */
  readonly withText: boolean;
}

async function runSearch(
  start: Located,
  { question, withText }: Run,
  project: Project,
  call: Pick<Call, "spawn" | "signal">,
): Promise<RawMatches> {
  const { root, files, config } = project;
  const filter = createFileFilter(question.globs, { narrow: true });
  const rules = ruleArguments({ root, hiddenGlobs: files.hiddenGlobs, exclude: config.walk.exclude }, start.real);
  const { cwd, argument } =
    start.kind === "file" ? { cwd: root, argument: `./${relativeTo(root, start.real)}` } : startOf(root, start.real);
  const prefix = start.kind === "file" || start.real === root ? "" : `${relativeTo(root, start.real)}/`;
  const found = new Map<string, RawMatch[]>();
  const atEnd: string[] = [];
  let [count, size, undecodable] = [0, 0, 0];
  let end: RipgrepEnd | undefined;
  const args = [
    "--json",
    ...rules.filter((each) => each !== "--null"),
    ...filter.args,
    ...expressionArguments(question, withText),
  ];
  const run = { args: [...args, "--", argument], cwd, signal: call.signal, onEnd: (told: RipgrepEnd) => (end = told) };
  let rest: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of readRipgrep(call, run)) {
    size += chunk.length;
    // A line may be as long as a file, so that its parts are joined only once.
    const [first = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
    rest.push(first);
    for (const line of lines) {
      const whole = rest.join("");
      rest = [line];
      if (whole.startsWith('{"type":"match"')) add(whole);
    }
    if (count > maxMatches || size > maxOutput) throw tooMany();
  }
  if (end?.exitCode === 2 && end.complaint !== "") throw searchFailure(end.complaint);
  return { files: found, undecodable, atEnd, isPartial: end?.exitCode === 2 };

  function add(line: string): void {
    const { path, absolute_offset: base, submatches } = matchEvent.parse(JSON.parse(line)).data;
    const name = textOf(path)?.replace(/^\.\//, "");
    if (name === undefined) {
      undecodable += 1;
      return;
    }
    const fromStart = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    // Even a count could reveal a secret, as patterns could spell it out.
    if (!filter.accepts(name, fromStart) || files.judge(name) !== "open") return;
    if (submatches.length === 0) {
      atEnd.push(name);
      return;
    }
    const matches = found.get(name) ?? [];
    found.set(name, matches);
    count += submatches.length;
    for (const each of submatches) {
      const replacement = each.replacement === undefined ? undefined : textOf(each.replacement);
      matches.push({ start: base + each.start, end: base + each.end, text: textOf(each.match), replacement });
    }
  }
}

function expressionArguments(
  { expression, template, isMultiline }: PatternQuestion,
  withText: boolean,
): readonly string[] {
  return [
    "--engine=default",
    "--no-mmap",
    // So that `$` stands in front of "\r\n", which `.` leaves alone.
    "--crlf",
    ...(isMultiline ? ["--multiline"] : []),
    ...(withText ? [`--replace=${template}`] : []),
    "-e",
    expression,
  ];
}

function textOf(value: z.infer<typeof said>): string | undefined {
  return "text" in value ? value.text : undefined;
}

function tooMuchText(most: number): ToolError {
  return new ToolError(
    "too_many",
    `The new text of all matches could have ${most} characters, and at most ${maxNewText} are written by one call; nothing was changed. Narrow with \`path\` or \`glob\`, or shorten \`new_string\`.`,
  );
}

function tooMany(): ToolError {
  return new ToolError(
    "too_many",
    `There are more than ${maxMatches} matches, which no call replaces; nothing was changed. Narrow with \`path\` or \`glob\`.`,
  );
}
