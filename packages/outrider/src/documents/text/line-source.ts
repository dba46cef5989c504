/** A line that was read, or the requested part of it. */
export interface ReadLine {
  /** From 0. */
  readonly index: number;
  readonly text: string;
  /** Number of characters skipped before `text`. */
  readonly skipped: number;
  /** Whether the line continues after `text`. */
  readonly cut: boolean;
}

export interface ReadOptions {
  /** Characters of the first line to skip. */
  readonly column: number;
  /** Lines that are shown from a certain byte on, as UTF-8; a column of the first line takes precedence. */
  readonly startBytes?: ReadonlyMap<number, number>;
  /** The maximum for a single line. */
  readonly lineChars: number;
  /** The maximum for all lines together; reading stops with the line that exceeds it. */
  readonly totalChars: number;
  readonly signal: AbortSignal;
}

export interface ReadResult {
  readonly lines: readonly ReadLine[];
  readonly totalLines: number;
  /** False if the end was not reached in time: there are at least this many. */
  readonly exact: boolean;
}

/** Lines of a text, in memory or on disk. */
export interface LineSource {
  /** Reads ranges of lines, which must be in order and not overlap. */
  read(ranges: readonly LineRange[], options: ReadOptions): Promise<ReadResult>;
  /** The whole text as UTF-8 with "\n" line ends, in pieces, for a search. */
  pieces(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Lines from 0, end exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** In order; ranges that touch or overlap are merged. */
export function joinRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const joined: LineRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last === undefined || range.start > last.end) joined.push(range);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return joined;
}
