/** A word's rank in the vocabulary; smaller is more frequent. */
export type RankOf = (word: string) => number | undefined;

/** Short pieces must be frequent words, or every name would fall apart into syllables. By length of the piece. */
const rarestRank = [0, 0, 0, 3_000, 14_000, 30_000];
const longestPiece = 16;

/**
 * The known pieces of an unknown word: "getaddrinfo" gives "get", "addr", "info". Of all ways to split the whole word into
 * known pieces, takes the one with the longest pieces. A word that cannot be split gives its longest known prefix or nothing.
 */
export function splitUnknown(word: string, rankOf: RankOf): string[] {
  if (word.length < 6 || /[^a-z]/.test(word)) return [];
  // score[i]: the best split of the first i letters; from[i]: where its last piece starts.
  const score = new Int32Array(word.length + 1).fill(-1);
  const from = new Int32Array(word.length + 1);
  score[0] = 0;
  for (let end = 3; end <= word.length; end += 1) {
    for (let start = Math.max(0, end - longestPiece); start <= end - 3; start += 1) {
      const before = score[start] ?? -1;
      const length = end - start;
      if (before < 0 || before + length * length <= (score[end] ?? -1)) continue;
      const rank = rankOf(word.slice(start, end));
      if (rank === undefined || rank >= (rarestRank[length] ?? Number.POSITIVE_INFINITY)) continue;
      score[end] = before + length * length;
      from[end] = start;
    }
  }
  if ((score[word.length] ?? -1) < 0) return longestBeginning(word, score);
  const pieces: string[] = [];
  for (let end = word.length; end > 0; end = from[end] ?? 0) pieces.unshift(word.slice(from[end] ?? 0, end));
  return pieces;
}

/** "renderable" is about "render": one piece of at least five letters that covers half of the word. */
function longestBeginning(word: string, score: Int32Array): string[] {
  for (let end = word.length - 1; end >= 5 && end * 2 >= word.length; end -= 1) {
    if (score[end] === end * end) return [word.slice(0, end)];
  }
  return [];
}
