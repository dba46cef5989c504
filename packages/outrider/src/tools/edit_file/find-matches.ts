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
const maxOutput = 256 * 1024 * 1024;

const said = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const matchEvent = z.object({
  data: z.object({
    path: said,
    absolute_offset: z.number(),
    submatches: z.array(z.object({ match: said, replacement: said, start: z.number(), end: z.number() })),
  }),
});

/** All matches below a directory or in a file, by the rules of git's ignore files; never in files that may hold secrets. */
export async function findMatches(
  start: Located,
  question: PatternQuestion,
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
    ...expressionArguments(question),
  ];
  const run = { args: [...args, "--", argument], cwd, signal: call.signal, onEnd: (told: RipgrepEnd) => (end = told) };
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of readRipgrep(call, run)) {
    size += chunk.length;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith('{"type":"match"')) add(line);
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
      const replacement = textOf(each.replacement);
      matches.push({ start: base + each.start, end: base + each.end, text: textOf(each.match), replacement });
    }
  }
}

function expressionArguments({ expression, template, isMultiline }: PatternQuestion): readonly string[] {
  return [
    "--engine=default",
    "--no-mmap",
    // So that `$` stands in front of "\r\n", which `.` leaves alone.
    "--crlf",
    ...(isMultiline ? ["--multiline"] : []),
    `--replace=${template}`,
    "-e",
    expression,
  ];
}

function textOf(value: z.infer<typeof said>): string | undefined {
  return "text" in value ? value.text : undefined;
}

function tooMany(): ToolError {
  return new ToolError(
    "too_many",
    `There are more than ${maxMatches} matches, which no call replaces; nothing was changed. Narrow with \`path\` or \`glob\`.`,
  );
}
