export interface Replacement {
  readonly start: number;
  readonly end: number;
  /** Placed at the start of the part; the rest becomes spaces. */
  readonly by?: string;
}

/** Replaces these parts by as many spaces, or by words that keep their place; line endings stay. */
export function replaceParts(text: string, parts: readonly Replacement[]): string {
  if (parts.length === 0) return text;
  const sorted = parts.toSorted((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, by = "" } of sorted) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), by, text.slice(start + by.length, end).replaceAll(/[^\n\r]/g, " "));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
