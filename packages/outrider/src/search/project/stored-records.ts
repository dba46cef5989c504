import { identityOf, openStoredTable } from "../../indexing/stored-table.ts";
import type { StoredFile } from "../../indexing/log/log-entry.ts";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";
import type { Project } from "../../workspace/project.ts";
import { termsFormat } from "../records/encode-terms.ts";
import type { ContentKey } from "../stores/vector-store.ts";

/** The terms of every content, stored on disk in this machine's local state of the project. */
export interface StoredRecords {
  /** What cannot be used is read again. */
  load(): Promise<void>;
  get(key: ContentKey): Uint8Array | undefined;
  add(key: ContentKey, hash: string, terms: Uint8Array): void;
  /** Stores additions soon: several become one write. */
  saveSoon(): void;
  /** Forgets contents that no file has, unless there are few: they may come back with another branch. */
  tidy(isUsed: (key: ContentKey) => boolean): void;
  clear(): Promise<void>;
  status(): string;
  close(): Promise<void>;
}

/** Uses the log format of the symbols, with the key of a content instead of a path. */
export function openStoredRecords(project: Pick<Project, "root" | "state">): StoredRecords {
  const memory = new Map<ContentKey, StoredFile>();
  const table = openStoredTable({
    project,
    folder: "search",
    identity: () => `search ${identityOf(project, termsFormat, findThreadFile("search/workers/index-worker"))}`,
    current: (key) => memory.get(key),
    onSaved(files) {
      for (const [key, file] of files) if (memory.has(key)) memory.set(key, file);
    },
  });
  return {
    async load() {
      try {
        for (const [key, file] of await table.load()) memory.set(key, file);
      } catch (error) {
        table.fault(error);
      }
    },
    get: (key) => memory.get(key)?.bytes,
    add(key, hash, bytes) {
      memory.set(key, { stamp: anyStamp, hash, bytes });
      table.changed(key);
    },
    saveSoon: () => table.saveSoon(),
    tidy(isUsed) {
      const unused = [...memory.keys()].filter((key) => !isUsed(key));
      if (unused.length <= Math.max(minKept, memory.size / 2)) return;
      for (const key of unused) {
        memory.delete(key);
        table.changed(key);
      }
    },
    async clear() {
      memory.clear();
      await table.clear();
    },
    status: () => table.status(),
    close: async () => await table.close(),
  };
}

/** Contents do not depend on a file's stamp. */
const anyStamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
const minKept = 500;
