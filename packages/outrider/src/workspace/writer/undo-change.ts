import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { decodeText } from "../text/decode-text.ts";
import { chooseEntry, describeEntry, groupOf } from "./history.ts";
import { carryOut } from "./journal/carry-out.ts";
import { findAt, keyOf, missing } from "./journal/found.ts";
import type { Journal } from "./journal/journal.ts";
import type { Content, FileOp, HistoryRecord } from "./journal/record.ts";
import { judgeAgain } from "./journal/roll-back.ts";
import { reverseOf, statesOf } from "./journal/states.ts";
import type { WriteContext } from "./relocate.ts";
import { noteOf, withNotes } from "./edit-file.ts";
import { tooMuchNote } from "./change-files.ts";
import { type TreeTools, undoTree } from "./undo-tree.ts";
import type { ChangedFile, ChangeOptions, ChangeReport, HistoryEntry } from "./writer.ts";

interface Fixed extends TreeTools {
  readonly journal: Journal;
}

/** Applies the reverse of a change, as a separate change. */
export async function undoChange(
  bench: WriteContext,
  fixed: Fixed,
  id: string | undefined,
  { dryRun = false, by }: Omit<ChangeOptions, "title">,
): Promise<ChangeReport & { readonly undone: HistoryEntry }> {
  const records = await fixed.journal.list();
  const first = chooseEntry(records, id, by);
  const undone = describeEntry(records, first);
  const about = { title: `undo ${first.id}: ${first.title}`, by, undoes: first.id };
  if (first.deed.kind !== "files") {
    return { ...(await undoTree(bench, fixed, first.deed, { ...about, dryRun })), undone };
  }
  const group = groupOf(records, first);
  const { ops, contents } = await collectOps(fixed.journal, group);
  const found = await requireUntouched(bench, ops, first);
  const reversed = reverseOf(ops).map((op) => withModes(op, found));
  const known = new Map([...contents, ...found.bytes]);
  const files = reportOf(reversed, known);
  if (dryRun || reversed.length === 0) return { id: undefined, files, undone };
  const emptied = group.flatMap(({ deed }) => (deed.kind === "files" ? deed.directories : []));
  const done = await carryOut(bench, fixed.journal, {
    ...about,
    root: bench.root,
    ops: reversed,
    contents: known,
    old: known,
    emptied,
  });
  const notes = new Map([...done.replaced].map(([path, replaced]) => [path, noteOf(replaced)]));
  const told = files.map((file, index) => ({
    ...file,
    ...withNotes({}, notes.get(file.path), index === 0 && done.id === undefined ? tooMuchNote : undefined),
  }));
  return { id: done.id, files: told, undone };
}

async function collectOps(
  journal: Journal,
  group: readonly HistoryRecord[],
): Promise<{ readonly ops: readonly FileOp[]; readonly contents: Map<string, Uint8Array> }> {
  const ops: FileOp[] = [];
  const contents = new Map<string, Uint8Array>();
  for (const { id, title } of group) {
    const entry = await journal.read(id);
    if (entry?.record.deed.kind !== "files") {
      throw new ToolError(
        "nothing_to_undo",
        `What was kept of ${id} (${showPath(title)}) is damaged or gone, so it cannot be undone.`,
      );
    }
    ops.push(...entry.record.deed.ops);
    for (const [hash, bytes] of entry.contents) contents.set(hash, bytes);
  }
  return { ops, contents };
}

interface FoundNow {
  readonly contents: ReadonlyMap<string, Content | null>;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Every file must be as the change left it: later changes must not be lost. */
async function requireUntouched(bench: WriteContext, ops: readonly FileOp[], change: HistoryRecord): Promise<FoundNow> {
  const contents = new Map<string, Content | null>();
  const bytes = new Map<string, Uint8Array>();
  const touched: string[] = [];
  for (const [path, states] of statesOf(ops)) {
    bench.signal.throwIfAborted();
    const now = await findAt(await judgeAgain(bench, bench.root, path));
    contents.set(path, now.content);
    if (now.content?.kind === "file" && now.bytes !== undefined) bytes.set(now.content.hash, now.bytes);
    const expected = states.at(-1) ?? missing;
    if (now.key !== expected) touched.push(`${showPath(path)} ${difference(now.key, expected)}`);
  }
  if (touched.length === 0) return { contents, bytes };
  const more = touched.length > 10 ? ` and ${touched.length - 10} more` : "";
  throw new ToolError(
    "stale",
    `${change.id} (${showPath(change.title)}) was not undone, nothing was written: since then ${touched.slice(0, 10).join(", ")}${more}. Undo what came after first, or edit by hand.`,
  );
}

function difference(now: string, expected: string): string {
  if (now === missing) return "was removed";
  return expected === missing ? "was made again" : "was changed";
}

/** A new file got a default mode: now it is known, for redoing from here. */
function withModes(op: FileOp, { contents }: FoundNow): FileOp {
  if (op.op !== "write" || op.before?.kind !== "file") return op;
  const now = contents.get(op.path) ?? null;
  return keyOf(now) === keyOf(op.before) ? { ...op, before: now } : op;
}

/** One row per file, however many steps it took. */
function reportOf(ops: readonly FileOp[], bytes: ReadonlyMap<string, Uint8Array>): readonly ChangedFile[] {
  const rows: ChangedFile[] = [];
  const textOf = (content: Content | null): ChangedFile["after"] => {
    const found = content?.kind === "file" ? bytes.get(content.hash) : undefined;
    return found === undefined ? undefined : decodeText(found);
  };
  for (const op of ops) {
    const path = op.op === "write" ? op.path : op.from;
    const index = rows.findIndex((row) => row.path === path);
    const known = rows[index];
    const row: ChangedFile =
      op.op === "move"
        ? {
            before: textOf(op.content),
            after: textOf(op.content),
            ...known,
            kind: "move",
            path: op.to,
            from: known?.from ?? op.from,
          }
        : known === undefined
          ? { kind: kindOf(op), path, before: textOf(op.before), after: textOf(op.after) }
          : { ...known, after: textOf(op.after) };
    if (known === undefined) rows.push(row);
    else rows[index] = row;
  }
  return rows;
}

function kindOf({ before, after }: Extract<FileOp, { op: "write" }>): ChangedFile["kind"] {
  if (before === null) return "create";
  return after === null ? "remove" : "edit";
}
