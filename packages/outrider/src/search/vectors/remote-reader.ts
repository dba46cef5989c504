import { EmbedderError } from "../embedders/embedder.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { ModelVectors } from "./model-vectors.ts";

export interface RemoteReaderOptions {
  readonly textsOf: (content: ContentKey, signal: AbortSignal) => Promise<readonly string[] | undefined>;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  /** Nothing is left to be read. */
  readonly onDone: () => Promise<void>;
}

/** Has a model read, in the background, what it has not read yet. */
export interface RemoteReader {
  /** Goes on where it stopped, one at a time; says whether it has begun. */
  read(model: ModelVectors): boolean;
  close(): Promise<void>;
}

/** Chunks in one go: large enough that a server is busy, small enough that little is lost when it fails. */
const chunksAtOnce = 256;

/** A text that every model has something to say of. */
const harmless = "open a file";

interface TextsOfContent {
  readonly content: ContentKey;
  readonly texts: readonly string[];
}

// oxlint-disable-next-line max-lines-per-function -- one state; every function inside is short
export function createRemoteReader({ textsOf, signal, onFailure, onDone }: RemoteReaderOptions): RemoteReader {
  let reading: Promise<void> | undefined;

  async function readAll(model: ModelVectors): Promise<void> {
    await model.catchUp(signal);
    while (model.missing.size > 0 && !signal.aborted) {
      const portion = await nextPortion(model);
      if (portion.length === 0) return;
      await readPortion(model, portion);
    }
    await onDone();
  }

  async function nextPortion(model: ModelVectors): Promise<readonly TextsOfContent[]> {
    const portion: TextsOfContent[] = [];
    let chunks = 0;
    for (const content of model.missing) {
      const texts = await textsOf(content, signal);
      // It left the project, or is being read anew.
      if (texts === undefined) continue;
      portion.push({ content, texts });
      chunks += texts.length;
      if (chunks >= chunksAtOnce) break;
    }
    return portion;
  }

  async function readPortion(model: ModelVectors, portion: readonly TextsOfContent[]): Promise<void> {
    const vectors = await embed(model, portion);
    if (vectors === undefined) return await readHalves(model, portion);
    let at = 0;
    const contents = portion.map(({ content, texts }) => {
      const own = vectors.slice(at, at + texts.length);
      at += texts.length;
      return { content, vectors: joinVectors(own) };
    });
    await model.put(contents, signal);
  }

  /** Undefined where the texts are at fault; a content that is alone then is left out. */
  async function embed(
    model: ModelVectors,
    portion: readonly TextsOfContent[],
  ): Promise<readonly Float32Array[] | undefined> {
    try {
      return await model.embed(
        portion.flatMap(({ texts }) => texts),
        signal,
      );
    } catch (error) {
      if (!(error instanceof EmbedderError) || error.retryable) throw error;
      // With a wrong key or model it takes no text at all.
      await model.embed([harmless], signal).catch(() => {
        throw error;
      });
      const [first, ...others] = portion;
      if (first !== undefined && others.length === 0) model.refuse(first.content, error.message);
      return undefined;
    }
  }

  async function readHalves(model: ModelVectors, portion: readonly TextsOfContent[]): Promise<void> {
    if (portion.length === 1) return;
    const middle = Math.ceil(portion.length / 2);
    await readPortion(model, portion.slice(0, middle));
    await readPortion(model, portion.slice(middle));
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
