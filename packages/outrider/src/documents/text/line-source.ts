/** A line that was read, or the part of it that was asked for. */
export interface ReadLine {
  /** From 0. */
  readonly index: number;
  readonly text: string;
  /** Characters left out before `text`. */
  readonly skipped: number;
  /** Whether the line goes on after `text`. */
  readonly cut: boolean;
}

export interface ReadOptions {
  /** Characters of the first line to leave out. */
  readonly column: number;
  /** Lines that are shown from a byte of theirs on, as UTF-8; a column of the first line goes before it. */
  readonly startBytes?: ReadonlyMap<number, number>;
  /** The most of a single line. */
  readonly lineChars: number;
  /** The most of all lines together; reading ends with the line that passes it. */
  readonly totalChars: number;
  readonly signal: AbortSignal;
}

export interface ReadResult {
  readonly lines: readonly ReadLine[];
  readonly totalLines: number;
  /** False when the end was not reached in time: there are at least so many. */
  readonly exact: boolean;
}

/** Lines of a text, in memory or on disk. */
export interface LineSource {
  /** Lines of ranges that are in order and do not overlap. */
  read(ranges: readonly LineRange[], options: ReadOptions): Promise<ReadResult>;
  /** All of it as UTF-8 with "\n" at every line end, piece by piece, for a search. */
  pieces(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Lines from 0, the end not included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** In order, those that touch or overlap as one. */
export function joinRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const joined: LineRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last === undefined || range.start > last.end) joined.push(range);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return joined;
}
