import { languageById } from "../../languages/language-of.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";

/** How much the name of a declaration says about what is around it: 3 for types and modules, 2 for functions, 1 for the rest. */
export function nameLevel({ kind, bodySpan, parent, signature }: CodeSymbol, language: string): number {
  // A prototype or a forward declaration is not the place that somebody looks for.
  if (bodySpan === undefined && languageById(language)?.heads?.acrossFiles === true && kind !== "type") return 1;
  // `mod x;`, `namespace A\B;`, `package x`: many files have the same.
  if (kind === "module" && (bodySpan === undefined || /^(namespace|package)\b/.test(signature))) return 1;
  // An alias inside of something else is a detail of it.
  if (kind === "type" && parent !== undefined) return 2;
  return types.has(kind) ? 3 : functions.has(kind) ? 2 : 1;
}

const types: ReadonlySet<SymbolKind> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "type",
  "module",
  "table",
]);
const functions: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "macro", "section", "rule"]);
