const maxComparisons = 2_000_000;
const maxPlaces = 12;

/** Where the wanted lines begin, from 0, at most a dozen places; looked for around the line that is rarest. */
export function findWindows(
  lines: readonly string[],
  wanted: readonly string[],
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: lines.length },
): readonly number[] {
  const counts = new Map<string, number>(wanted.map((line) => [line, 0]));
  for (const line of lines) {
    const count = counts.get(line);
    if (count !== undefined) counts.set(line, count + 1);
  }
  const countOf = (line: string): number => counts.get(line) ?? 0;
  const rarest = wanted.reduce((best, line, index) => (countOf(line) < countOf(wanted[best] ?? "") ? index : best), 0);
  const places: number[] = [];
  let comparisons = 0;
  for (let at = lines.indexOf(wanted[rarest] ?? ""); at !== -1; at = lines.indexOf(wanted[rarest] ?? "", at + 1)) {
    const start = at - rarest;
    let same = 0;
    while (same < wanted.length && lines[start + same] === wanted[same]) same += 1;
    comparisons += same + 1;
    if (same === wanted.length && start >= from && start <= to) places.push(start);
    if (places.length >= maxPlaces || comparisons > maxComparisons) break;
  }
  return comparisons > maxComparisons ? [] : places;
}
