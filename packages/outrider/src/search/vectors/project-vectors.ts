import type { ContentKey, ContentVectors, NearestChunk } from "../stores/vector-store.ts";

/** The vectors of one project: which model makes them, where they are kept, and whether they can be used yet. */
export interface ProjectVectors {
  /** Whether threads are to make vectors with the bundled model as they read. */
  readonly wantsStatic: boolean;
  /** Whether the bundled model's vectors are gone from their store: `follow` answers of which contents. */
  hasLost(): boolean;
  /** Tells what the project holds now; answers which contents the bundled model has still to read. */
  follow(
    added: readonly ContentKey[],
    removed: readonly ContentKey[],
    signal: AbortSignal,
  ): Promise<readonly ContentKey[]>;
  /** Vectors that threads made with the bundled model. */
  put(contents: readonly ContentVectors[], signal: AbortSignal): Promise<void>;
  /** All that the project holds was told: what former sessions and other models left behind may go. */
  settle(signal: AbortSignal): Promise<void>;
  nearest(query: string, always: readonly ContentKey[], signal: AbortSignal): Promise<NearestAnswer>;
  status(): VectorsStatus;
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Without chunks, `why` says why meaning cannot count; with them, it says what to know of them. */
export interface NearestAnswer {
  readonly chunks: readonly NearestChunk[] | undefined;
  readonly why: string | undefined;
}

export interface VectorsStatus {
  readonly model: string;
  readonly embedded: number;
  readonly place: string;
  readonly problem: string | undefined;
}
