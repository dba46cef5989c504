import { countOf } from "../../workspace/text/visible-text.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { TrackedStore } from "../stores/tracked-store.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { OpenModel } from "./model-state.ts";
import type { NearestAnswer } from "./project-vectors.ts";

/** A file without a vector is found by its words only; a few such files do not spoil an answer. */
const maxMissing = 0.02;
/** A store that was unreachable catches up in the background if it takes longer. */
const maxCatchUpMs = 3_000;

/** Enough to include what only meaning finds; more would hardly be looked at. */
const nearestCount = 60;

/** The nearest chunks for this model, unless it still has too much to read. */
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

/** Why the store is not up to date. It may answer anyway; if it is unreachable, the question itself will tell. */
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

/** Contents that the model does not accept are only ever found by words. */
export function describeRefused({ embedder, store }: OpenModel): string | undefined {
  const [why] = store.refused.values();
  return why === undefined
    ? undefined
    : `${countOf(store.refused.size, "file")} by words alone, because ${embedder.id} does not take their text: ${why}`;
}
