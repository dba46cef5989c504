import type { ContentKey } from "../stores/vector-store.ts";
import type { ModelVectors } from "./model-vectors.ts";

export interface RemoteReaderOptions {
  readonly textsOf: (content: ContentKey, signal: AbortSignal) => Promise<readonly string[] | undefined>;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Has a model read, in the background, what it has not read yet. */
export interface RemoteReader {
  /** Goes on where it stopped, one at a time; says whether it has begun. */
  read(model: ModelVectors): boolean;
  close(): Promise<void>;
}

/** Chunks in one go: large enough that a server is busy, small enough that little is lost when it fails. */
const chunksAtOnce = 256;

export function createRemoteReader({ textsOf, signal, onFailure }: RemoteReaderOptions): RemoteReader {
  let reading: Promise<void> | undefined;

  async function readAll(model: ModelVectors): Promise<void> {
    while (model.missing.size > 0 && !signal.aborted) {
      const portion: { readonly content: ContentKey; readonly texts: readonly string[] }[] = [];
      let chunks = 0;
      for (const content of model.missing) {
        const texts = await textsOf(content, signal);
        // It left the project, or is being read anew.
        if (texts === undefined) continue;
        portion.push({ content, texts });
        chunks += texts.length;
        if (chunks >= chunksAtOnce) break;
      }
      if (portion.length === 0) return;
      const vectors = await model.embed(
        portion.flatMap(({ texts }) => texts),
        signal,
      );
      let at = 0;
      const contents = portion.map(({ content, texts }) => {
        const own = vectors.slice(at, at + texts.length);
        at += texts.length;
        return { content, vectors: joinVectors(own) };
      });
      await model.put(contents, signal);
    }
  }

  return {
    read(model) {
      if (reading !== undefined || model.missing.size === 0 || signal.aborted) return false;
      reading = readAll(model)
        .catch((error: unknown) => {
          if (!signal.aborted) onFailure(error);
        })
        .finally(() => {
          reading = undefined;
        });
      return true;
    },
    async close() {
      await reading;
    },
  };
}

function joinVectors(vectors: readonly Float32Array[]): Float32Array {
  const dimensions = vectors[0]?.length ?? 0;
  const joined = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, index) => joined.set(vector, index * dimensions));
  return joined;
}
