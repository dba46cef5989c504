/** A name that a macro makes out of parts: it begins with, contains and ends with what is written there. */
export interface PastedName {
  /** Empty if an argument comes first. */
  readonly prefix: string;
  readonly inside: string;
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
  /** Macros that paste nothing but their arguments. Default: there are none. */
  readonly joinersIn?: (text: string) => readonly string[];
  /** What the uses of such a macro write. */
  readonly joinedBy?: (text: string, joiner: string) => readonly PastedName[];
}

/** Of parts that are written or filled in; none where all are filled in, as every name would be doubtful then. */
export function pastedName(
  parts: readonly string[],
  isWritten: (part: string) => boolean,
  start: number,
): readonly PastedName[] {
  const written = (part = ""): string => (part !== "" && isWritten(part) ? part : "");
  const [prefix, suffix] = [written(parts[0]), written(parts.at(-1))];
  const inside =
    parts
      .slice(1, -1)
      .map(written)
      .find((part) => part !== "") ?? "";
  return prefix.length + inside.length + suffix.length < shortest ? [] : [{ prefix, inside, suffix, start }];
}

const shortest = 2;

export function mayBePasted(name: string, { prefix, inside, suffix }: PastedName): boolean {
  const isLongEnough = name.length >= prefix.length + inside.length + suffix.length;
  return isLongEnough && name.startsWith(prefix) && name.includes(inside) && name.endsWith(suffix);
}
