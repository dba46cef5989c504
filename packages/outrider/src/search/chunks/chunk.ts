/** A part of a text that is found as one: whole lines, counted from 0, the end exclusive. */
export interface Chunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Offsets of these lines. */
  readonly start: number;
  readonly end: number;
  /** The declaration that it is, or is a part of: an index into the file's symbols. */
  readonly symbol: number | undefined;
}
