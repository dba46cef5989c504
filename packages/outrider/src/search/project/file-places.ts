import type { KnownFiles } from "../../indexing/project-index.ts";
import type { WorkList } from "../../indexing/work-list.ts";
import type { ContentKey, ContentVectors } from "../stores/vector-store.ts";
import type { IndexReply } from "../workers/index-pool.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import type { StoredRecords } from "./stored-records.ts";

/** A thread's reply about one file. */
export type FileReply = Extract<IndexReply, { readonly path: string }>;

export interface Settled {
  /** Contents that are new to the index. */
  readonly added: readonly ContentKey[];
  readonly made: readonly ContentVectors[];
}

/** The files that are settled in the index: found by a content, or left out for a reason. */
export interface FilePlaces {
  readonly known: KnownFiles;
  /** Why files cannot be found by their text. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** How many times files have been settled so far. */
  readonly settled: number;
  /** Returns the content that is new to the index: none, or this one. */
  put(path: string, key: ContentKey): readonly ContentKey[];
  leaveOut(path: string, note: string): void;
  forget(path: string): void;
  /** All in one step: a file whose content is known but not yet searchable would count as read and be missed. */
  settle(replies: readonly FileReply[], portion: number): Settled;
  clear(): void;
}

export interface FilePlacesOptions {
  readonly work: WorkList;
  readonly contents: IndexedContents;
  readonly records: StoredRecords;
  /** No file has this content any more. */
  onLeft(content: ContentKey): void;
}

export function createFilePlaces({ work, contents, records, onLeft }: FilePlacesOptions): FilePlaces {
  const leftOut = new Map<string, string>();
  let settled = 0;

  function leave(path: string): void {
    const content = contents.detach(path);
    if (content !== undefined) onLeft(content);
  }

  function put(path: string, key: ContentKey): readonly ContentKey[] {
    settled += 1;
    leftOut.delete(path);
    if (contents.paths.get(path) === key) return [];
    leave(path);
    return contents.attach(path, key) ? [key] : [];
  }

  function leaveOut(path: string, note: string): void {
    settled += 1;
    leave(path);
    leftOut.set(path, note);
  }

  return {
    known: {
      get size() {
        return contents.paths.size + leftOut.size;
      },
      has: (path) => contents.paths.has(path) || leftOut.has(path),
      *keys() {
        yield* contents.paths.keys();
        yield* leftOut.keys();
      },
    },
    leftOut,
    get settled() {
      return settled;
    },
    put,
    leaveOut,
    forget(path) {
      leftOut.delete(path);
      leave(path);
    },
    settle(replies, portion) {
      const added: ContentKey[] = [];
      const made = new Map<ContentKey, ContentVectors>();
      for (const reply of replies) {
        // The symbols of a changed file are read again with the next look at the disk.
        const kind = reply.kind === "changed" ? "given-back" : "read";
        if (!work.apply(reply.path, { kind, portion })) continue;
        if (reply.kind === "left-out") leaveOut(reply.path, reply.note);
        if (reply.kind === "gone") {
          leave(reply.path);
          settled += 1;
        }
        if (reply.kind !== "indexed") continue;
        const { key, hash, terms, vectors } = reply.content;
        if (records.get(key) === undefined) records.add(key, hash, terms);
        if (vectors !== undefined) made.set(key, { content: key, vectors });
        added.push(...put(reply.path, key));
      }
      contents.admit(added);
      return { added, made: [...made.values()] };
    },
    clear: () => leftOut.clear(),
  };
}
