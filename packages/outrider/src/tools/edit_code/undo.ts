import type { EditContext } from "../../code-edits/edit-context.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf } from "../../workspace/text/count-of.ts";
import type { HistoryEntry } from "../../workspace/writer/writer.ts";
import { describeFiles, notesOf } from "./describe-files.ts";
import type { HistoryRow, Input, Output } from "./schema.ts";

const mostEntries = 20;

/** Takes a change back, whichever tool made it. */
export async function undoChange(
  { project, signal }: EditContext,
  { id, dry_run: dryRun = false }: Input,
): Promise<Output> {
  const report = await project.writer.undo(id, { signal, dryRun });
  const { undone } = report;
  return {
    written: !dryRun,
    ...(report.id === undefined ? {} : { id: report.id }),
    done: [`undid ${undone.id} (${undone.title})`],
    ...describeFiles(report.files, { isWhole: dryRun, isBrief: true }),
    notes: notesOf(report.files),
  };
}

/** What can be taken back. */
export async function showHistory(project: Project): Promise<Output> {
  const entries = await project.writer.history();
  const open = entries.filter(({ undone }) => !undone).length;
  const more = entries.length - mostEntries;
  return {
    written: false,
    done: [open === 0 ? "There is nothing to undo" : `${countOf(open, "change")} can be undone, newest first`],
    files: [],
    in_files: 0,
    added: 0,
    removed: 0,
    notes: more > 0 ? [`${more} older ones are not shown.`] : [],
    history: entries.slice(0, mostEntries).map(tellEntry),
  };
}

function tellEntry({ id, title, at, files, undone }: HistoryEntry): HistoryRow {
  return { id, title, at: at.replace(/\.\d+Z$/, "Z"), files: files.length, undone };
}
