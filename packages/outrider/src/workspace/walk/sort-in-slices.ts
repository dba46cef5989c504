import { setImmediate } from "node:timers/promises";

const sliceSize = 5_000;

/** Sorts in slices to let the event loop run: 200,000 names would block it for 160 ms. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += sliceSize) {
    if (start > 0) await setImmediate();
    runs.push(items.slice(start, start + sliceSize).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length || fromRight < right.length) {
    const one = left[fromLeft];
    const other = right[fromRight];
    if (one !== undefined && (other === undefined || compare(one, other) <= 0)) {
      merged.push(one);
      fromLeft += 1;
    } else if (other !== undefined) {
      merged.push(other);
      fromRight += 1;
    }
    if (merged.length % (4 * sliceSize) === 0) await setImmediate();
  }
  return merged;
}
