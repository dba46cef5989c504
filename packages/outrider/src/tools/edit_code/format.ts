import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { ActionRow, FileRow, HistoryRow, Output } from "./schema.ts";

/** What was done, where it deviates from the request, the diff, and what servers report. */
export function format(answer: Output): string {
  const { written, done, files, in_files: inFiles, notes, actions = [], history = [] } = answer;
  const lines = [
    ...(written || inFiles === 0 ? [] : ["Dry run, nothing is written. It would be:"]),
    ...done.slice(0, -1),
    `${done.at(-1) ?? ""}${inFiles > 0 ? describeCounts(answer) : ""}`,
    ...notes,
    ...showFiles(files, inFiles),
    ...showProblems(answer),
    ...showLeftovers(answer),
    ...actions.map(showAction),
    ...history.map(showEntry),
  ];
  return lines.map(escapeLines).join("\n");
}

/** A diff has many lines, each of which may contain hidden characters. */
function escapeLines(text: string): string {
  return text.split("\n").map(escapeHidden).join("\n");
}

function describeCounts({ id, added, removed, done, in_files: inFiles }: Output): string {
  const isSaid = inFiles === 1 || done.at(-1)?.includes(`${inFiles} files`) === true;
  const where = isSaid ? "" : ` in ${inFiles} files`;
  const undo = id === undefined ? "" : ` (undo ${id})`;
  return `: +${added} -${removed}${where}${undo}`;
}

/** A single edited file is described by the change itself. */
function showFiles(files: readonly FileRow[], inFiles: number): readonly string[] {
  const isOne = inFiles === 1 && files[0]?.kind === "edit";
  const lines = files.flatMap((file) => [...(isOne ? [] : [headOf(file)]), ...(file.diff === "" ? [] : [file.diff])]);
  const more = inFiles - files.length;
  return more > 0 ? [...lines, `and ${countOf(more, "more file")}`] : lines;
}

function headOf({ path, kind, from, added, removed }: FileRow): string {
  const moved = from === undefined ? "" : ` (was ${from})`;
  const what = kind === "create" ? " new" : kind === "remove" ? " removed" : "";
  return `${path}${what}${moved} +${added} -${removed}`;
}

function showProblems({ problems }: Output): readonly string[] {
  if (problems === undefined) return [];
  const counts = [
    [problems.new_errors, "new error"],
    [problems.new_warnings, "new warning"],
    [problems.fixed_errors, "fixed error"],
    [problems.fixed_warnings, "fixed warning"],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => countOf(count, what));
  const judged = `(${countOf(problems.compared, "file")} judged)`;
  const head = `${said.length === 0 ? "No new problems" : said.join(", ")} ${judged}${problems.added.length > 0 ? ":" : ""}`;
  return [
    ...(problems.compared === 0 ? [] : [head]),
    ...problems.added.map((problem) => ` ${problem}`),
    ...(problems.unknown === undefined ? [] : [`Problems: ${problems.unknown}`]),
  ];
}

function showLeftovers({ leftovers }: Output): readonly string[] {
  if (leftovers === undefined || leftovers.total === 0) return [];
  const more = leftovers.total - leftovers.shown.length;
  return [
    `The old name still stands in ${countOf(leftovers.total, "other place")}, left as it is:`,
    ...leftovers.shown.map((place) => ` ${place}`),
    ...(more > 0 ? [` and ${more} more`] : []),
  ];
}

function showAction({ id, title, kind, line, disabled }: ActionRow): string {
  const place = line === undefined ? "" : ` line ${line}`;
  return `${id} ${title} [${kind}]${place}${disabled === undefined ? "" : ` (not now: ${disabled})`}`;
}

function showEntry({ id, title, at, files, undone }: HistoryRow): string {
  return `${id} ${title} (${countOf(files, "file")}, ${at}${undone ? ", undone" : ""})`;
}
