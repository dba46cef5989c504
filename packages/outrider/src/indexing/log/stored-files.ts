import { entryLength, type LogEntry, recordAt, type StoredFile } from "./log-entry.ts";

/** Changes made by other processes. */
export interface LogChanges {
  /** Paths with a new record. */
  readonly changed: readonly string[];
  /** Paths that no longer have one: to be parsed again if the file still exists. */
  readonly removed: readonly string[];
}

/** The records in memory: those of the log, overlaid with those of this process that are not written yet. */
export interface StoredFiles {
  readonly all: ReadonlyMap<string, StoredFile>;
  /** From this process. */
  change(entries: readonly LogEntry[]): void;
  /** From the log, in its order. */
  apply(entries: readonly LogEntry[]): void;
  /** From a log that replaced the previous one. */
  replaceAll(entries: readonly LogEntry[]): void;
  unsaved(): readonly LogEntry[];
  hasUnsaved(): boolean;
  /** These are now in the log. */
  saved(entries: readonly LogEntry[]): void;
  /** These entries are one after the other in new memory: using the records there, the old memory can be freed. */
  moveInto(bytes: Buffer, start: number, entries: readonly LogEntry[]): void;
  /** What other processes have changed since the last call. */
  takeChanges(): LogChanges;
  /** The size of all records in a log, in bytes. */
  liveBytes(): number;
}

export function createStoredFiles(): StoredFiles {
  const all = new Map<string, StoredFile>();
  const unsaved = new Map<string, StoredFile | undefined>();
  const touched = new Set<string>();
  let live = 0;

  function put({ path, file }: LogEntry, before = all.get(path)): void {
    if (before !== undefined) live -= entryLength({ path, file: before });
    if (file === undefined) {
      all.delete(path);
      return;
    }
    live += entryLength({ path, file });
    all.set(path, file);
  }

  function apply(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      // Ours comes after it in the log, as soon as it can be written.
      if (unsaved.has(entry.path)) continue;
      const before = all.get(entry.path);
      if (!isSame(before, entry.file)) touched.add(entry.path);
      put(entry, before);
    }
  }

  return {
    all,
    change(entries) {
      for (const entry of entries) {
        put(entry);
        unsaved.set(entry.path, entry.file);
      }
    },
    apply,
    replaceAll(entries) {
      if (all.size === 0) {
        apply(entries);
        return;
      }
      const last = new Map(entries.map((entry) => [entry.path, entry]));
      const lost = [...all.keys()].filter((path) => !last.has(path));
      apply([...lost.map((path) => ({ path, file: undefined })), ...last.values()]);
    },
    unsaved: () => [...unsaved].map(([path, file]) => ({ path, file })),
    hasUnsaved: () => unsaved.size > 0,
    saved(entries) {
      for (const { path, file } of entries) {
        if (unsaved.get(path) === file) unsaved.delete(path);
      }
    },
    moveInto(bytes, start, entries) {
      let at = start;
      for (const entry of entries) {
        const { path, file } = entry;
        if (file !== undefined && all.get(path) === file && !unsaved.has(path)) {
          all.set(path, { ...file, bytes: recordAt(bytes, at, file.bytes.length) });
        }
        at += entryLength(entry);
      }
    },
    takeChanges() {
      if (touched.size === 0) return { changed: [], removed: [] };
      const paths = [...touched];
      touched.clear();
      return { changed: paths.filter((path) => all.has(path)), removed: paths.filter((path) => !all.has(path)) };
    },
    liveBytes: () => live,
  };
}

function isSame(one: StoredFile | undefined, other: StoredFile | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.hash === other.hash &&
    one.stamp.size === other.stamp.size &&
    one.stamp.mtimeMs === other.stamp.mtimeMs &&
    one.stamp.ctimeMs === other.stamp.ctimeMs &&
    one.stamp.ino === other.stamp.ino
  );
}
