/** What a text is, whatever its name and place: the hash of its bytes, and the language it is read as. */
export type ContentKey = string;

/** The vectors of one content's chunks, in the order of the chunks, one after the other. */
export interface ContentVectors {
  readonly content: ContentKey;
  /** Rows of length 1; as many numbers as chunks × dimensions. */
  readonly vectors: Float32Array;
}

export interface NearestChunk {
  readonly content: ContentKey;
  /** Which chunk of the content. */
  readonly chunk: number;
  /** Cosine of the angle to the query. */
  readonly score: number;
}

export interface NearestOptions {
  readonly limit: number;
  /** Chunks of these contents are scored, too, however far they are. */
  readonly always?: readonly ContentKey[];
  readonly signal: AbortSignal;
}

export interface StoreStatus {
  /** Contents of this project that have vectors, and how many vectors these are. */
  readonly contents: number;
  readonly vectors: number;
  /** Where they are, or why they are only in memory. */
  readonly place: string;
}

/** Holds the vectors of one project under one model. One driver a file; all pass `conformance.ts`. */
export interface VectorStore {
  /**
   * Tells what the project holds now, compared with what was told before; answers which of the added contents have no vectors yet.
   * A content that left may come back (another branch): its vectors stay for a while. To tell the same again does no harm,
   * and is how to learn whether somebody else has put vectors meanwhile.
   */
  follow(change: FollowedChange, options: { readonly signal: AbortSignal }): Promise<readonly ContentKey[]>;
  put(contents: readonly ContentVectors[], options: { readonly signal: AbortSignal }): Promise<void>;
  /** The nearest of what the project holds now, best first; then the others of `always`, in no order. */
  nearest(query: Float32Array, options: NearestOptions): Promise<readonly NearestChunk[]>;
  status(): StoreStatus;
  /** Forgets all vectors of this project and model, but not what the project holds. */
  clear(): Promise<void>;
  /** The vectors of this project under other models are not needed any more. */
  dropOthers(): Promise<void>;
  close(): Promise<void>;
}

export interface FollowedChange {
  readonly added: readonly ContentKey[];
  readonly removed: readonly ContentKey[];
  /** What was told up to now is all that the project holds: contents of former sessions that are not in it count as gone. */
  readonly whole?: boolean;
}
