/** Scores of one question by number of chunk and of content, over all segments. Used again for later ones. */
export interface TermScores {
  /** Of each chunk, all fields together. */
  readonly chunk: Float32Array;
  /** What of the question a chunk has, and what its names have, rare terms counting more; and how many terms its names have. */
  readonly chunkCover: Float32Array;
  readonly nameCover: Float32Array;
  readonly nameHits: Uint8Array;
  /** Of each content as a whole, by field. */
  readonly name: Float32Array;
  readonly head: Float32Array;
  readonly doc: Float32Array;
  readonly body: Float32Array;
  /** What of the question a content has anywhere. */
  readonly cover: Float32Array;
  /** Contents that have anything: the first `touchedCount`. */
  readonly touched: Uint32Array;
  touchedCount: number;
  /** How rare each wanted group is among contents, times its weight: the higher the rarer. */
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
