import type { ContentKey } from "../stores/vector-store.ts";
import type { ModelVectors } from "./model-vectors.ts";
import type { NearestAnswer } from "./project-vectors.ts";

/** Without a vector a file is found by its words alone; a few such files do not spoil an answer. */
const mostMissing = 0.02;

/** The nearest chunks under this model, unless it has still too much to read. */
export async function askModel(
  model: ModelVectors,
  query: string,
  always: readonly ContentKey[],
  signal: AbortSignal,
): Promise<NearestAnswer> {
  const { contents } = model.status();
  const all = contents + model.missing.size;
  if (model.missing.size > all * mostMissing)
    return { chunks: undefined, why: `${model.model} has read ${contents} of ${all} files` };
  return { chunks: await model.nearest(query, always, signal), why: undefined };
}
