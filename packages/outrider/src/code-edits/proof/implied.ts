import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";

/** Whether it is used where its name is not written: `main` by the system, `__len__` by `len()` in Python, `Less` by `sort.Sort` in Go, `plus` by `+` in Kotlin. */
export function isImplied(target: Target): boolean {
  const { symbol, container, language } = target;
  if (container === undefined) {
    const { entryPoints, entryMarks } = languageById(language) ?? {};
    const isEntry = entryPoints?.includes(symbol.name) === true || entryMarks?.test(symbol.signature) === true;
    return symbol.kind === "function" && isEntry;
  }
  if (!isMember(target)) return false;
  if (!typeKinds.has(container.kind) && container.kind !== "type") return false;
  const hasOwnFields = languageById(language)?.members?.ownFields === true;
  if (!codeKinds.has(symbol.kind) && (symbol.kind !== "property" || hasOwnFields)) return false;
  const isOperator = /\boperator\b/.test(symbol.signature) || !/[\p{L}_]/u.test(symbol.name);
  return isOperator || languageById(language)?.impliedMembers?.test(symbol.name, symbol.signature) === true;
}

export const impliedBy = "the language or its library, which uses this name";
