import { countOf } from "../../workspace/text/visible-text.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { ModelVectors } from "./model-vectors.ts";
import type { NearestAnswer } from "./project-vectors.ts";

/** Without a vector a file is found by its words alone; a few such files do not spoil an answer. */
const mostMissing = 0.02;
/** A store that was away gets in the background what takes longer. */
const mostCatchUpMs = 3_000;

/** The nearest chunks under this model, unless it has still too much to read. */
export async function askModel(
  model: ModelVectors,
  query: string,
  always: readonly ContentKey[],
  signal: AbortSignal,
): Promise<NearestAnswer> {
  const behind = await catchUp(model, signal);
  const { contents } = model.status();
  const all = contents + model.missing.size + model.refused.size;
  if (model.missing.size > all * mostMissing)
    return { chunks: undefined, why: joinNotes([`${model.model} has read ${contents} of ${all} files`, behind]) };
  const chunks = await model.nearest(query, always, signal);
  return { chunks, why: joinNotes([behind, describeMissing(model, all), describeRefused(model)]) };
}

/** Why its store is not up to date. What it has may answer all the same; one that is away says so when it is asked. */
async function catchUp(model: ModelVectors, signal: AbortSignal): Promise<string | undefined> {
  const limit = limitSignal([signal], mostCatchUpMs);
  try {
    await model.catchUp(limit.signal);
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

function describeMissing({ missing }: ModelVectors, all: number): string | undefined {
  return missing.size === 0 ? undefined : `by words alone: ${missing.size} of ${all} files, which have no vectors`;
}

/** What the model does not take is found by words, for good. */
export function describeRefused({ model, refused }: ModelVectors): string | undefined {
  const [why] = refused.values();
  return why === undefined
    ? undefined
    : `${countOf(refused.size, "file")} by words alone, because ${model} does not take their text: ${why}`;
}
