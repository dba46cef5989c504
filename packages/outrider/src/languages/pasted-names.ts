/** A name that a macro makes out of parts: it begins and ends with what is written there. */
export interface PastedName {
  /** Empty if an argument comes first. */
  readonly prefix: string;
  /** Empty if an argument comes last. */
  readonly suffix: string;
  /** Where the first part stands. */
  readonly start: number;
}

/** How macros make names. */
export interface PastingRules {
  /** What every file with such a macro contains. */
  readonly mark: string;
  readonly namesIn: (text: string) => readonly PastedName[];
}

/** Of parts that are written or filled in; none where all are filled in, as every name would be doubtful then. */
export function pastedName(
  parts: readonly string[],
  isWritten: (part: string) => boolean,
  start: number,
): readonly PastedName[] {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const [prefix, suffix] = [isWritten(first) ? first : "", isWritten(last) ? last : ""];
  return prefix.length + suffix.length < shortest ? [] : [{ prefix, suffix, start }];
}

const shortest = 2;
