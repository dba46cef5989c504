import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Occurrence } from "./occurrence.ts";

/** A name in a text before its line and the symbol around it are known. */
export type Place = Omit<Occurrence, "line" | "column" | "within" | "text" | "role"> & {
  readonly role: "call" | "import" | "use";
};

export function describePlaces(
  places: readonly Place[],
  symbols: readonly CodeSymbol[],
  text: string,
): readonly Occurrence[] {
  const starts = lineStarts(text);
  // What adds to a type elsewhere only names it.
  const declared = symbols.filter(({ kind }) => kind !== "impl");
  const definitions = new Set(declared.map(({ nameSpan }) => nameSpan.start));
  return places.map(({ role, ...place }) => {
    const { start } = place;
    const line = lineIndexAt(starts, start);
    const lineStart = starts[line] ?? 0;
    const isDefinition = role !== "import" && definitions.has(start);
    return {
      ...place,
      line,
      column: start - lineStart,
      role: isDefinition ? "definition" : role,
      within: innermost(symbols, start),
      text: lineAround(text.slice(lineStart, starts[line + 1] ?? text.length), start - lineStart),
    };
  });
}

const mostLine = 160;
const before = 60;

/** The line without its indent, or the part around a place in it where it is long. */
function lineAround(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= mostLine) return text;
  const from = Math.max(0, column - (line.length - line.trimStart().length) - before);
  const end = from + mostLine;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
}

/** The symbol around a place; a name stands in what is around its own symbol. */
function innermost(symbols: readonly CodeSymbol[], start: number): number | undefined {
  let found: number | undefined;
  for (const [index, { span, nameSpan }] of symbols.entries()) {
    if (span.start > start) break;
    if (start < span.end && nameSpan.start !== start) found = index;
  }
  return found;
}
