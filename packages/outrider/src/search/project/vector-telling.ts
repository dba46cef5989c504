import { runPortions } from "../../indexing/run-portions.ts";
import type { SymbolView } from "../../syntax/project-symbols.ts";
import type { ContentKey, ContentVectors } from "../stores/vector-store.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { IndexPool } from "../workers/index-pool.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import { portionsOf, threadsFor, toIndex } from "./portions.ts";

/** Keeps the vectors up to date with the contents whose words are already searchable. */
export interface VectorTelling {
  hasWork(): boolean;
  /** These contents are now searchable; returns how many the store has not been told about. */
  came(contents: readonly ContentKey[]): number;
  /** No file has it any more. */
  left(content: ContentKey): void;
  forget(path: string): void;
  /** Reports added and removed contents, after storing the vectors from threads. Failed reports are repeated next time. */
  tell(added: readonly ContentKey[], made: readonly ContentVectors[], signal: AbortSignal): Promise<void>;
  /** The same, if there is anything to report. */
  tellRest(signal: AbortSignal): Promise<void>;
  /** Creates vectors for files whose words are already searchable: theirs were lost, or are from another model. */
  readLacking(view: SymbolView, signal: AbortSignal): Promise<void>;
  clear(): void;
}

export interface VectorTellingOptions {
  readonly root: string;
  readonly pool: IndexPool;
  readonly contents: IndexedContents;
  readonly vectors: ProjectVectors;
}

export function createVectorTelling({ root, pool, contents, vectors }: VectorTellingOptions): VectorTelling {
  let untold: ContentKey[] = [];
  let gone: ContentKey[] = [];
  /** Files whose vectors are still missing. */
  const lacking = new Set<string>();
  const isHeld = (content: ContentKey): boolean => contents.pathsOf(content).length > 0;

  async function tell(
    added: readonly ContentKey[],
    made: readonly ContentVectors[],
    signal: AbortSignal,
  ): Promise<void> {
    let came = added;
    let removed: readonly ContentKey[] = [];
    try {
      if (made.length > 0) await vectors.put(made, signal);
      came = [...untold.splice(0), ...added].filter(isHeld);
      removed = gone.splice(0).filter((content) => !isHeld(content));
      const unread = await vectors.follow(came, removed, signal);
      for (const key of unread) for (const path of contents.pathsOf(key).slice(0, 1)) lacking.add(path);
    } catch (error) {
      untold.push(...came);
      gone.push(...removed);
      throw error;
    }
  }

  return {
    hasWork: () => untold.length + lacking.size > 0 || vectors.hasLost(),
    came: (added) => untold.push(...added),
    left: (content) => void gone.push(content),
    forget: (path) => void lacking.delete(path),
    tell,
    async tellRest(signal) {
      if (untold.length + gone.length > 0 || vectors.hasLost()) await tell([], [], signal);
    },
    async readLacking(view, signal) {
      if (lacking.size === 0) return;
      const files = [...lacking].flatMap((path) => toIndex(path, view) ?? []);
      // A file that is being read again gets vectors for its new content then.
      const readable = new Set(files.map(({ path }) => path));
      for (const path of lacking) if (!readable.has(path)) lacking.delete(path);
      await runPortions(threadsFor(files, pool), portionsOf(files), async (portion) => {
        const made: ContentVectors[] = [];
        try {
          await pool.run(
            { kind: "index", root, files: portion, vectors: true },
            {
              signal,
              onReply(reply) {
                if (reply.kind !== "indexed" || reply.content.vectors === undefined) return;
                made.push({ content: reply.content.key, vectors: reply.content.vectors });
              },
            },
          );
          await vectors.put(made, signal);
        } finally {
          // One attempt is enough for unreadable files; aborted work is continued later.
          if (!signal.aborted) for (const { path } of portion) lacking.delete(path);
        }
      });
    },
    clear() {
      lacking.clear();
      untold = [];
      gone = [];
    },
  };
}
