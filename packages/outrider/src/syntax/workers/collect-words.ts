/** Sorted, unique 32-bit hashes of the words of a text that could be names. Words of one or two letters are left out. */
export function collectWords(text: string): Uint32Array {
  const found = new Set<number>();
  let hash = start;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isWordCode(code)) {
      hash = Math.imul(hash ^ code, prime);
      length += 1;
    } else if (length > 0) {
      if (length >= shortest) found.add(hash >>> 0);
      hash = start;
      length = 0;
    }
  }
  if (length >= shortest) found.add(hash >>> 0);
  return Uint32Array.from(found).sort();
}

/** The hash of one word as in `collectWords`. */
export function hashWord(word: string): number {
  let hash = start;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), prime);
  return hash >>> 0;
}

/** Whether such a word is hashed at all. */
export function isIndexedWord(word: string): boolean {
  return (
    word.length >= shortest && Array.from({ length: word.length }, (_, at) => word.charCodeAt(at)).every(isWordCode)
  );
}

export function hasWord(words: Uint32Array, hash: number): boolean {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = words[middle] ?? 0;
    if (there === hash) return true;
    if (there < hash) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** All non-ASCII characters count as letters: an extra hash costs less than a table of letters. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127
  );
}

const start = 0x811c9dc5;
const prime = 0x01000193;
const shortest = 3;
