import { countOf } from "../../workspace/text/visible-text.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { TrackedStore } from "../stores/tracked-store.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { OpenModel } from "./model-state.ts";
import type { NearestAnswer } from "./project-vectors.ts";

/** Without a vector a file is found by its words alone; a few such files do not spoil an answer. */
const maxMissing = 0.02;
/** A store that was away gets in the background what takes longer. */
const maxCatchUpMs = 3_000;

/** Enough that what only meaning finds is among them; more would hardly be looked at. */
const nearestCount = 60;

/** The nearest chunks under this model, unless it has still too much to read. */
export async function askModel(
  model: OpenModel,
  query: string,
  always: readonly ContentKey[],
  signal: AbortSignal,
): Promise<NearestAnswer> {
  const { embedder, store } = model;
  const behind = await catchUp(store, signal);
  const { contents } = store.status();
  const all = contents + store.missing.size + store.refused.size;
  if (store.missing.size > all * maxMissing)
    return { chunks: undefined, why: joinNotes([`${embedder.id} has read ${contents} of ${all} files`, behind]) };
  const vector = await embedder.embedQuery(query, { signal });
  const chunks = await store.nearest(vector, { limit: nearestCount, always, signal });
  return { chunks, why: joinNotes([behind, describeMissing(store, all), describeRefused(model)]) };
}

/** Why the store is not up to date. What it has may answer all the same; one that is away says so when it is asked. */
async function catchUp(store: TrackedStore, signal: AbortSignal): Promise<string | undefined> {
  const limit = limitSignal([signal], maxCatchUpMs);
  try {
    await store.catchUp(limit.signal);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isLate()) return "the store is being told what it has missed";
    return error instanceof Error ? error.message : String(error);
  } finally {
    limit.release();
  }
}

export function joinNotes(notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter((note) => note !== undefined).join("; ") || undefined;
}

function describeMissing({ missing }: TrackedStore, all: number): string | undefined {
  return missing.size === 0 ? undefined : `by words alone: ${missing.size} of ${all} files, which have no vectors`;
}

/** What the model does not take is found by words, for good. */
export function describeRefused({ embedder, store }: OpenModel): string | undefined {
  const [why] = store.refused.values();
  return why === undefined
    ? undefined
    : `${countOf(store.refused.size, "file")} by words alone, because ${embedder.id} does not take their text: ${why}`;
}
