import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { indexSpans } from "./index-spans.ts";
import type { Occurrence } from "./occurrence.ts";

/** A name in a text whose line and enclosing symbol are not known yet. */
export type UnlocatedOccurrence = Omit<Occurrence, "line" | "column" | "within" | "text" | "role"> & {
  readonly role: "call" | "import" | "use";
};

export function locateOccurrences(
  places: readonly UnlocatedOccurrence[],
  symbols: readonly CodeSymbol[],
  text: string,
  isUnnamed: (symbol: CodeSymbol) => boolean = () => false,
): readonly Occurrence[] {
  const starts = lineStarts(text);
  // An extension of a type elsewhere only names it, and so does a field that has no name but that of its type.
  const declared = symbols.filter((symbol) => symbol.kind !== "impl" && !isUnnamed(symbol));
  const definitions = new Set(declared.map(({ nameSpan }) => nameSpan.end));
  // `mod name;` declares the module that it brings in.
  const modules = new Set(declared.filter(({ kind }) => kind === "module").map(({ nameSpan }) => nameSpan.end));
  const innermost = indexSpans(symbols.map(({ span }) => span));
  return places.map(({ role, ...place }) => {
    const { start } = place;
    const line = lineIndexAt(starts, start);
    const lineStart = starts[line] ?? 0;
    // By the end, since a name may be qualified: `A.B`.
    const isDefinition = (role === "import" ? modules : definitions).has(start + place.name.length);
    return {
      ...place,
      line,
      column: start - lineStart,
      role: isDefinition ? "definition" : role,
      // The name of a symbol belongs to the symbol around it.
      within: innermost(start, (index) => symbols[index]?.nameSpan.end === start + place.name.length),
      text: lineAround(text.slice(lineStart, starts[line + 1] ?? text.length), start - lineStart),
    };
  });
}

const maxLine = 160;
const before = 60;

/** The line without its indentation, or the part around a position if it is long. */
function lineAround(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= maxLine) return text;
  const from = Math.max(0, column - (line.length - line.trimStart().length) - before);
  const end = from + maxLine;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
}
