import type { Located } from "../paths/located.ts";
import type { Journal } from "./journal/journal.ts";
import { missingParents, recordedPath } from "./journal/missing-parents.ts";
import { moveEntry } from "./move-entry.ts";
import { entryOf, relocate, type Workbench } from "./relocate.ts";
import type { TreeTools } from "./undo-tree.ts";
import type { TrashEntry } from "./writer.ts";

interface Tools extends TreeTools {
  readonly journal: Journal;
}

export async function moveAndKeep(bench: Workbench, tools: Tools, from: Located, to: Located): Promise<void> {
  const [source, target] = [await relocate(bench, from), await relocate(bench, to)];
  const old = recordedPath(tools.root, entryOf(source));
  const place = recordedPath(tools.root, entryOf(target));
  const directories = await missingParents(tools.root, [entryOf(target)]);
  await moveEntry(bench, tools, source, target);
  const deed = { kind: "move", from: old, to: place, directories } as const;
  await bench.keep({ title: `move ${old} to ${place}`, deed, contents: new Map() });
}

/** The trash keeps the content, so that nothing is copied. */
export async function removeAndKeep(bench: Workbench, { trash }: Tools, target: Located): Promise<TrashEntry> {
  const entry = await trash.put(bench, target);
  const deed = { kind: "remove", path: entry.path, trashed: entry.id } as const;
  await bench.keep({ title: `remove ${entry.path}`, deed, contents: new Map() });
  return entry;
}

/** What is taken out of the trash has its removal undone. */
export async function restoreAndKeep(bench: Workbench, { trash, journal }: Tools, id: string): Promise<TrashEntry> {
  const entry = await trash.takeOut(bench, id);
  const removal = (await journal.list()).find(({ deed }) => deed.kind === "remove" && deed.trashed === entry.id);
  const deed = { kind: "restore", path: entry.path, trashed: entry.id } as const;
  const about = { title: `restore ${entry.path}`, deed, contents: new Map() };
  await bench.keep(removal === undefined ? about : { ...about, undoes: removal.id });
  return entry;
}
