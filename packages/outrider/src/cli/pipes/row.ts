/** One line of an answer, as it is printed: `file:line:column:text`. */
export interface Row {
  /** As tools name it; printed as seen from the person's directory. */
  readonly file: string;
  /** Absent for a row about a whole file. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly text: string;
  /** The declaration it is or stands in, as `Container/name`. */
  readonly symbol?: string | undefined;
  /** Only the name speaks for it. */
  readonly likely?: true | undefined;
  /** What else `--json` tells. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** What a question was answered with. */
export interface RowAnswer {
  readonly rows: readonly Row[];
  /** Places that only the name speaks for and that are not among the rows. */
  readonly unlistedLikely?: number;
  /** One sentence about the whole: how many, and how that is known. */
  readonly total: string;
  /** Each begins with a capital and is a sentence. */
  readonly notes?: readonly string[];
  /** Why there may be more. */
  readonly incomplete: readonly string[];
}
