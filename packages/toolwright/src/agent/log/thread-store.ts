import type { LogEntry } from "./entries.ts";

/** What is known of a stored thread without reading it. */
export interface ThreadFacts {
  readonly thread: string;
  readonly entries: number;
  /** When its latest entry was written, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** A thread that is open for writing. Nobody else can open it until it is closed. */
export interface ThreadLog {
  /** What was stored when the thread was opened. */
  readonly entries: readonly LogEntry[];
  /**
   * Resolves when the entries will survive a crash of the machine. If it rejects, or the process ends meanwhile, any number of the
   * first of them may be stored, each of them whole.
   */
  append(entries: readonly LogEntry[]): Promise<void>;
  close(): Promise<void>;
}

/** Where threads are kept. One folder of checks, `threadStoreChecks`, says what each driver must do. */
export interface ThreadStore {
  /** Rejects with the ToolError `thread_busy` while another writer has it. An unknown thread is an empty one. */
  open(thread: string): Promise<ThreadLog>;
  /** What is stored now, whoever writes. */
  read(thread: string): Promise<readonly LogEntry[]>;
  /** All threads but those of subagents, which belong to another thread. */
  list(): Promise<readonly ThreadFacts[]>;
  /**
   * Deletes the thread with everything in it, and before it the threads of its subagents, whose names begin with `subagentPrefix`.
   * Rejects with `thread_busy` while it is open. False if there was none.
   */
  delete(thread: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Which threads to keep. */
export interface ThreadRetention {
  readonly maxAgeMs?: number;
  readonly maxThreads?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Deletes the threads that are too old or too many, oldest first, and returns their names. Open ones stay. */
export async function pruneThreads(store: ThreadStore, retention: ThreadRetention): Promise<readonly string[]> {
  const { maxAgeMs = Infinity, maxThreads = Infinity, now } = retention;
  const threads = (await store.list()).toSorted((one, other) => other.changedAt - one.changedAt);
  const surplus = threads.filter(({ changedAt }, index) => index >= maxThreads || now - changedAt > maxAgeMs);
  const deleted: string[] = [];
  for (const { thread } of surplus.toReversed()) {
    const gone = await store.delete(thread).catch(() => false);
    if (gone) deleted.push(thread);
  }
  return deleted;
}
