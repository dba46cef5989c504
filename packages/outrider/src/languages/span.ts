/** Offsets into the text in UTF-16 code units; `end` is the first one after. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
