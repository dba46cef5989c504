import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import { hasRival, outerPath } from "./lexical-scope.ts";
import { mayBeFoundByArguments, mayBeInheritedNearer } from "./member-rivals.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { hasImplicitSelf, referenceRulesOf } from "./reference-rules.ts";
import { superclassesAt } from "./superclass.ts";
import { chainOf } from "./symbol-chain.ts";
import { isMember, type Target } from "./target.ts";
import { isOfOtherArity } from "./type-arity.ts";

/** Whether something else may be meant at a place, although scope and imports lead to the target: members hide what is around them. */
export function isUnclearAt(target: Target, file: Occurrences, at: Occurrence): boolean {
  return (
    isOfSeveral(target, file, at) ||
    isOfOtherArity(target, file, at) ||
    hasRival(file, at) ||
    mayBeOwnValue(target, file, at) ||
    mayCallField(target, file, at) ||
    mayBeReceivers(target, file, at) ||
    mayBeOwnMember(target, file, at) ||
    target.hasOtherPart === true ||
    target.hasTypeTwin === true ||
    mayBeFoundByArguments(target, at) ||
    mayBeInheritedNearer(target, file, at)
  );
}

/** Without a member's own type before it, a name may mean either of two declarations with one path. */
export function isOfTwins({ hasTypeTwin: hasTwin }: Target, { language }: Occurrences, { role }: Occurrence): boolean {
  return hasTwin === true && !hasImplicitSelf(language) && role !== "definition";
}

/** The target's type shares its name with others, and the place is not inside of it. */
function isOfSeveral(
  { file, container, hasExtension, extendsOutside }: Target,
  other: Occurrences,
  at: Occurrence,
): boolean {
  if (hasExtension === true && at.role === "call" && at.receiver !== undefined) return true;
  if (extendsOutside === true && at.role === "call" && at.receiver !== undefined) return true;
  if (container?.overload === undefined) return false;
  // Without arguments, the name means the type that has no parameters.
  if (at.receiver === container.name && container.signature.includes(`${container.name}<`)) return true;
  const { start, end } = container.span;
  return file !== other.file || at.start < start || at.start >= end;
}

/** A type around has a value with the name of the target, which is a type: only grammar could tell which one is meant. */
function mayBeOwnValue(
  { symbol }: Target,
  { symbols }: Occurrences,
  { name, role, within, receiver }: Occurrence,
): boolean {
  if (!typeKinds.has(symbol.kind) || role === "call" || receiver !== undefined) return false;
  const around = chainOf(symbols, within).filter(({ kind }) => typeKinds.has(kind));
  return around.some(({ path }) => symbols.some((each) => each.path === `${path}/${name}` && each.kind === "property"));
}

/** A type around has a field with the name of what is called, which may be a function. */
function mayCallField({ container }: Target, { symbols, language }: Occurrences, at: Occurrence): boolean {
  if (referenceRulesOf(language)?.callsFields !== true || at.role !== "call" || at.receiver !== undefined) return false;
  const around = chainOf(symbols, at.within).filter(
    ({ kind, path }) => typeKinds.has(kind) && path !== container?.path,
  );
  return around.some(({ path }) =>
    symbols.some(
      (each) => each.path === `${path}/${at.name}` && (each.kind === "property" || each.kind === "constant"),
    ),
  );
}

/** A function around extends a type from elsewhere that may have a member of the name. */
function mayBeReceivers(
  target: Target,
  { symbols, language }: Occurrences,
  { name, within, receiver }: Occurrence,
): boolean {
  const rule = referenceRulesOf(language)?.mayBeReceivers;
  if (rule === undefined || receiver !== undefined || isMember(target)) return false;
  return chainOf(symbols, within).some((around) => codeKinds.has(around.kind) && rule(name, around));
}

/** In a method whose class is elsewhere or extends others, the name may be that of a member. */
function mayBeOwnMember({ hasMemberRival }: Target, file: Occurrences, at: Occurrence): boolean {
  if (hasMemberRival !== true || at.receiver !== undefined) return false;
  const { symbols } = file;
  const [inner, ...outer] = chainOf(symbols, at.within);
  const type = [inner, ...outer].find((each) => each !== undefined && typeKinds.has(each.kind));
  const around = type === undefined ? outerPath(inner?.path ?? "") : "";
  const isApart = around !== "" && !symbols.some(({ path, kind }) => path === around && kind === "module");
  return isApart || (type !== undefined && superclassesAt(file, at).length > 0);
}
