import type { Span } from "../../../languages/language.ts";
import { extentOf } from "../places/extent.ts";
import { membersOf } from "../places/siblings.ts";
import type { CodeText } from "../text/code-text.ts";

/** The imports at the top, before anything is declared; all of them where none stands there. */
export function leadingImports(code: CodeText): readonly Span[] {
  const { imports } = code;
  const isImport = (start: number): boolean => imports.some((span) => start >= span.start && start < span.end);
  const first = membersOf(code, undefined)
    .filter(({ kind }) => kind !== "module")
    .map((symbol) => extentOf(code, symbol).start)
    .find((start) => !isImport(start));
  const leading = imports.filter(({ start }) => first === undefined || start < first);
  return leading.length > 0 ? leading : imports;
}
