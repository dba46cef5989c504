import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import own from "../../package.json" with { type: "json" };
import type { Project } from "../workspace/project.ts";
import type { LogEntry, StoredFile } from "./log/log-entry.ts";
import { openRecordLog, type RecordLog, type WriterOptions } from "./log/record-log.ts";

/** Records on disk, in this machine's local state of a project. Without a usable disk, they stay in memory. */
export interface StoredTable {
  load(): Promise<ReadonlyMap<string, StoredFile>>;
  /** The stored record of a file. */
  get(path: string): StoredFile | undefined;
  /** This file has to be stored again, or forgotten. */
  changed(path: string): void;
  /** Stores changes soon: several become one write. */
  saveSoon(): void;
  /** Does the work when no other process is building this table, meanwhile reading what that process has added. */
  alone(options: WriterOptions, work: () => Promise<void>): Promise<void>;
  clear(): Promise<void>;
  fault(error: unknown): void;
  status(): string;
  close(): Promise<void>;
}

const saveAfterMs = 500;
const maxSilenceMs = 30_000;

export interface StoredTableOptions {
  readonly project: Pick<Project, "root" | "state">;
  /** In the project's local state. */
  readonly folder: string;
  /** What the records depend on besides the files; computed when the table is opened. */
  readonly identity: () => string;
  /** What to store for a file now. */
  readonly current: (path: string) => StoredFile | undefined;
  /** The log may have moved records to its own memory: callers that keep the old ones hold them twice. */
  readonly onSaved?: (files: ReadonlyMap<string, StoredFile>) => void;
}

// oxlint-disable-next-line max-lines-per-function -- the table and the log behind it change together
export function openStoredTable({ project, folder, identity, current, onSaved }: StoredTableOptions): StoredTable {
  const dirty = new Set<string>();
  let opening: Promise<RecordLog | undefined> | undefined;
  let opened: RecordLog | undefined;
  let timer: NodeJS.Timeout | undefined;
  let problem: string | undefined;

  function open(): Promise<RecordLog | undefined> {
    opening ??= openLog().catch((error: unknown) => {
      fault(error);
      return undefined;
    });
    return opening;
  }

  async function openLog(): Promise<RecordLog> {
    const directory = await project.state.local(folder);
    opened = openRecordLog({ directory, identity: identity() });
    return opened;
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const log = await open();
    const paths = [...dirty];
    dirty.clear();
    if (log === undefined || paths.length === 0) return;
    problem = undefined;
    const entries: LogEntry[] = paths.map((path) => ({ path, file: current(path) }));
    await log.append(
      entries.flatMap(({ path, file }) => (file === undefined ? [] : [{ path, ...file }])),
      entries.flatMap(({ path, file }) => (file === undefined ? [path] : [])),
    );
    onSaved?.(log.files);
  }

  function fault(error: unknown): void {
    problem = error instanceof Error ? error.message : String(error);
  }

  return {
    async load() {
      return (await (await open())?.load()) ?? new Map();
    },
    get: (path) => opened?.files.get(path),
    changed: (path) => void dirty.add(path),
    saveSoon() {
      if (timer !== undefined || dirty.size === 0) return;
      timer = setTimeout(() => void save().catch(fault), saveAfterMs);
      timer.unref();
    },
    async alone({ signal, onRead }, work) {
      const log = await open();
      if (log === undefined) return await work();
      const silent = new AbortController();
      let begun = false;
      const silence = setTimeout(() => silent.abort(new Error("The one that builds says nothing.")), maxSilenceMs);
      try {
        await log.withWriter(
          {
            signal: AbortSignal.any([signal, silent.signal]),
            onRead(changes) {
              if (changes.changed.length > 0) silence.refresh();
              return onRead?.(changes);
            },
          },
          async () => {
            begun = true;
            clearTimeout(silence);
            await work();
          },
        );
      } catch (error) {
        // The process that holds the lock may be stopped in a debugger; then each process builds for itself.
        if (begun || signal.aborted || !silent.signal.aborted) throw error;
        await work();
      } finally {
        clearTimeout(silence);
      }
    },
    async clear() {
      const log = await open();
      await log?.append([], [...log.files.keys()]);
      await log?.compact();
      dirty.clear();
    },
    fault,
    status() {
      const trouble = opened?.problem ?? problem;
      if (trouble !== undefined) return `in memory only: ${trouble}`;
      return opened === undefined ? "not yet opened" : "on disk";
    },
    async close() {
      if (opening === undefined) return;
      await save().catch(fault);
      await opened?.close();
    },
  };
}

/** Records written by another build are discarded; the thread's bundle contains both the rules and the code that uses them. */
export function identityOf({ root }: Pick<Project, "root">, format: number, thread: string): string {
  return `${root} ${own.version} ${format} ${crc32(readFileSync(thread))}`;
}
