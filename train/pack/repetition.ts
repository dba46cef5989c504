/** Decides which pairs say something new: docs, names and bodies repeat a lot between packages, forks and overloads. */
export function createRepetitionFilter(
  maxPerQuery: number,
): (kind: string, name: string, query: string, code: string) => boolean {
  const pairs = new Set<number>();
  const bodies = new Set<number>();
  const queries = new Map<number, number>();
  return (kind, name, query, code) => {
    // Longer than most bodies' common beginning, short enough to be quick.
    const pair = hash(`${name.toLowerCase()}|${query}`, 1);
    const body = hash(code.length > 400 ? code.slice(0, 400) : code, kind === "doc" ? 2 : 3);
    const asked = hash(query, 4);
    const times = queries.get(asked) ?? 0;
    if (times >= maxPerQuery || pairs.has(pair) || bodies.has(body)) return false;
    pairs.add(pair);
    bodies.add(body);
    queries.set(asked, times + 1);
    return true;
  };
}

/** 52 bits of two FNV-like sums: two of some million texts practically never meet. */
function hash(text: string, seed: number): number {
  let low = 0x811c9dc5 ^ seed;
  let high = 0x9747b28c ^ (seed * 0x9e3779b1);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) + (high >>> 15);
  }
  return (high >>> 12) * 4_294_967_296 + (low >>> 0);
}
