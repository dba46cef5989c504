import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { Certainty } from "./certainty.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { isMember, type Target } from "./target.ts";

/** A bare name that may mean a member of another value, which comes before what is around it; but not before what is local. */
export function mayBeOfOtherSelf(target: Target, at: Occurrence, found: Certainty): boolean {
  if (at.selfAround === undefined || at.role === "definition") return false;
  if (found === "sure") return at.selfAround === "other" || target.hasOtherMember === true;
  // A function beside the types may extend the type of that value.
  return (found === "declaration" || found === "scope") && (isMember(target) || codeKinds.has(target.symbol.kind));
}

/** Whether something else has the name of the target where that is not called. */
export function isNotCalled({ language, symbol }: Target, { role, key }: Occurrence): boolean {
  return role === "use" && key === undefined && referenceRulesOf(language)?.onlyCalled?.(symbol) === true;
}

/** Another type of the project has a member of the name. */
export function hasOtherMember({ file, language, symbol }: Target, files: readonly Occurrences[]): boolean {
  if (referenceRulesOf(language)?.selfAround === undefined) return false;
  return files.some((other) =>
    other.symbols.some(({ name, parent, path }) => {
      if (name !== symbol.name || parent === undefined || (other.file === file && path === symbol.path)) return false;
      return typeKinds.has(other.symbols[parent]?.kind ?? "module");
    }),
  );
}
