/** The best few of many rows. */
export interface TopRows {
  /** Only rows with a higher score change anything: the loop over all rows checks this before calling `offer`. */
  readonly threshold: number;
  offer(row: number, score: number): void;
  /** Best first. */
  take(): readonly { readonly row: number; readonly score: number }[];
}

/** A heap with the worst of the best at its top. */
export function createTopRows(limit: number): TopRows {
  const rows = new Uint32Array(limit);
  const scores = new Float64Array(limit);
  let size = 0;
  let threshold = limit === 0 ? Infinity : -Infinity;

  function set(at: number, row: number, score: number): void {
    rows[at] = row;
    scores[at] = score;
  }

  const scoreAt = (at: number): number => scores[at] ?? Infinity;
  const move = (from: number, to: number): void => set(to, rows[from] ?? 0, scoreAt(from));

  function rise(row: number, score: number): void {
    let at = size;
    size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (scoreAt(parent) <= score) break;
      move(parent, at);
      at = parent;
    }
    set(at, row, score);
  }

  function sink(row: number, score: number): void {
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && scoreAt(child + 1) < scoreAt(child)) child += 1;
      if (scoreAt(child) >= score) break;
      move(child, at);
      at = child;
    }
    set(at, row, score);
  }

  return {
    get threshold() {
      return threshold;
    },
    offer(row, score) {
      if (!(score > threshold)) return;
      if (size < limit) rise(row, score);
      else sink(row, score);
      if (size === limit) threshold = scoreAt(0);
    },
    take() {
      return Array.from({ length: size }, (_, at) => ({ row: rows[at] ?? 0, score: scoreAt(at) })).toSorted(
        (one, other) => other.score - one.score || one.row - other.row,
      );
    },
  };
}
