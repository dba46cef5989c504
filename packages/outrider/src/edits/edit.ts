import type { Outline } from "../documents/markdown/outline.ts";
import type { Replacement } from "../workspace/text/text-file.ts";

/** Where new text goes, seen from the anchor: the text, the section, the line or else the whole file. */
export const positions = ["replace", "remove", "before", "after", "start", "end"] as const;

export type Position = (typeof positions)[number];

/** One change as a model asks for it. The anchor is `old_string`, `symbol`, both (text in a section), `line` or nothing. */
export interface Edit {
  readonly old_string?: string | undefined;
  readonly new_string?: string | undefined;
  readonly replace_all?: boolean | undefined;
  /** A Markdown heading or the path of one. */
  readonly symbol?: string | undefined;
  readonly position?: Position | undefined;
  /** From 1. */
  readonly line?: number | undefined;
}

/** What an edit comes to: nothing is changed yet. Offsets count in text whose line ends are "\n". */
export interface EditPlan {
  readonly replacements: readonly Replacement[];
  /** What was not done to the letter, in sentences for the model. */
  readonly notes: readonly string[];
  /** Of the text as it will be, where it was worked out anyway. */
  readonly outline?: Outline;
}

/** What an edit did. */
export interface AppliedEdit {
  /** First line, from 1, that it touched, as the text was right after it. */
  readonly line: number;
  /** How many places it changed. */
  readonly places: number;
  readonly notes: readonly string[];
}

/** The text an edit is planned for. */
export interface EditTarget {
  /** Line ends are "\n". */
  readonly text: string;
  /** Names the file in sentences and tells its language by the ending. */
  readonly path: string;
  /** The headings of `text`; parsed only when it is called. */
  readonly outline: () => Outline;
}

/** The part of a text that is searched. */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** As a sentence names it, such as `section "Setup"`. Default: the file. */
  readonly name?: string;
}

/** A place where the old text is. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The new text as it has to be written there. */
  readonly adapt: (text: string) => string;
}
