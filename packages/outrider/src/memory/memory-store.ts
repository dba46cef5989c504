export interface MemoryInfo {
  /** Nested with "/", such as `build/ci`. */
  readonly topic: string;
  readonly private: boolean;
  readonly title: string;
  readonly bytes: number;
  readonly updatedAt: string;
  /** Anchored files or symbols that were changed or removed since it was written, each with what happened to it. */
  readonly stale: readonly string[];
}

export interface Memory extends MemoryInfo {
  /** Without the front matter. */
  readonly content: string;
}

export interface MemoryHit extends MemoryInfo {
  /** In the content, from 1. */
  readonly line: number;
  readonly excerpt: string;
}

export interface MemoryHits {
  /** Best first, as many as requested. */
  readonly hits: readonly MemoryHit[];
  /** The total number of hits. */
  readonly total: number;
}

/** "list" if memories were added or removed; otherwise the one whose content has changed. */
export type MemoryChange = "list" | { readonly topic: string };

export interface MemoryScope {
  /** Which one is meant if a shared and a private memory have the same topic. */
  readonly private?: boolean | undefined;
}

export interface MemoryWriteOptions extends MemoryScope {
  /** `path` or `path#Symbol/name`. Default: found in the text. */
  readonly anchors?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** Notes of one project as Markdown files. */
export interface MemoryStore {
  /** Sorted by topic. */
  list(signal: AbortSignal): Promise<readonly MemoryInfo[]>;
  read(topic: string, signal: AbortSignal, place?: MemoryScope): Promise<Memory | undefined>;
  write(topic: string, content: string, options: MemoryWriteOptions): Promise<MemoryInfo>;
  delete(topic: string, signal: AbortSignal, place?: MemoryScope): Promise<boolean>;
  search(query: string, limit: number, signal: AbortSignal, place?: MemoryScope): Promise<MemoryHits>;
  /** Reports own writes at once, external edits soon or at the next listing; the returned function stops it. */
  watch(onChange: (change: MemoryChange) => void): () => void;
}
