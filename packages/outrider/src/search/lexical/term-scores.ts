/** Scores for one question by chunk and content number, over all segments. Reused for later questions. */
export interface TermScores {
  /** For each chunk, over all fields. */
  readonly chunk: Float32Array;
  /** How much of the question a chunk covers, and its names do, weighted by rarity; and the number of terms in its names. */
  readonly chunkCover: Float32Array;
  readonly nameCover: Float32Array;
  readonly nameHits: Uint8Array;
  /** For each content as a whole, by field. */
  readonly name: Float32Array;
  readonly head: Float32Array;
  readonly doc: Float32Array;
  readonly body: Float32Array;
  /** How much of the question a content covers anywhere. */
  readonly cover: Float32Array;
  /** Contents with any match: the first `touchedCount`. */
  readonly touched: Uint32Array;
  touchedCount: number;
  /** The rarity of each group among contents, times its weight: higher is rarer. */
  readonly idf: number[];
}

export function createTermScores(chunks: number, contents: number): TermScores {
  return {
    chunk: new Float32Array(chunks),
    chunkCover: new Float32Array(chunks),
    nameCover: new Float32Array(chunks),
    nameHits: new Uint8Array(chunks),
    name: new Float32Array(contents),
    head: new Float32Array(contents),
    doc: new Float32Array(contents),
    body: new Float32Array(contents),
    cover: new Float32Array(contents),
    touched: new Uint32Array(contents),
    touchedCount: 0,
    idf: [],
  };
}

export function clearTermScores(scores: TermScores): void {
  const { chunk, chunkCover, nameCover, nameHits, name, head, doc, body, cover } = scores;
  for (const array of [chunk, chunkCover, nameCover, nameHits, name, head, doc, body, cover]) array.fill(0);
  scores.touchedCount = 0;
  scores.idf.length = 0;
}
