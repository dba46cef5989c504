import type { ContentKey } from "../stores/vector-store.ts";
import { Worker } from "node:worker_threads";
import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";
import { openThreadPool, type ThreadPool } from "../../workspace/threads/open-thread-pool.ts";
import type { StaticWeights } from "../embedders/static/weights-format.ts";

/** Jobs for a thread that prepares texts for search. One at a time. */
export type IndexJob =
  /** Reads files: their terms, and their vectors if the bundled model is used. */
  | { readonly kind: "index"; readonly root: string; readonly files: readonly FileToIndex[]; readonly vectors: boolean }
  /** The texts of one file's chunks, for a remote model; secrets are masked. */
  | { readonly kind: "texts"; readonly root: string; readonly file: FileToIndex };

export interface FileToIndex {
  readonly path: string;
  /** Its entry in the symbol table; undefined for a text in an unknown language. */
  readonly symbols: StoredSymbols | undefined;
}

export interface StoredSymbols {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Sent for each file when it is ready. */
export type IndexReply =
  | { readonly kind: "indexed"; readonly path: string; readonly content: IndexedContent }
  /** Its symbols are from other content: it is read again after they are. */
  | { readonly kind: "changed"; readonly path: string }
  | { readonly kind: "gone"; readonly path: string }
  | { readonly kind: "left-out"; readonly path: string; readonly note: string }
  | { readonly kind: "texts"; readonly content: ContentKey; readonly texts: readonly string[] };

export interface IndexedContent {
  readonly key: ContentKey;
  /** Hash of the bytes. */
  readonly hash: string;
  /** Encoded by `encodeTerms`. */
  readonly terms: Uint8Array;
  /** One row per chunk; undefined if none were requested. */
  readonly vectors: Float32Array | undefined;
}

/** Threads that prepare texts for search. */
export type IndexPool = ThreadPool<IndexJob, IndexReply>;

/** `weights` of the bundled model; without them no vectors are created. */
export function openIndexPool(weights: StaticWeights | undefined): IndexPool {
  return openThreadPool<IndexJob, IndexReply>({
    name: "indexer",
    start: () =>
      new Worker(findThreadFile("search/workers/index-worker"), {
        workerData: { weights },
        // One file never needs more; the default depends on the machine's memory.
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      }),
  });
}
