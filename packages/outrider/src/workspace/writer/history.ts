import { ToolError } from "toolwright";
import { nextStep } from "../next-step.ts";
import { showPath } from "../paths/check-path.ts";
import { ownProcess } from "./journal/journal.ts";
import { type HistoryRecord, pathsOf } from "./journal/record.ts";
import type { HistoryEntry } from "./writer.ts";

/** Records as shown, newest first; a record that joins another is part of it. */
export function describeHistory(records: readonly HistoryRecord[]): readonly HistoryEntry[] {
  const undone = undoneIds(records);
  return records
    .filter((record) => firstOf(records, record) === record)
    .map((record) => describeEntry(records, record, undone));
}

export function describeEntry(
  records: readonly HistoryRecord[],
  record: HistoryRecord,
  undone = undoneIds(records),
): HistoryEntry {
  const { id, title, at, undoes } = record;
  return {
    id: String(id),
    title,
    at,
    files: [...new Set(groupOf(records, record).flatMap(({ deed }) => pathsOf(deed)))],
    own: record.pid === process.pid && record.process === ownProcess,
    undone: undone.has(id),
    ...(undoes === null ? {} : { undoes: String(undoes) }),
  };
}

/** An undo that was itself undone no longer counts. */
function undoneIds(newestFirst: readonly HistoryRecord[]): ReadonlySet<number> {
  const undone = new Set<number>();
  for (const { id, undoes } of newestFirst) {
    if (undoes !== null && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}

/** All records that are undone together with this one, in order. */
export function groupOf(records: readonly HistoryRecord[], first: HistoryRecord): readonly HistoryRecord[] {
  return [first, ...records.filter(({ joins }) => joins === first.id)].toSorted((one, other) => one.id - other.id);
}

/** The record whose id undoes this one. */
export function firstOf(records: readonly HistoryRecord[], record: HistoryRecord): HistoryRecord {
  return records.find(({ id }) => id === record.joins) ?? record;
}

/** The record to undo: the given one, or the newest of this process, or of the same `by`, that is not undone. */
export function chooseEntry(records: readonly HistoryRecord[], id: string | undefined, by?: string): HistoryRecord {
  const entries = describeHistory(records);
  if (id === undefined) {
    const open = new Map(entries.flatMap((entry) => (entry.undone ? [] : [[entry.id, entry]])));
    const record = records.find((each) => {
      const entry = open.get(String(each.id));
      const isMeant = entry?.own === true || (by !== undefined && each.by === by);
      return isMeant && entry !== undefined && entry.undoes === undefined;
    });
    if (record !== undefined) return record;
    const who = by === undefined ? "this process has" : "this process and others of its kind have";
    throw nothingToUndo(`Nothing that ${who} changed is left to undo.`, entries);
  }
  const named = records.find((each) => String(each.id) === id);
  if (named === undefined) throw nothingToUndo(`There is no change ${showPath(id)} in the history.`, entries);
  const first = firstOf(records, named);
  const undoing = records.find((each) => each.undoes === first.id);
  if (undoneIds(records).has(first.id)) {
    throw new ToolError(
      "already_undone",
      `${first.id} (${showPath(first.title)}) is undone already; undo ${undoing?.id ?? "that"} to have it again.`,
    );
  }
  return first;
}

function nothingToUndo(sentence: string, entries: readonly HistoryEntry[]): ToolError {
  const newest = entries.filter(({ undone }) => !undone).slice(0, 5);
  const [first] = newest;
  if (first === undefined) return new ToolError("nothing_to_undo", `${sentence} There is no other either.`);
  const shown = newest.map(({ id, title }) => `${id} (${showPath(title)})`).join(", ");
  const advice = `Give the id of one; the newest: ${shown}.`;
  return new ToolError("nothing_to_undo", `${sentence} ${advice}`, nextStep("undo-change", { id: first.id }));
}
