import type { ContentKey, ContentVectors, NearestChunk } from "../stores/vector-store.ts";

/** The vectors of one project: which model creates them, where they are stored, and whether they can be used yet. */
export interface ProjectVectors {
  /** Whether threads should create vectors with the bundled model while reading. */
  readonly wantsStatic: boolean;
  /** Whether the store has lost vectors of the bundled model: `follow` returns the contents. */
  hasLost(): boolean;
  /** Reports changes to the contents of the project; resolves to those that the bundled model still has to read. */
  follow(
    added: readonly ContentKey[],
    removed: readonly ContentKey[],
    signal: AbortSignal,
  ): Promise<readonly ContentKey[]>;
  /** Stores vectors that threads created with the bundled model. */
  put(contents: readonly ContentVectors[], signal: AbortSignal): Promise<void>;
  /** All contents have been reported: leftovers of former sessions and other models may be removed. */
  settle(signal: AbortSignal): Promise<void>;
  nearest(query: string, always: readonly ContentKey[], signal: AbortSignal): Promise<NearestAnswer>;
  status(): VectorsStatus;
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Without chunks, `why` says why meaning could not be used; with chunks, it is a remark about them. */
export interface NearestAnswer {
  readonly chunks: readonly NearestChunk[] | undefined;
  readonly why: string | undefined;
}

export interface VectorsStatus {
  readonly model: string;
  /** Whether it is another model than the bundled one. */
  readonly external: boolean;
  readonly embedded: number;
  readonly place: string;
  readonly problem: string | undefined;
}
