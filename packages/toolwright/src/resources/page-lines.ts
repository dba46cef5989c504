export interface LineRange {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface LinePage {
  /** With its line ends: all pages joined are the whole text. */
  readonly text: string;
  readonly offset: number;
  readonly shownLines: number;
  readonly totalLines: number;
  /** Present while anything remains. */
  readonly nextOffset?: number;
  /** Nobody asked for a part, and `text` is everything. */
  readonly isWhole: boolean;
}

/** The lines of a text that were asked for; lines end with "\n", and an empty text has none. */
export function pageLines(text: string, { offset = 0, limit = Infinity }: LineRange): LinePage {
  const lines = text === "" ? [] : text.split(/(?<=\n)/);
  const shown = lines.slice(offset, offset + limit);
  const end = offset + shown.length;
  return {
    text: shown.join(""),
    offset,
    shownLines: shown.length,
    totalLines: lines.length,
    ...(end < lines.length ? { nextOffset: end } : {}),
    isWhole: offset === 0 && limit === Infinity,
  };
}
