import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { Occurrence, Occurrences } from "../../syntax/references/occurrence.ts";
import { referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import { isMember, sharesPackage, type Target } from "../../syntax/references/target.ts";

/** Whether a declaration with the same name belongs to a symbol, so that both always have one name. */
export type Companion = "sure" | { readonly why: string } | undefined;

/**
 * Constructors have the name of their type; partial classes, extensions, separate definitions and prototypes declare the same
 * thing once more. Undefined for a declaration of something else.
 */
export function companionOf(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  /** The file surely uses the symbol, so that the same name is the same thing there. */
  isReached: boolean,
): Companion {
  const { symbol } = target;
  const declared = file.symbols.find(({ nameSpan }) => nameSpan.start <= at.start && at.start < nameSpan.end);
  if (declared === undefined || !isNamedLike(target, declared)) return undefined;
  if (file.file === target.file) return "sure";
  const rules = referenceRulesOf(file.language);
  if (rules?.modules === "include") {
    // Of a type, a static member is visible wherever the type is.
    const isHidden = [symbol, declared].some(({ signature }) => /^static\b/.test(signature));
    if (isHidden && !isMember(target)) return undefined;
    return isReached ? "sure" : { why: "it is declared there, too" };
  }
  if (rules?.hasPartialTypes !== true || file.language !== target.language) return undefined;
  const holder = declared.path === symbol.path ? declared : (file.symbols[declared.parent ?? -1] ?? declared);
  const isPartial = [symbol, holder].every(({ signature }) => /\bpartial\b/.test(signature));
  if (isPartial && sharesPackage(target, file)) return "sure";
  const mayContinue = declared.kind === "impl" || symbol.kind === "impl" || isPartial;
  return mayContinue ? { why: "a type of that name is continued there" } : undefined;
}

/** The same path, or a constructor in the type. */
function isNamedLike({ symbol }: Target, declared: CodeSymbol): boolean {
  if (declared.path === symbol.path) return true;
  const isMadeBy = declared.kind === "constructor" || declared.signature.includes(`~${symbol.name}`);
  return typeKinds.has(symbol.kind) && isMadeBy && isBelow(declared.path, symbol.path);
}

function isBelow(path: string, outer: string): boolean {
  return path.slice(0, path.lastIndexOf("/")) === outer;
}
