import { type Call, isToolError, ToolError } from "toolwright";
import { listActions } from "../../code-edits/actions/list-actions.ts";
import { type ProblemChange, type ProblemWatch, watchProblems } from "../../code-edits/after/compare-problems.ts";
import { formatEdited } from "../../code-edits/after/format-edited.ts";
import type { CodeEdit, PlannedEdit } from "../../code-edits/code-edit.ts";
import { openDraft } from "../../code-edits/draft.ts";
import type { EditContext } from "../../code-edits/edit-context.ts";
import { planEdits } from "../../code-edits/plan-edits.ts";
import { createQuotableReader } from "../../libraries/may-be-quoted.ts";
import type { Services } from "../../services.ts";
import type { Project } from "../../workspace/project.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { ChangeReport, FileChange, HistoryEntry } from "../../workspace/writer/writer.ts";
import { waitingFor } from "../server-question.ts";
import { describeFiles, notesOf, touchedLines } from "./describe-files.ts";
import { otherWays } from "./other-ways.ts";
import { inList, readEdits } from "./read-edits.ts";
import type { Input, Output, HistoryRow } from "./schema.ts";

const maxEntries = 20;
/** How often edits are planned at most while others change the same files. */
const maxAttempts = 16;

/** How long servers may take to report problems, before and after an edit together; `wait` changes it. */
const judgeMs = 8_000;
/** Other files that may have new problems because they use what was edited. */
const maxUsers = 20;

/** Makes exactly the requested edits, in all files or in none. */
export async function handle(
  input: Input,
  services: Pick<Services, "workspace" | "symbolsOf" | "serversOf" | "libraries" | "hidesSecrets">,
  call: Call,
): Promise<Output> {
  const project = await services.workspace.project(input.project);
  const { signal, readyMs, onProgress, leftMs } = waitingFor(input, call);
  const context: EditContext = {
    project,
    symbols: services.symbolsOf(project),
    servers: services.serversOf(project),
    readQuotable: createQuotableReader({ project, libraries: services.libraries }),
    signal,
    // Commands in a shell are one person's, though each is a process of its own.
    by: call.caller.host === "cli" ? "shell" : undefined,
    readyMs,
    leftMs,
    onProgress,
    otherWays,
  };
  if (input.action === "undo") {
    return input.dry_run === true && input.id === undefined
      ? await showHistory(project)
      : await undoChange(context, input, services.hidesSecrets);
  }
  if (input.action === "actions" && input.id === undefined) return await showActions(context, input);
  const { hidesSecrets } = services;
  return await edit(context, input, { forProgram: call.valueOnly, hidesSecrets });
}

async function edit(
  context: EditContext,
  input: Input,
  shown: { readonly forProgram: boolean; readonly hidesSecrets: boolean },
): Promise<Output> {
  const { dry_run: dryRun = false, format = false } = input;
  const edits = readEdits(input);
  const first = await planAll(context, edits);
  const watch = dryRun ? undefined : await watchUsers(context, first, input);
  const { planned, report } = await writeFresh(context, edits, first, dryRun);
  const notes = planned.flatMap((plan, index) =>
    plan.notes.map((note) => (planned.length === 1 ? note : `edits[${index}]: ${note}`)),
  );
  const formatted = format && !dryRun ? await formatAfter(context, report) : { report, notes: [] };
  const problems = await watch?.compare(movedIn(report));
  const leftovers = planned.find((plan) => plan.leftovers !== undefined)?.leftovers;
  return {
    written: !dryRun,
    ...(report.id === undefined ? {} : { id: report.id }),
    done: planned.map(({ done }) => done),
    ...describeFiles(formatted.report.files, { isWhole: dryRun, ...shown }),
    notes: [
      ...notes,
      ...notesOf(report.files),
      ...formatted.notes,
      ...(format && dryRun ? ["The formatter runs on what is written, not in a dry run."] : []),
    ],
    ...(problems === undefined ? {} : { problems: tellProblems(problems) }),
    ...(leftovers === undefined ? {} : { leftovers: { total: leftovers.total, shown: [...leftovers.shown] } }),
  };
}

interface Plan {
  readonly planned: readonly PlannedEdit[];
  readonly changes: readonly FileChange[];
}

async function planAll(context: EditContext, edits: readonly CodeEdit[]): Promise<Plan> {
  const draft = openDraft(context);
  const tellWhich = (index: number, error: unknown): unknown => (edits.length === 1 ? error : inList(index, error));
  const planned = await planEdits(context, draft, edits, tellWhich);
  const changes = draft.changes();
  if (changes.length === 0) throw new ToolError("no_change", "Nothing to do: the code is already like this.");
  return { planned, changes };
}

/** Writes the plan. If a file was changed meanwhile, the edits are planned again for what is there now, with all checks. */
async function writeFresh(
  context: EditContext,
  edits: readonly CodeEdit[],
  first: Plan,
  dryRun: boolean,
): Promise<{ readonly planned: readonly PlannedEdit[]; readonly report: ChangeReport }> {
  const { project, signal, by } = context;
  let plan = first;
  for (let attempt = 1; ; attempt += 1) {
    const { planned, changes } = plan;
    const title = planned.map(({ done }) => done).join("; ");
    try {
      return { planned, report: await project.writer.change(changes, { signal, dryRun, title, by }) };
    } catch (error) {
      if (!isToolError(error) || error.code !== "stale" || attempt === maxAttempts) throw error;
      plan = await planAll(context, edits);
    }
  }
}

/** The edited files, and some of those that use them. */
async function watchUsers(
  context: EditContext,
  { planned, changes }: Plan,
  { wait }: Input,
): Promise<ProblemWatch | undefined> {
  if (wait === 0) return undefined;
  const edited = changes.map(({ file }) => file.shown);
  const names = [...new Set(planned.flatMap((plan) => plan.names))];
  const users = names.length === 0 ? [] : await context.symbols.filesNaming(names, { signal: context.signal });
  const others = users.filter((path) => !edited.includes(path)).slice(0, maxUsers);
  return await watchProblems(context, [...edited, ...others], wait === undefined ? judgeMs : wait * 1_000);
}

async function formatAfter(
  context: EditContext,
  report: ChangeReport,
): Promise<{ readonly report: ChangeReport; readonly notes: readonly string[] }> {
  const { project, signal } = context;
  const draft = openDraft(context);
  try {
    const notes = await formatEdited(context, draft, touchedLines(report.files));
    const changes = draft.changes();
    if (changes.length === 0 || report.id === undefined) return { report, notes };
    const second = await project.writer.change(changes, { signal, title: "format", joins: report.id });
    const formatted = new Map(second.files.map((file) => [file.path, file.after]));
    const files = report.files.map((file) => ({ ...file, after: formatted.get(file.path) ?? file.after }));
    return { report: { ...report, files }, notes };
  } catch (error) {
    // The edit itself is on disk and must be reported.
    if (!isToolError(error)) throw error;
    return { report, notes: [`Not formatted: ${error.message}`] };
  }
}

function movedIn({ files }: ChangeReport): ReadonlyMap<string, string> {
  return new Map(files.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path]])));
}

function tellProblems(change: ProblemChange): NonNullable<Output["problems"]> {
  return {
    new_errors: change.addedErrors,
    new_warnings: change.addedWarnings,
    fixed_errors: change.fixedErrors,
    fixed_warnings: change.fixedWarnings,
    compared: change.compared,
    added: [...change.added],
    ...(change.unknown === undefined ? {} : { unknown: change.unknown }),
  };
}

async function showActions(context: EditContext, { path, symbol }: Input): Promise<Output> {
  if (path === undefined)
    throw new ToolError("unclear_edit", "`path` is missing. Actions are those of a file or of a symbol in it.");
  const { server, actions, notes } = await listActions(context, { path, symbol: symbol === "" ? undefined : symbol });
  return {
    written: false,
    done: [`${server} offers ${actions.length} actions`],
    files: [],
    in_files: 0,
    added: 0,
    removed: 0,
    notes: [...notes],
    actions: actions.map(({ id, title, kind, line, disabled }) => ({
      id,
      title,
      kind,
      ...(line === undefined ? {} : { line: line + 1 }),
      ...(disabled === undefined ? {} : { disabled }),
    })),
  };
}

/** Undoes a change, whichever tool made it. */
async function undoChange(
  { project, signal, by }: EditContext,
  { id, dry_run: dryRun = false }: Input,
  hidesSecrets: boolean,
): Promise<Output> {
  const report = await project.writer.undo(id, { signal, dryRun, by });
  const { undone } = report;
  return {
    written: !dryRun,
    ...(report.id === undefined ? {} : { id: report.id }),
    done: [`undid ${undone.id} (${undone.title})`],
    ...describeFiles(report.files, { isWhole: dryRun, isBrief: true, hidesSecrets }),
    notes: notesOf(report.files),
  };
}

/** The changes that can be undone. */
async function showHistory(project: Project): Promise<Output> {
  const entries = await project.writer.history();
  const open = entries.filter(({ undone }) => !undone).length;
  const more = entries.length - maxEntries;
  return {
    written: false,
    done: [open === 0 ? "There is nothing to undo" : `${countOf(open, "change")} can be undone, newest first`],
    files: [],
    in_files: 0,
    added: 0,
    removed: 0,
    notes: more > 0 ? [`${more} older ones are not shown.`] : [],
    history: entries.slice(0, maxEntries).map(tellEntry),
  };
}

function tellEntry({ id, title, at, files, undone }: HistoryEntry): HistoryRow {
  return { id, title, at: at.replace(/\.\d+Z$/, "Z"), files: files.length, undone };
}
