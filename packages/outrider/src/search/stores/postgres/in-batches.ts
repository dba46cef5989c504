/** One after the other, as many at a time as `most` allows; a larger one goes alone. */
export function* inBatches<T>(all: readonly T[], sizeOf: (one: T) => number, most: number): Generator<readonly T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const one of all) {
    if (batch.length > 0 && size + sizeOf(one) > most) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(one);
    size += sizeOf(one);
  }
  if (batch.length > 0) yield batch;
}
