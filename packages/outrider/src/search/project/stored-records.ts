import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import own from "../../../package.json" with { type: "json" };
import { openRecordLog, type RecordLog } from "../../syntax/table/record-log.ts";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";
import type { Project } from "../../workspace/project.ts";
import { termsFormat } from "../records/encode-terms.ts";
import type { ContentKey } from "../stores/vector-store.ts";

/** The terms of every content, kept on disk where this machine alone keeps what it knows of a project. */
export interface StoredRecords {
  load(): Promise<void>;
  get(key: ContentKey): Uint8Array | undefined;
  add(key: ContentKey, hash: string, terms: Uint8Array): void;
  /** Stores what was added, soon: many are one write. */
  saveSoon(): void;
  /** Forgets contents that no file has, unless they are few: another branch may have them again. */
  tidy(isUsed: (key: ContentKey) => boolean): void;
  clear(): Promise<void>;
  status(): string;
  close(): Promise<void>;
}

const saveAfterMs = 500;

export function openStoredRecords(project: Pick<Project, "root" | "state">): StoredRecords {
  const memory = new Map<ContentKey, { readonly hash: string; readonly bytes: Uint8Array }>();
  const unsaved = new Set<ContentKey>();
  let opening: Promise<RecordLog | undefined> | undefined;
  let log: RecordLog | undefined;
  let timer: NodeJS.Timeout | undefined;
  let problem: string | undefined;

  function fault(error: unknown): undefined {
    problem = error instanceof Error ? error.message : String(error);
  }

  function open(): Promise<RecordLog | undefined> {
    opening ??= project.state
      .local("search")
      .then((directory) => (log = openRecordLog({ directory, identity: identityOf(project.root) })))
      .catch(fault);
    return opening;
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const to = await open();
    const keys = [...unsaved];
    unsaved.clear();
    if (to === undefined || keys.length === 0) return;
    problem = undefined;
    await to.append(
      keys.flatMap((key) => {
        const record = memory.get(key);
        return record === undefined ? [] : [{ path: key, stamp: anyStamp, ...record }];
      }),
      keys.filter((key) => !memory.has(key)),
    );
    // The log may have moved them into memory of its own: nothing is to be held twice.
    for (const [key, { hash, bytes }] of to.files) {
      const own = memory.get(key);
      if (own !== undefined && own.bytes !== bytes) memory.set(key, { hash, bytes });
    }
  }

  return {
    async load() {
      for (const [key, { hash, bytes }] of (await (await open())?.load()) ?? []) memory.set(key, { hash, bytes });
    },
    get: (key) => memory.get(key)?.bytes,
    add(key, hash, bytes) {
      memory.set(key, { hash, bytes });
      unsaved.add(key);
    },
    saveSoon() {
      if (timer !== undefined || unsaved.size === 0) return;
      timer = setTimeout(() => void save().catch(fault), saveAfterMs);
      timer.unref();
    },
    tidy(isUsed) {
      const unused = [...memory.keys()].filter((key) => !isUsed(key));
      if (unused.length <= Math.max(leastKept, memory.size / 2)) return;
      for (const key of unused) {
        memory.delete(key);
        unsaved.add(key);
      }
    },
    async clear() {
      for (const key of memory.keys()) unsaved.add(key);
      memory.clear();
      await save();
      await (await open())?.compact();
    },
    status() {
      const trouble = log?.problem ?? problem;
      if (trouble !== undefined) return `in memory only: ${trouble}`;
      return log === undefined ? "not yet opened" : "on disk";
    },
    async close() {
      if (opening === undefined) return;
      await save().catch(fault);
      await log?.close();
    },
  };
}

/** A content is the same under whatever stamp. */
const anyStamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
const leastKept = 500;

/** Records of another program are not believed; the thread holds all that they depend on. */
function identityOf(root: string): string {
  const thread = crc32(readFileSync(findThreadFile("search/workers/index-worker")));
  return `search ${root} ${own.version} ${termsFormat} ${thread}`;
}
