/** The candidate that a misspelt name most likely meant, or undefined if none is close. */
export function nearestName(given: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(given);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = closeness(wanted, plain(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A question to append to a sentence about an unknown name; empty if nothing is near. */
export function didYouMean(
  given: string,
  candidates: readonly string[],
  show: (name: string) => string = (name) => `"${name}"`,
): string {
  const nearest = nearestName(given, candidates);
  return nearest === undefined ? "" : ` Did you mean ${show(nearest)}?`;
}

/** `filePath`, `file-path` and `file_path` are the same name to a model. */
function plain(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

function closeness(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  if (
    shorter >= 3 &&
    (left.startsWith(right) || right.startsWith(left) || left.endsWith(right) || right.endsWith(left))
  ) {
    return 1;
  }
  return editDistance(left, right);
}

/** Edit distance in which swapped neighbours count as one edit, since that is how names are mistyped. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution);
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
