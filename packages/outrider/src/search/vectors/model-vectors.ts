import type { Embedder } from "../embedders/embedder.ts";
import type { ContentKey, ContentVectors, NearestChunk, StoreStatus, VectorStore } from "../stores/vector-store.ts";

/** One model's vectors of a project, and what still lacks them. */
export interface ModelVectors {
  readonly model: string;
  /** Contents of the project without vectors of this model. */
  readonly missing: ReadonlySet<ContentKey>;
  follow(added: readonly ContentKey[], removed: readonly ContentKey[], signal: AbortSignal): Promise<void>;
  put(contents: readonly ContentVectors[], signal: AbortSignal): Promise<void>;
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** The nearest chunks, and those of `always`. */
  nearest(query: string, always: readonly ContentKey[], signal: AbortSignal): Promise<readonly NearestChunk[]>;
  /** All that the project holds was told. */
  settle(signal: AbortSignal): Promise<void>;
  /** Vectors of other models are not needed any more. */
  dropOthers(): Promise<void>;
  status(): StoreStatus;
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Enough that what only meaning finds is among them; more would hardly be looked at. */
const nearestCount = 60;

export function createModelVectors(embedder: Embedder, store: VectorStore): ModelVectors {
  const missing = new Set<ContentKey>();
  return {
    model: embedder.id,
    missing,
    async follow(added, removed, signal) {
      for (const content of removed) missing.delete(content);
      for (const content of await store.follow({ added, removed }, { signal })) missing.add(content);
    },
    async put(contents, signal) {
      await store.put(contents, { signal });
      for (const { content } of contents) missing.delete(content);
    },
    embed: async (texts, signal) => await embedder.embedTexts(texts, { signal }),
    async nearest(query, always, signal) {
      const vector = await embedder.embedQuery(query, { signal });
      return await store.nearest(vector, { limit: nearestCount, always, signal });
    },
    async settle(signal) {
      await store.follow({ added: [], removed: [], whole: true }, { signal });
    },
    dropOthers: async () => await store.dropOthers(),
    status: () => store.status(),
    async clear() {
      await store.clear();
      missing.clear();
    },
    async close() {
      await Promise.allSettled([embedder.close(), store.close()]);
    },
  };
}
