import { typeKinds } from "../../languages/symbol-kind.ts";
import { type Doubtful, impliedMember } from "./follow-types.ts";
import { type GraphNode, nodeOf } from "./graph-node.ts";
import { outerPath } from "./lexical-scope.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { type NameResolver, ownType } from "./resolve-name.ts";
import { chainOf } from "./symbol-chain.ts";
import { targetOf } from "./target.ts";
import { findMember, isFromOutside, supertypesOf } from "./type-members.ts";
import type { FoundMember } from "./type-state.ts";

/** A bare name in a type, which nothing in the file declares or imports, and which means no member of another value. */
export function mayBeInherited(
  file: Occurrences,
  { name, receiver, local, key, role, selfAround }: Occurrence,
): boolean {
  if (referenceRulesOf(file.language)?.writtenTypes?.bareMembers !== true || selfAround !== undefined) return false;
  if (receiver !== undefined || local !== undefined || key !== undefined || role === "import") return false;
  return !file.imports.some((site) => site.local === name);
}

/** The member that a bare name means: of the innermost type around that has it, if all types before that one are known. */
export async function bareMember(
  names: NameResolver,
  { file, at }: Doubtful,
  name: string,
): Promise<FoundMember | "outside" | undefined> {
  const implied = await impliedMember(names, { file, at }, name);
  if (implied !== undefined) return implied === "unknown" ? undefined : implied;
  const types = typesAround(names, file, at);
  const isClosed = hasClosedTypes(file.language);
  let areAllKnown = true;
  for (const type of types) {
    // Bare names are not looked for in types that depend on a parameter of a template.
    if (type === undefined || dependsOnParameter(type)) return undefined;
    const found = areAllKnown ? await findMember(names, type, name) : undefined;
    if (found !== undefined) return found;
    areAllKnown &&= (await supertypesOf(names, type, name)) !== undefined;
    if (!areAllKnown && !(isClosed && (await isFromOutside(names, type, name)))) return undefined;
  }
  // An import of everything may bring it in.
  const isFound = file.imports.every(({ local }) => local !== undefined) && types.length > 0;
  return isFound && isClosed ? "outside" : undefined;
}

function dependsOnParameter({ language, symbol }: GraphNode): boolean {
  return referenceRulesOf(language)?.modules === "include" && /:[^{]*</.test(symbol.signature);
}

/** The member of a type; "outside" if no type of the project has it. */
export async function memberOf(
  names: NameResolver,
  type: GraphNode,
  name: string,
): Promise<FoundMember | "outside" | undefined> {
  const found = await findMember(names, type, name);
  if (found !== undefined || !hasClosedTypes(type.language)) return found;
  return (await isFromOutside(names, type, name)) ? "outside" : undefined;
}

export function hasClosedTypes(language: string): boolean {
  return referenceRulesOf(language)?.writtenTypes?.closedTypes === true;
}

/** The types whose members a bare name may mean, the innermost first; undefined for those that are unknown. */
export function typesAround(
  names: NameResolver,
  file: Occurrences,
  at: Occurrence,
): readonly (GraphNode | undefined)[] {
  const chain = chainOf(file.symbols, at.within);
  // The body of a macro means what is visible where that is used.
  if (chain[0]?.kind === "macro") return [];
  const outer = chain.filter(({ kind }) => typeKinds.has(kind));
  if (outer.length > 0)
    return outer.map((type, index) => (index === 0 ? ownType(names, file, at) : nodeOf(targetOf(file, type))));
  // Code apart from its type names it: `void Outer::Inner::read()`.
  const found: GraphNode[] = [];
  for (let path = outerPath(chain[0]?.path ?? ""); path !== ""; path = outerPath(path)) {
    const type = names.typeAt(file, path);
    if (type === undefined) break;
    found.push(type);
  }
  return found;
}
