/** A part of a text that gives way to new text; nothing is removed where `start` is `end`. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
