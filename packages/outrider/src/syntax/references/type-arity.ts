import { typeParametersIn } from "../../languages/function-types.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { nameEnd } from "../../languages/written-types.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import type { Target } from "./target.ts";

/** The target is a type, and the name has another number of arguments, or is that of a type with another number of parameters. */
export function isOfOtherArity({ language, symbol }: Target, { symbols }: Occurrences, at: Occurrence): boolean {
  if (referenceRulesOf(language)?.typeArityAt === undefined || !typeKinds.has(symbol.kind)) return false;
  // An alias may have arguments in it.
  if (at.role !== "definition") return at.name === symbol.name && at.typeArity !== arityOf(symbol);
  const declared = symbols.find(({ nameSpan }) => nameSpan.start === at.start);
  return declared !== undefined && typeKinds.has(declared.kind) && arityOf(declared) !== arityOf(symbol);
}

/** Two for `class Map<Key, Value>`. */
function arityOf({ name, signature }: CodeSymbol): number {
  return typeParametersIn(signature.slice(nameEnd(name, signature) ?? signature.length)).length;
}
