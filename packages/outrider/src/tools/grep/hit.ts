/** A match: its first and last line, and its byte offset in the text (not counting a byte order mark). */
export interface Hit {
  readonly line: number;
  lastLine: number;
  readonly at: number;
}
