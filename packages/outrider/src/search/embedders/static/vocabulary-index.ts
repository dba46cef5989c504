/**
 * Finds the tokens of a vocabulary. A table over its bytes, built once and shared by all threads: a map of that many strings
 * takes longer to build, again in every thread.
 */
export interface VocabularyIndex {
  /** Where each token starts, plus the end of the last one. */
  readonly starts: Uint32Array;
  /** Token numbers by hash, with linear probing for collisions; -1 if a slot is free. */
  readonly slots: Int32Array;
}

export function indexVocabulary(vocabulary: Uint8Array, size: number): VocabularyIndex {
  const places = 2 ** Math.ceil(Math.log2(size * 2));
  const starts = new Uint32Array(new SharedArrayBuffer((size + 1) * 4));
  const slots = new Int32Array(new SharedArrayBuffer(places * 4)).fill(-1);
  const mask = places - 1;
  let token = 0;
  let hash = seed;
  for (let at = 0; at <= vocabulary.length; at += 1) {
    const byte = vocabulary[at] ?? lineEnd;
    if (byte !== lineEnd) {
      hash = Math.imul(hash ^ byte, prime);
      continue;
    }
    token += 1;
    if (token > size) break;
    let slot = spread(hash) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = token - 1;
    starts[token] = at + 1;
    hash = seed;
  }
  if (token !== size) throw new Error(`its vocabulary does not hold ${size} tokens`);
  return { starts, slots };
}

/** A function that finds the number of a token. */
export function tokenFinder(
  vocabulary: Uint8Array,
  { starts, slots }: VocabularyIndex,
): (word: string) => number | undefined {
  const mask = slots.length - 1;
  // For the word being looked up; a token is never as long.
  const bytes = new Uint8Array(256);
  const encoder = new TextEncoder();

  function isAt(start: number, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (vocabulary[start + at] !== bytes[at]) return false;
    return true;
  }

  return (word) => {
    const { read, written } = encoder.encodeInto(word, bytes);
    if (read < word.length) return undefined;
    let hash = seed;
    for (let at = 0; at < written; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime);
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot] ?? -1;
      if (id === -1) return undefined;
      const start = starts[id] ?? 0;
      const length = (starts[id + 1] ?? 0) - 1 - start;
      if (length === written && isAt(start, length)) return id;
    }
  };
}

const lineEnd = 10;
// FNV-1a; its low bits alone are not distributed evenly enough for short words.
const seed = 0x811c9dc5;
const prime = 0x01000193;

function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
