import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import type { Embedder } from "../embedders/embedder.ts";
import type { ContentKey, ContentVectors, NearestChunk, StoreStatus, VectorStore } from "../stores/vector-store.ts";
import { createLateVectors } from "./late-vectors.ts";

/** One model's vectors of a project, and what still lacks them. */
export interface ModelVectors {
  readonly model: string;
  /** Contents of the project without vectors of this model. */
  readonly missing: ReadonlySet<ContentKey>;
  /** Contents that the model does not take, with what it said. */
  readonly refused: ReadonlyMap<ContentKey, string>;
  /** Whether the store has lost what nobody reads again yet. */
  hasLost(): boolean;
  /** Answers what is to be read: what came without vectors, and what the store has lost since. */
  follow(
    added: readonly ContentKey[],
    removed: readonly ContentKey[],
    signal: AbortSignal,
  ): Promise<readonly ContentKey[]>;
  put(contents: readonly ContentVectors[], signal: AbortSignal): Promise<void>;
  /** Where the store has failed: learns what it has now, and puts what it could not take. */
  catchUp(signal: AbortSignal): Promise<void>;
  /** This content is not asked for again as long as it stays. */
  refuse(content: ContentKey, why: string): void;
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

// oxlint-disable-next-line max-lines-per-function -- one state; every function inside is short
export function createModelVectors(embedder: Embedder, store: VectorStore): ModelVectors {
  const closing = new AbortController();
  const held = new Set<ContentKey>();
  const missing = new Set<ContentKey>();
  const refused = new Map<ContentKey, string>();
  const late = createLateVectors();
  /** Missing, and in nobody's hands: who tells something next is asked to read them. */
  let lost: readonly ContentKey[] = [];
  /** A store that failed may have missed what it was told, or come back with less than it had. */
  let isBehind = false;
  let catching: Promise<void> | undefined;

  /** One who does not wait any longer says nothing of the store. */
  async function noticing<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      isBehind ||= !signal.aborted;
      throw error;
    }
  }

  async function tell(
    added: readonly ContentKey[],
    removed: readonly ContentKey[],
    signal: AbortSignal,
  ): Promise<readonly ContentKey[]> {
    const lacking = await noticing(store.follow({ added, removed }, { signal }), signal);
    const unread = new Set(lacking.filter((content) => held.has(content) && !refused.has(content)));
    for (const content of added) {
      if (unread.has(content)) missing.add(content);
      else missing.delete(content);
    }
    return [...unread];
  }

  async function put(contents: readonly ContentVectors[], signal: AbortSignal): Promise<void> {
    try {
      await noticing(store.put(contents, { signal }), signal);
    } catch (error) {
      if (!signal.aborted) late.keep(contents);
      throw error;
    }
    for (const { content } of contents) missing.delete(content);
  }

  async function bringUp(): Promise<void> {
    await tell([...held], [], closing.signal);
    isBehind = false;
    const made = late.take(missing);
    if (made.length > 0) await put(made, closing.signal);
    lost = [...missing];
  }

  /** In nobody's call: of several that wait for it, each may go. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    while (isBehind) {
      catching ??= bringUp().finally(() => {
        catching = undefined;
      });
      await waitUnlessAborted(catching, signal);
    }
  }

  return {
    model: embedder.id,
    missing,
    refused,
    hasLost: () => lost.length > 0,
    async follow(added, removed, signal) {
      for (const content of removed) {
        for (const known of [held, missing, refused]) known.delete(content);
        late.drop(content);
      }
      for (const content of added) held.add(content);
      const unread = await tell(added, removed, signal);
      await catchUp(signal);
      const again = lost;
      lost = [];
      return [...new Set([...unread, ...again])].filter((content) => missing.has(content));
    },
    put,
    catchUp,
    refuse(content, why) {
      if (missing.delete(content)) refused.set(content, why);
    },
    embed: async (texts, signal) => await embedder.embedTexts(texts, { signal }),
    async nearest(query, always, signal) {
      const vector = await embedder.embedQuery(query, { signal });
      return await noticing(store.nearest(vector, { limit: nearestCount, always, signal }), signal);
    },
    async settle(signal) {
      await noticing(store.follow({ added: [], removed: [], whole: true }, { signal }), signal);
      await catchUp(signal);
    },
    dropOthers: async () => await store.dropOthers(),
    status: () => store.status(),
    async clear() {
      await store.clear();
      for (const known of [held, missing, refused]) known.clear();
      late.take(missing);
      lost = [];
    },
    async close() {
      closing.abort(new Error("The vectors are closed."));
      await Promise.allSettled([embedder.close(), store.close(), catching]);
    },
  };
}
