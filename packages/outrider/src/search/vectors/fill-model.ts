import { EmbedderError } from "../embedders/embedder.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { OpenModel } from "./model-state.ts";

export interface FillOptions {
  /** The texts of a content's chunks, with secrets masked; undefined if it is no longer in the project. */
  readonly textsOf: (content: ContentKey, signal: AbortSignal) => Promise<readonly string[] | undefined>;
  readonly signal: AbortSignal;
}

interface TextsOfContent {
  readonly content: ContentKey;
  readonly texts: readonly string[];
}

/** Large enough to keep a server busy, small enough to lose little if it fails. */
const chunksAtOnce = 256;

/** A text that every model accepts. */
const harmless = "open a file";

/** Has a model read everything that its store lacks; what has been stored is kept if this fails. */
export async function fillModel(model: OpenModel, options: FillOptions): Promise<void> {
  const { store } = model;
  await store.catchUp(options.signal);
  while (store.missing.size > 0 && !options.signal.aborted) {
    const portion = await nextPortion(store.missing, options);
    if (portion.length === 0) return;
    await readPortion(model, portion, options.signal);
  }
}

async function nextPortion(
  missing: ReadonlySet<ContentKey>,
  { textsOf, signal }: FillOptions,
): Promise<readonly TextsOfContent[]> {
  const portion: TextsOfContent[] = [];
  let chunks = 0;
  for (const content of missing) {
    const texts = await textsOf(content, signal);
    // It has been removed, or is being read again.
    if (texts === undefined) continue;
    portion.push({ content, texts });
    chunks += texts.length;
    if (chunks >= chunksAtOnce) break;
  }
  return portion;
}

async function readPortion(model: OpenModel, portion: readonly TextsOfContent[], signal: AbortSignal): Promise<void> {
  const vectors = await embedPortion(model, portion, signal);
  if (vectors === undefined) return await readHalves(model, portion, signal);
  let at = 0;
  const contents = portion.map(({ content, texts }) => {
    const own = vectors.slice(at, at + texts.length);
    at += texts.length;
    return { content, vectors: joinVectors(own) };
  });
  await model.store.put(contents, { signal });
}

/** Undefined if the model refuses one of the texts; if only one content is left, it is refused for good. */
async function embedPortion(
  { embedder, store }: OpenModel,
  portion: readonly TextsOfContent[],
  signal: AbortSignal,
): Promise<readonly Float32Array[] | undefined> {
  const texts = portion.flatMap((each) => each.texts);
  try {
    return await embedder.embedTexts(texts, { signal });
  } catch (error) {
    if (!(error instanceof EmbedderError) || error.retryable) throw error;
    // With a wrong key or model no text is accepted at all.
    await embedder.embedTexts([harmless], { signal }).catch(() => {
      throw error;
    });
    const [first, ...others] = portion;
    if (first !== undefined && others.length === 0) store.refuse(first.content, error.message);
    return undefined;
  }
}

async function readHalves(model: OpenModel, portion: readonly TextsOfContent[], signal: AbortSignal): Promise<void> {
  if (portion.length === 1) return;
  const middle = Math.ceil(portion.length / 2);
  await readPortion(model, portion.slice(0, middle), signal);
  await readPortion(model, portion.slice(middle), signal);
}

function joinVectors(vectors: readonly Float32Array[]): Float32Array {
  const dimensions = vectors[0]?.length ?? 0;
  const joined = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, index) => joined.set(vector, index * dimensions));
  return joined;
}
