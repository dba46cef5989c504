import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { maxAsked } from "./plan-questions.ts";
import { type FileRow, type Output, type Problem, type Reason, severities } from "./schema.ts";

/** What was found, for which files, then the problems by file. */
export function format(output: Output): string {
  const { without_git } = output;
  const known =
    without_git === undefined
      ? []
      : [`What has changed is not known: ${escapeHidden(without_git)}. Asked are files that Outrider has changed.`];
  return [...known, head(output), ...facts(output), ...output.files.flatMap(showFile), ...tail(output)].join("\n");
}

function head(output: Output): string {
  const { asked, judged, totals, severity, overflow, files } = output;
  if (asked === 0 && output.without_git !== undefined)
    return 'No files to judge: Outrider has changed none here. Give a path, or scope: "project" for all.';
  if (asked === 0) return "No files to judge: nothing has changed, or nothing is there.";
  const most = severities.indexOf(severity);
  const listed = severities.slice(0, most + 1).filter((each) => totals[each] > 0);
  const unlisted = severities.slice(most + 1).filter((each) => totals[each] > 0);
  const count = (each: (typeof severities)[number]): string => countOf(totals[each], each, plural[each]);
  const rest = unlisted.length === 0 ? "" : ` Not listed: ${unlisted.map(count).join(", ")}.`;
  const broken = output.syntactic.reduce((sum, each) => sum + each.broken.length, 0);
  const torn = broken === 0 ? "" : ` ${countOf(broken, "file")} with syntax errors, by the parser.`;
  const of =
    judged === asked ? countOf(asked, "file") : `the ${judged} of ${countOf(asked, "file")} that servers judged`;
  if (listed.length > 0) {
    const within =
      overflow === undefined
        ? files.length
        : new Set([...files.map(({ file }) => file), ...(overflow.by_file ?? []).map(({ file }) => file)]).size +
          (overflow.other_files ?? 0);
    return `${listed.map(count).join(", ")} in ${within} of ${of}.${torn}${rest}`;
  }
  if (judged === 0) return `No server has judged any of ${countOf(asked, "file")}.${torn}`;
  if (!output.settled) return `Nothing found so far in ${of}; not all is known.${torn}${rest}`;
  return `No problems in ${of}.${torn}${rest}`;
}

const plural = { error: "errors", warning: "warnings", info: "infos", hint: "hints" } as const;

function facts(output: Output): string[] {
  const { unsettled, left_out, syntactic, not_known, not_asked, withheld, more, dropped } = output;
  return [
    ...unsettled.map((each) => `Not settled: ${showReason(each)} Ask again.`),
    ...left_out.map((each) => `Not judged: ${showReason(each)}`),
    ...syntactic.map((each) => `By syntax only: ${showReason(each)}${showBroken(each.broken)}`),
    ...(not_known.files === 0
      ? []
      : [`Neither server nor grammar: ${countOf(not_known.files, "file")}, such as ${listOf(not_known.examples)}.`]),
    ...(not_asked === 0
      ? []
      : [`Not asked: ${countOf(not_asked, "file")} beyond ${maxAsked} at once. Narrow with path.`]),
    ...(withheld === 0 ? [] : [`Withheld: ${countOf(withheld, "file")} that tools may not see.`]),
    ...(more === 0 ? [] : [`Not counted: ${countOf(more, "problem")} of files that have very many.`]),
    ...(dropped === 0 ? [] : [`Dropped: ${countOf(dropped, "item")} that could not be read.`]),
  ];
}

function showReason({ why, files, examples }: Reason): string {
  return `${countOf(files, "file")} (${escapeHidden(why)}), such as ${listOf(examples)}.`;
}

const shownBroken = 10;

function showBroken(broken: readonly string[]): string {
  if (broken.length === 0) return "";
  const more = broken.length > shownBroken ? `, and ${broken.length - shownBroken} more` : "";
  return ` Syntax errors in: ${listOf(broken.slice(0, shownBroken))}${more}.`;
}

function listOf(paths: readonly string[]): string {
  return paths.map(escapeHidden).join(", ");
}

function showFile({ file, server, problems }: FileRow): string[] {
  return [`${escapeHidden(file)} (${server})`, ...problems.map(showProblem)];
}

function showProblem({ line, column, severity, code, source, message }: Problem): string {
  const origin = [source, code].filter((each) => each !== undefined).join(" ");
  return ` ${line}:${column} ${severity} ${message}${origin === "" ? "" : ` [${origin}]`}`;
}

function tail({ overflow }: Output): string[] {
  if (overflow === undefined) return [];
  const { shown, total, next_offset, hint } = overflow;
  if (shown === 0) return [`[${hint}]`];
  return [
    `[${shown} of ${total} problems shown.${next_offset === undefined ? "" : ` Next: offset ${next_offset}.`} ${hint}]`,
  ];
}
