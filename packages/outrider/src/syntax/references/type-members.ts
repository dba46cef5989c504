import { skipGenerics } from "../../languages/function-types.ts";
import { languageById } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { isOfUnnamedType, writtenText } from "./called-types.ts";
import type { GraphNode } from "./graph-node.ts";
import { readType } from "./read-type.ts";
import { outsideName } from "./outside-types.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { namedTypes } from "./only-one.ts";
import type { NameResolver } from "./resolve-name.ts";
import { asHead } from "./type-head.ts";
import { declarationOf, type FoundMember, isHidden, type OutsideState } from "./type-state.ts";

const maxSupertypes = 8;

/** The member of a type, its own or the first that it inherits; undefined if a type before that one is unknown. */
export async function findMember(
  names: NameResolver,
  type: GraphNode,
  name: string,
  seen: Set<string> = new Set(),
): Promise<FoundMember | undefined> {
  if (seen.has(type.id) || seen.size > maxSupertypes) return undefined;
  seen.add(type.id);
  const own = names.membersOf(type, name);
  if (own !== undefined) return { type, ...own };
  if (names.rulesOf(type.file)?.writtenTypes?.ownMembersOnly === true) return undefined;
  const isMixed = names.rulesOf(type.file)?.writtenTypes?.mixins === true;
  let first: FoundMember | undefined;
  for (const above of await directSupertypes(names, type, name)) {
    if (above === undefined || "outside" in above) return undefined;
    const found = await findMember(names, above, name, seen);
    // What is not inherited hides nothing, but where else the name leads is not looked for.
    if (found !== undefined && found.members.some((member) => isOwnOnly(found.type, member))) return undefined;
    if (found !== undefined && !isMixed) return found;
    if (found !== undefined && first !== undefined && found.type.id !== first.type.id) return undefined;
    first ??= found;
  }
  return first;
}

/** A private member, or a static one of an interface. */
function isOwnOnly({ symbol: { kind } }: GraphNode, { signature }: CodeSymbol): boolean {
  return /^(?:[@\w]+\s+)*private\b/.test(signature) || (kind === "interface" && /^(?:\w+\s+)*static\b/.test(signature));
}

/** Whether a type can have a member only from outside: all types of the project above it are known, and none declares one. */
export async function isFromOutside(
  names: NameResolver,
  type: GraphNode,
  name: string,
  seen: Set<string> = new Set(),
): Promise<boolean> {
  if (seen.has(type.id)) return true;
  if (seen.size > maxSupertypes || names.membersOf(type, name) !== undefined) return false;
  seen.add(type.id);
  for (const above of await directSupertypes(names, type, name))
    if (above === undefined || !("outside" in above || (await isFromOutside(names, above, name, seen)))) return false;
  return true;
}

/** The types that a type extends, itself included; undefined if one of them is not the project's. */
export async function supertypesOf(
  names: NameResolver,
  type: GraphNode,
  member: string,
  seen: Set<string> = new Set(),
): Promise<ReadonlySet<string> | undefined> {
  if (seen.has(type.id)) return seen;
  if (seen.size > maxSupertypes) return undefined;
  seen.add(type.id);
  for (const above of await directSupertypes(names, type, member))
    if (above === undefined || "outside" in above || !(await supertypesOf(names, above, member, seen)))
      return undefined;
  return seen;
}

/** Undefined for those that are not found. */
async function directSupertypes(
  names: NameResolver,
  type: GraphNode,
  member: string,
): Promise<readonly (GraphNode | OutsideState | undefined)[]> {
  const known = languageById(type.language)?.hierarchy?.known;
  const transparent = referenceRulesOf(type.language)?.writtenTypes?.transparent;
  const { signature, nameSpan } = type.symbol;
  // Nothing is between the words before a body and the body itself.
  if (isOfUnnamedType(type.symbol) || /(?:^|: )typedef\s+(?:struct|union)\s*\{/.test(signature)) return [];
  if (signature.endsWith("…")) return [undefined];
  const end = type.symbol.bodySpan?.start ?? type.symbol.span.end;
  const found: (GraphNode | OutsideState | undefined)[] = [];
  for (const { name: written, start } of superNames(signature, asHead(type.symbol), type.language)) {
    const isOpen = transparent?.has(written) === true && !isHidden(names, type.file, written);
    const name = isOpen ? (argumentOf(signature.slice(start), written) ?? written) : written;
    const above = await names.resolveWithin(type.file, name, { start: nameSpan.end, end }, namedTypes);
    if (above !== undefined) found.push(await declarationOf(names, { node: above }));
    else if (known?.[name]?.test(member) !== false) found.push(await outsideName(names, type.file, name));
  }
  return found;
}

/** `Base` in `Omit<Base, "name">`. */
function argumentOf(head: string, name: string): string | undefined {
  const rest = head.slice(name.length);
  return readType(`${name}${rest.slice(0, skipGenerics(rest))}`)?.arguments[0]?.words.at(-1);
}

/** Of overloads that are inherited, only the arguments could tell which one is called. */
export async function isOverloaded(names: NameResolver, found: FoundMember, name: string, level = 0): Promise<boolean> {
  if (level > maxSupertypes) return true;
  // Where callers see heads, those of a type hide what it inherits.
  if (referenceRulesOf(found.type.language)?.writtenTypes?.mergesDeclarations === true) return false;
  const written = writtenText(found.type.language, found.members);
  for (const above of await directSupertypes(names, found.type, name)) {
    const other = above === undefined || "outside" in above ? undefined : await findMember(names, above, name);
    if (other === undefined) continue;
    const inherited = writtenText(other.type.language, other.members);
    if (inherited !== written || (await isOverloaded(names, other, name, level + 1))) return true;
  }
  return false;
}
