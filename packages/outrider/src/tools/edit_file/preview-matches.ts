import { isToolError, ToolError } from "toolwright";
import { isGenerated } from "../../syntax/workers/is-generated.ts";
import { isLockFile } from "../../workspace/paths/lock-files.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { requireWritable } from "../../workspace/writer/replace-file.ts";
import { lstat } from "node:fs/promises";
import { notFound } from "../not-found.ts";
import { chooseTests } from "./choose-tests.ts";
import { findMatches, type PatternQuestion, type RawMatch, type RawMatches } from "./find-matches.ts";
import { keepPreview, type KeptFile } from "./kept-previews.ts";
import { placeMatches } from "./match-positions.ts";
import { findNewErrors } from "./new-errors.ts";
import { numbered, type PlannedFile, maxBytes, type ReplaceContext } from "./planned-file.ts";
import { protectSecrets } from "./protect-secrets.ts";
import { unclear } from "./read-pattern.ts";
import type { Input, Output } from "./schema.ts";
import { showMatches } from "./show-matches.ts";

type Skipped = NonNullable<Output["skipped"]>;

const maxNamed = 8;
const leftOut = "Not searched: ignored, binary and secret files.";

/** Finds what a pattern would replace, and keeps it for the call that writes it. Nothing is changed. */
export async function previewMatches(
  input: Input,
  question: PatternQuestion,
  context: ReplaceContext,
): Promise<Output> {
  const { project } = context;
  const start = await locateStart(input, context);
  const raw = await findMatches(start, question, project, context.call);
  const skips = new Map<string, string[]>();
  const skip = (path: string, why: string): void => void skips.set(why, [...(skips.get(why) ?? []), path]);
  const planned: PlannedFile[] = [];
  const secretLines: string[] = [];
  let same = 0;
  for (const [path, matches] of [...raw.files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    context.call.signal.throwIfAborted();
    const read = await readMatched(path, matches, { project, isNamed: start.kind === "file" });
    if (typeof read === "string") {
      skip(path, read);
      continue;
    }
    const { text } = read.file;
    const changing = read.replacements.filter((each) => text.slice(each.start, each.end) !== each.text);
    same += read.replacements.length - changing.length;
    const { matches: replacements, lines } = context.hidesSecrets
      ? protectSecrets(text, changing)
      : { matches: changing, lines: [] };
    if (lines.length > 0)
      secretLines.push(`${path}:${lines.slice(0, maxNamed).join(",")}${lines.length > maxNamed ? ",…" : ""}`);
    const grown = replacements.reduce((sum, each) => sum + each.text.length - (each.end - each.start), text.length);
    if (grown > maxBytes) {
      skip(path, `it would be larger than ${maxBytes} bytes`);
      continue;
    }
    if (replacements.length > 0) planned.push({ ...read, replacements });
  }
  const { files, notes } = await chooseTests(input.tests, planned, context);
  const skipped: Skipped = Array.from(skips, ([why, paths]) => ({
    why,
    files: paths.slice(0, maxNamed),
    count: paths.length,
  }));
  const told = [
    ...notes,
    ...describeSecrets(secretLines),
    ...describeRest(raw, same),
    ...describeOtherEncodings(question),
  ];
  if (files.length === 0) throw nothingToReplace(input, raw, { skipped, planned, told });
  const kept = files.map(({ located, file, replacements }): KeptFile => ({
    path: located.shown,
    hash: file.hash,
    matches: replacements.map(({ start: from, end, text }) => ({ start: from, end, text })),
  }));
  const title = `replace ${JSON.stringify(input.pattern ?? input.old_string ?? "").slice(0, 80)}`;
  const id = await keepPreview(project, { title, files: kept });
  const { errors, unchecked } = await findNewErrors(files, context);
  return {
    written: false,
    files: [],
    in_files: 0,
    added: 0,
    removed: 0,
    preview: { id, ...showMatches(context.hidesSecrets, numbered(files)) },
    ...(skipped.length === 0 ? {} : { skipped }),
    ...(errors.length === 0 ? {} : { new_errors: [...errors] }),
    notes: [...told, ...unchecked, leftOut],
  };
}

async function locateStart(input: Input, { project, call }: ReplaceContext): Promise<Located> {
  const { path = "." } = input;
  const start = await project.files.locate(path, "list");
  if (start.kind === "missing") {
    const next = (other: string) => ({ tool: "edit_file", input: { ...input, path: other } });
    throw await notFound(path, project, { what: "file or directory", signal: call.signal, next });
  }
  if (start.area !== "project")
    throw unclear(`${showPath(path)} is outside of the project`, "There, `old_string` edits one file at a time.");
  if (start.masked)
    throw new ToolError("secret_file", `${showPath(path)} holds secrets, so it is not searched; nothing was changed.`);
  return start;
}

/** A file with its matches, or why it is skipped. */
async function readMatched(
  path: string,
  matches: readonly RawMatch[],
  { project, isNamed }: { readonly project: Project; readonly isNamed: boolean },
): Promise<PlannedFile | string> {
  const { files } = project;
  try {
    const located = await files.locate(path, "write");
    await requireWritable(located.real, await lstat(located.real), located.shown);
    const file = await files.readText(located, { maxBytes });
    // A generated file that is named by its path is meant.
    if (!isNamed && (generatedName.test(path) || isLockFile(path) || isGenerated(file.text))) return "generated";
    const replacements = placeMatches(file, matches);
    if (replacements === "bytes") return "its bytes are not UTF-8 there";
    if (replacements === "changed") return "it changed meanwhile";
    return { located, file, replacements };
  } catch (error) {
    if (isToolError(error)) return reasons[error.code] ?? error.code.replaceAll("_", " ");
    if (error instanceof Error && "code" in error) return reasons[String(error.code)] ?? String(error.code);
    throw error;
  }
}

const generatedName = /[._](?:pb|gen|generated|min|bundle)\.[a-z]+$/i;

const reasons: Readonly<Record<string, string>> = {
  read_only_file: "no permission to write",
  EACCES: "no permission to write",
  EPERM: "no permission to write",
  ENOENT: "it is gone",
  binary_file: "binary",
  too_large: `larger than ${maxBytes} bytes`,
  ask_to_write: "a person has to allow it first",
};

function describeSecrets(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > maxNamed ? `, and ${countOf(lines.length - maxNamed, "more file")}` : "";
  return [
    `Not replaced: matches that touch a secret, in ${lines.slice(0, maxNamed).map(visibleLine).join("; ")}${more}. A person can change these by hand.`,
  ];
}

function describeRest({ undecodable, atEnd, isPartial }: RawMatches, same: number): readonly string[] {
  return [
    ...(same === 0 ? [] : [`${countOf(same, "match", "matches")} would stay the same.`]),
    ...(undecodable === 0
      ? []
      : [`${countOf(undecodable, "line")} with matches are in files whose names are no text.`]),
    ...(atEnd.length === 0
      ? []
      : [
          `Not replaced: the empty match behind the last line, without a line end, of ${atEnd.slice(0, maxNamed).join(", ")}.`,
        ]),
    ...(isPartial ? ["Some files could not be read."] : []),
  ];
}

/** In an 8-bit encoding, the same letter has other bytes. */
function describeOtherEncodings({ expression }: PatternQuestion): readonly string[] {
  const [letter] = expression.match(/[^\0-\u{7f}]/u) ?? [];
  return letter === undefined ? [] : [`"${visibleLine(letter)}" is found in UTF-8 and UTF-16 only.`];
}

interface Why {
  readonly skipped: Skipped;
  readonly planned: readonly PlannedFile[];
  readonly told: readonly string[];
}

function nothingToReplace(input: Input, raw: RawMatches, { skipped, planned, told }: Why): ToolError {
  const sought = JSON.stringify((input.pattern ?? input.old_string ?? "").slice(0, 200));
  const why = [
    ...(raw.files.size === 0 ? [`There is no match of ${sought}.`] : [`There is nothing to replace for ${sought}.`]),
    ...(planned.length > 0 ? [`All matches are ${input.tests === "none" ? "" : "not "}in tests.`] : []),
    ...skipped.map(
      ({ why: reason, files, count }) => `Skipped, ${reason}: ${files.join(", ")}${count > files.length ? ", …" : ""}.`,
    ),
    ...told,
    leftOut,
  ];
  return new ToolError(raw.files.size === 0 ? "no_match" : "no_change", why.join(" "));
}
