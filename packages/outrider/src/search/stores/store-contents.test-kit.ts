import type { ContentKey, ContentVectors, NearestChunk, VectorStore } from "./vector-store.ts";

/** What the suite needs from a driver under test. */
export interface StoreKit {
  /** Another instance on the same data. By default each test has its own data. */
  open(options?: { readonly model?: string; readonly dimensions?: number }): VectorStore;
  /** Stops the server and starts it again; undefined without a server. */
  readonly restart?: (whileDown: () => Promise<void>) => Promise<void>;
  /** Has another process follow and put the contents of `writtenNames`, a few at a time; resolves when it has ended. */
  readonly writeElsewhere: () => Promise<void>;
}

/** What the other process stores. */
export const writtenNames = Array.from({ length: 20 }, (_, at) => `written ${at}`);
export const writtenSeed = 40;

export const dimensions = 32;

/** The maximum difference between a score and the cosine in 64-bit floats. */
export const tolerance = 1e-4;

export const never = new AbortController().signal;

/** The same numbers in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rows of length 1 that cluster around a few directions, like those of texts. */
export function makeVectors(random: () => number, rows: number, size = dimensions): Float32Array {
  const vectors = new Float32Array(rows * size);
  for (let row = 0; row < rows; row += 1) {
    const vector = vectors.subarray(row * size, (row + 1) * size);
    vector.forEach((_, at) => (vector[at] = random() + random() + random() - 1.5 + (at % 7 === 0 ? 0.3 : 0)));
    const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
    vector.forEach((number, at) => (vector[at] = number / length));
  }
  return vectors;
}

export function makeContents(seed: number, names: readonly ContentKey[], chunks = 3): readonly ContentVectors[] {
  const random = createRandom(seed);
  return names.map((content) => ({ content, vectors: makeVectors(random, chunks) }));
}

export const namesOf = (contents: readonly ContentVectors[]): readonly ContentKey[] =>
  contents.map(({ content }) => content);

/** The expected result, from the definition of the cosine. */
export function exactNearest(
  contents: readonly ContentVectors[],
  query: Float32Array,
  limit = Infinity,
): readonly NearestChunk[] {
  return contents
    .flatMap(({ content, vectors }) =>
      Array.from({ length: vectors.length / query.length }, (_, chunk) => ({
        content,
        chunk,
        score: cosine(vectors.subarray(chunk * query.length, (chunk + 1) * query.length), query),
      })),
    )
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}

function cosine(one: Float32Array, other: Float32Array): number {
  const dot = (left: Float32Array, right: Float32Array): number =>
    left.reduce((sum, number, at) => sum + number * (right[at] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

/** Follows and puts, like an owner who already has the vectors. */
export async function fill(store: VectorStore, contents: readonly ContentVectors[]): Promise<readonly ContentKey[]> {
  const missing = await store.follow({ added: namesOf(contents), removed: [] }, { signal: never });
  await store.put(
    contents.filter(({ content }) => missing.includes(content)),
    { signal: never },
  );
  return missing;
}

export const placesOf = (hits: readonly NearestChunk[]): readonly string[] =>
  hits.map(({ content, chunk }) => `${content}#${chunk}`);

/** The largest difference between a score and the exact one; Infinity if a hit should not be there. */
export function worstScore(hits: readonly NearestChunk[], exact: readonly NearestChunk[]): number {
  const scores = new Map(exact.map((hit) => [placesOf([hit])[0], hit.score]));
  return Math.max(0, ...hits.map((hit) => Math.abs(hit.score - (scores.get(placesOf([hit])[0]) ?? Infinity))));
}
