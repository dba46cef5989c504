import type { Span } from "../../languages/span.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Certainty } from "./certainty.ts";
import type { Occurrences } from "./occurrence.ts";
import type { Target } from "./target.ts";

/** A key of a literal whose type is written there without a name is a field that this type declares. */
export function classifyUnnamed({ file, symbol }: Target, other: Occurrences, type: Span): Certainty {
  const isIn = ({ nameSpan: { start } }: CodeSymbol): boolean => type.start <= start && start < type.end;
  if (file !== other.file || !isIn(symbol)) return "member";
  const fields = other.symbols.filter((each) => each.name === symbol.name && isIn(each));
  return fields.length === 1 ? "sure" : "likely";
}
