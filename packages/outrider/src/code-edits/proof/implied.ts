import { languageById } from "../../languages/language-of.ts";
import { codeKinds } from "../../languages/symbol-kind.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";

/** Whether it is used where its name is not written: `__len__` by `len()` in Python, `Less` by `sort.Sort` in Go. */
export function isImplied(target: Target): boolean {
  const { symbol, language } = target;
  if (!isMember(target) || !codeKinds.has(symbol.kind)) return false;
  return languageById(language)?.impliedMembers?.test(symbol.name) === true;
}

export const impliedBy = "the language or its library, which calls methods of this name";
