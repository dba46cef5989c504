import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { noteOf, withNotes } from "./edit-file.ts";
import { firstOf, groupOf } from "./history.ts";
import { carryOut } from "./journal/carry-out.ts";
import type { Journal } from "./journal/journal.ts";
import type { FileOp } from "./journal/record.ts";
import { statesOf } from "./journal/states.ts";
import { planChange, type PlannedChange } from "./plan-change.ts";
import { entryOf, type WriteContext } from "./relocate.ts";
import { staleError } from "./replace-file.ts";
import type { ChangeOptions, ChangeReport, FileChange } from "./writer.ts";

interface Fixed {
  readonly root: string;
  readonly state: { readonly root: string };
  readonly journal: Journal;
}

/** Makes all of the changes or none. */
export async function changeFiles(
  bench: WriteContext,
  { root, state, journal }: Fixed,
  changes: readonly FileChange[],
  { dryRun = false, title, by, joins }: ChangeOptions,
): Promise<ChangeReport> {
  requireOnce(changes);
  const planned: PlannedChange[] = [];
  for (const change of changes) {
    bench.signal.throwIfAborted();
    planned.push(await planChange(bench, { root, state }, change));
  }
  const files = planned.map(({ report }) => report);
  const ops = planned.flatMap((each) => each.ops);
  if (dryRun || ops.length === 0) return { id: undefined, files };
  const joined = joins === undefined ? undefined : await findJoined(journal, joins, ops);
  const { id, replaced } = await carryOut(bench, journal, {
    root,
    ops,
    title,
    by,
    contents: new Map(planned.flatMap(({ fresh }) => fresh)),
    old: new Map(planned.flatMap(({ old }) => old)),
    ...(joined === undefined ? {} : { joins: joined }),
  });
  const notes = planned.map(({ ops: own }) => {
    const write = own.find((op) => op.op === "write");
    const done = write === undefined ? undefined : replaced.get(write.path);
    return done === undefined ? undefined : noteOf(done);
  });
  return {
    id,
    files: files.map((file, index) => ({
      ...file,
      ...withNotes({}, notes[index], index === 0 && id === undefined ? tooMuchNote : undefined),
    })),
  };
}

export const tooMuchNote = "The old content is too much to be kept, so this cannot be undone.";

/** Each is planned against the disk, so two changes to the same file would not see each other. */
function requireOnce(changes: readonly FileChange[]): void {
  const seen = new Set<string>();
  for (const change of changes) {
    const places = [change.file.real, ...(change.kind === "move" ? [entryOf(change.to)] : [])];
    for (const place of places) {
      if (seen.has(place)) {
        throw new ToolError(
          "path_twice",
          `${showPath(change.file.shown)} is in this change twice; nothing was changed.`,
        );
      }
      seen.add(place);
    }
  }
}

/** The first change of the group to undo together; one that is gone from the history cannot be joined. */
async function findJoined(journal: Journal, id: string, ops: readonly FileOp[]): Promise<number | undefined> {
  const records = await journal.list();
  const found = records.find((record) => String(record.id) === id);
  if (found === undefined || found.deed.kind !== "files") return undefined;
  const first = firstOf(records, found);
  const left = statesOf(groupOf(records, first).flatMap(({ deed }) => (deed.kind === "files" ? deed.ops : [])));
  for (const [path, [now]] of statesOf(ops)) {
    const last = left.get(path)?.at(-1);
    // Undoing them as one would also undo what someone else did in between.
    if (last !== undefined && last !== now) throw staleError(path, "was changed by somebody else");
  }
  return first.id;
}
