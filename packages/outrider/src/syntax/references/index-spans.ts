import type { Span } from "../../languages/language.ts";

/**
 * Finds, among spans sorted by start, the last one around an offset that is not skipped; undefined if there is
 * none. Generated files have so many of both that checking all spans for each offset would take minutes.
 */
export function indexSpans(
  spans: readonly Span[],
): (offset: number, isPassed?: (index: number) => boolean) => number | undefined {
  // Running maximum of the starts: spans after one that begins too late do not count.
  const reached: number[] = [];
  /** For each span the nearest earlier one that ends later: spans between contain no later offset that this one does not. */
  const longer: number[] = [];
  for (const [index, { start, end }] of spans.entries()) {
    reached.push(Math.max(start, reached[index - 1] ?? start));
    let before = index - 1;
    while (before >= 0 && endOf(before) <= end) before = longer[before] ?? -1;
    longer.push(before);
  }

  function endOf(index: number): number {
    return spans[index]?.end ?? 0;
  }

  function countUpTo(offset: number): number {
    let [low, high] = [0, reached.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((reached[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return (offset, isPassed) => {
    let at = countUpTo(offset) - 1;
    while (at >= 0) {
      if (endOf(at) <= offset) at = longer[at] ?? -1;
      else if (isPassed?.(at) === true) at -= 1;
      else return at;
    }
    return undefined;
  };
}
