/** Identifies a text independent of its path: the hash of its bytes, and the language it is read as. */
export type ContentKey = string;

/** The vectors of one content's chunks, one after the other, in the order of the chunks. */
export interface ContentVectors {
  readonly content: ContentKey;
  /** Rows of length 1; chunks × dimensions numbers in total. */
  readonly vectors: Float32Array;
}

export interface NearestChunk {
  readonly content: ContentKey;
  /** The chunk's index in the content. */
  readonly chunk: number;
  /** Cosine of the angle to the query. */
  readonly score: number;
}

export interface NearestOptions {
  readonly limit: number;
  /** Chunks of these contents are always scored, however distant. */
  readonly always?: readonly ContentKey[];
  readonly signal: AbortSignal;
}

export interface StoreStatus {
  /** Number of contents of this project that have vectors, and number of these vectors. */
  readonly contents: number;
  readonly vectors: number;
  /** Where they are stored, or why they are only in memory. */
  readonly place: string;
}

/** Stores the vectors of one project for one model. One driver per file; all pass `conformance.test-kit.ts`. */
export interface VectorStore {
  /**
   * Reports changes to the contents of the project; resolves to the added contents that have no vectors yet. A removed content
   * may come back (another branch), so its vectors are kept for a while. Reporting the same again does no harm, and shows
   * whether vectors have been added elsewhere in the meantime.
   */
  follow(change: FollowedChange, options: { readonly signal: AbortSignal }): Promise<readonly ContentKey[]>;
  put(contents: readonly ContentVectors[], options: { readonly signal: AbortSignal }): Promise<void>;
  /** The nearest of the project's current contents, best first; then the others of `always`, in no particular order. */
  nearest(query: Float32Array, options: NearestOptions): Promise<readonly NearestChunk[]>;
  status(): StoreStatus;
  /** Forgets all vectors of this project and model, but not which contents the project has. */
  clear(): Promise<void>;
  /** The vectors of this project for other models are no longer needed. */
  dropOthers(): Promise<void>;
  close(): Promise<void>;
}

export interface FollowedChange {
  readonly added: readonly ContentKey[];
  readonly removed: readonly ContentKey[];
  /** Everything has now been reported: contents of former sessions that are not in the project count as removed. */
  readonly whole?: boolean;
}
