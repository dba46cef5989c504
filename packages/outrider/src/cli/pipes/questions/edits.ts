import { findRepository } from "../../../workspace/projects/git-places.ts";
import { relativeTo } from "../../../workspace/paths/inside.ts";
import { output, type Output } from "../../../tools/edit_code/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { withCandidates } from "../answer-words.ts";
import { CallFailed } from "../call-tool.ts";
import type { PipeSession } from "../pipe-session.ts";
import { formatPatch } from "./format-patch.ts";

/** Renames a symbol everywhere: prints the changed files, or with --dry-run the diff. */
export async function runRename(session: PipeSession): Promise<void> {
  const { args, printer, tools } = session;
  const [old = "", newName = ""] = args.positionals;
  const isDry = args.given.has("dry-run");
  try {
    const done = await withCandidates(
      session,
      old,
      async (target) =>
        await tools.value("edit_code", output, {
          action: "rename",
          ...target,
          new_name: newName,
          unproven: args.values["unproven"],
          force: args.given.has("force") ? true : undefined,
          dry_run: isDry ? true : undefined,
        }),
    );
    await (isDry && !args.given.has("json") ? printPatch(session, done) : printFiles(session, done));
    await tellRest(session, done, isDry);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    await printer.fail(error.message);
  }
}

/** Undoes the last change that commands have made, or the one of the given number; with --list the changes that can be undone. */
export async function runUndo(session: PipeSession): Promise<void> {
  const { args, printer, tools } = session;
  const [id] = args.positionals;
  if (args.given.has("list")) return await printHistory(session);
  try {
    const done = await tools.value("edit_code", output, { action: "undo", id });
    await printFiles(session, done);
    await printer.note(
      `${done.done.join("; ")}.${done.id === undefined ? "" : ` To have it again: outrider undo ${done.id}`}`,
    );
    for (const note of done.notes) await printer.note(note);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    await printer.fail(error.message);
  }
}

async function printHistory({ args, printer, tools }: PipeSession): Promise<void> {
  const { history = [], notes } = await tools.value("edit_code", output, { action: "undo", dry_run: true });
  for (const { id, title, at, files, undone } of history) {
    if (undone) continue;
    const text = args.given.has("json") ? JSON.stringify({ id, title, at, files }) : [id, at, title].join("\t");
    await printer.text(`${text}${printer.end}`);
  }
  for (const note of notes) await printer.note(note);
}

async function printFiles({ printer, args, places }: PipeSession, { files }: Output): Promise<void> {
  for (const { path, from, added, removed, patch } of files) {
    const file = places.shown(path);
    await printer.text(
      args.given.has("json")
        ? `${JSON.stringify({ file, from: from === undefined ? undefined : places.shown(from), added, removed, patch })}${printer.end}`
        : `${file}${printer.end}`,
    );
  }
}

/** Paths of a git patch are those of the repository, wherever it is applied. */
async function printPatch({ printer, root, places }: PipeSession, { files }: Output): Promise<void> {
  const top = (await findRepository(root)) ?? root;
  const prefix = relativeTo(top, root);
  const inTop = (path: string): string => (prefix === "" ? path : `${prefix}/${path}`);
  for (const file of files) {
    await printer.text(
      formatPatch({
        path: inTop(file.path),
        from: file.from === undefined ? undefined : inTop(file.from),
        diff: file.patch ?? "",
      }),
    );
  }
  if (places.onDisk(".") !== top)
    await printer.note(`Paths in the diff begin at ${top}: git -C ${JSON.stringify(top)} apply`);
}

async function tellRest(
  { printer, places }: PipeSession,
  { done, id, notes, problems, leftovers }: Output,
  isDry: boolean,
): Promise<void> {
  await printer.note(
    `${isDry ? "Dry run: " : ""}${done.join("; ")}.${id === undefined ? "" : ` To undo: outrider undo ${id}`}`,
  );
  for (const note of notes) await printer.note(note);
  if (problems !== undefined && problems.new_errors > 0)
    await printer.note([`${amountOf(problems.new_errors, "new error")}:`, ...problems.added].join("\n"));
  if (leftovers !== undefined && leftovers.total > 0) {
    const shown = leftovers.shown.map((each) => each.replace(/^[^:]+(?=:\d)/, (file) => places.shown(file)));
    const more = leftovers.total - shown.length;
    await printer.note(
      [
        `${amountOf(leftovers.total, "place")} with the old name in comments, strings and docs, not changed:`,
        ...shown,
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join("\n"),
    );
  }
}
