/** Names sorted by similarity to a misspelt one; equally similar ones keep their order. */
export function nearestFirst(wanted: string, names: readonly string[]): readonly string[] {
  const target = plain(wanted);
  const pairs = new Set(bigrams(target));
  const scored = names.map((name) => ({ name, score: likeness(target, pairs, plain(name)) }));
  return scored.toSorted((left, right) => right.score - left.score).map(({ name }) => name);
}

function likeness(target: string, pairs: ReadonlySet<string>, name: string): number {
  if (name === target) return 3;
  const begins = name !== "" && target !== "" && (name.startsWith(target) || target.startsWith(name)) ? 1 : 0;
  const own = bigrams(name);
  const common = own.filter((pair) => pairs.has(pair)).length;
  return begins + (2 * common) / Math.max(1, own.length + pairs.size);
}

function plain(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function bigrams(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
