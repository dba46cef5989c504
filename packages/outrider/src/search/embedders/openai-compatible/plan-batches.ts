/** Which texts go together: not more than `most`, nor more tokens than servers take at once. Numbers of texts, in their order. */
export function planBatches(texts: readonly string[], most: number): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let batch: number[] = [];
  let tokens = 0;
  for (const [index, text] of texts.entries()) {
    const estimate = estimateTokens(text);
    if (batch.length > 0 && (batch.length >= most || tokens + estimate > mostTokens)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(index);
    tokens += estimate;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** What the most careful of the known servers (text-embeddings-inference) takes unless told. */
const mostTokens = 16_000;

/** On the safe side: code has about three bytes a token. */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
