/** At most two letters are missing, too many, different or swapped; the first one is right. */
export function isNearName(name: string, wanted: string): boolean {
  const most = wanted.length < 6 ? 1 : 2;
  if (Math.abs(name.length - wanted.length) > most || name.charAt(0) !== wanted.charAt(0)) return false;
  let before: number[] = [];
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at);
  for (let i = 1; i <= name.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= wanted.length; j += 1) {
      const same = name.charCodeAt(i - 1) === wanted.charCodeAt(j - 1);
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && name[i - 1] === wanted[j - 2] && name[i - 2] === wanted[j - 1];
      if (isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return false;
    before = row;
    row = next;
  }
  return (row[wanted.length] ?? Number.POSITIVE_INFINITY) <= most;
}
