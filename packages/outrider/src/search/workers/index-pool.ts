import type { ContentKey } from "../stores/vector-store.ts";
import { Worker } from "node:worker_threads";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";
import { openThreadPool, type ThreadPool } from "../../workspace/threads/open-thread-pool.ts";
import type { StaticWeights } from "../embedders/static/weights-format.ts";

/** What the main thread asks of a thread that prepares texts for being found. One job at a time. */
export type IndexJob =
  /** Reads files: their terms, and their vectors where the bundled model is wanted. */
  | { readonly kind: "index"; readonly root: string; readonly files: readonly FileToIndex[]; readonly vectors: boolean }
  /** The texts of one file's chunks, for a model elsewhere; secrets are masked. */
  | { readonly kind: "texts"; readonly root: string; readonly file: FileToIndex };

export interface FileToIndex {
  readonly path: string;
  /** What the symbol table has of it; undefined for a text that no language is known of. */
  readonly symbols: StoredSymbols | undefined;
}

export interface StoredSymbols {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Sent for each file as it is ready. */
export type IndexReply =
  | { readonly kind: "indexed"; readonly path: string; readonly content: IndexedContent }
  /** Its symbols are of another content by now: it comes again when they are read anew. */
  | { readonly kind: "changed"; readonly path: string }
  | { readonly kind: "gone"; readonly path: string }
  | { readonly kind: "left-out"; readonly path: string; readonly note: string }
  | { readonly kind: "texts"; readonly content: ContentKey; readonly texts: readonly string[] };

export interface IndexedContent {
  readonly key: ContentKey;
  /** Of the bytes. */
  readonly hash: string;
  /** As `encodeTerms` has them. */
  readonly terms: Uint8Array;
  /** One row a chunk; undefined where none were wanted. */
  readonly vectors: Float32Array | undefined;
}

/** Threads that prepare texts for being found. */
export type IndexPool = ThreadPool<IndexJob, IndexReply>;

/** `weights` are of the bundled model; without them no vectors are made. */
export function openIndexPool(weights: StaticWeights | undefined): IndexPool {
  return openThreadPool<IndexJob, IndexReply>({
    name: "indexer",
    start: () =>
      new Worker(findThreadFile("search/workers/index-worker"), {
        workerData: { weights },
        // One file never needs more; the default follows the machine's memory.
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      }),
  });
}
