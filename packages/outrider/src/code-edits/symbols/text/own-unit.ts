import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { holderOf } from "../layout/siblings.ts";
import type { CodeText } from "./code-text.ts";
import { findBlockUnit } from "./indent-unit.ts";
import { lineStart } from "./lines.ts";

/** Code indented differently from most of its file stays so: uses the steps of the symbol or of one that encloses it. */
export function withOwnUnit(code: CodeText, symbol: CodeSymbol): CodeText {
  for (let at: CodeSymbol | undefined = symbol; at !== undefined; at = holderOf(code, at)) {
    const unit = findBlockUnit(code.text.slice(lineStart(code.text, at.span.start), at.span.end));
    if (unit !== undefined) return { ...code, unit, hasUnit: true };
  }
  return code;
}
