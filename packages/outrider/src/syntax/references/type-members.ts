import { languageById } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { declarationOf, type FoundType, writtenText } from "./declared-types.ts";
import type { GraphNode } from "./graph-node.ts";
import { tellsOutside } from "./outside-types.ts";
import { type NameResolver, namedTypes } from "./resolve-name.ts";

const maxSupertypes = 8;

export interface FoundMember {
  /** The type that declares it. */
  readonly type: GraphNode;
  /** Where it is declared: a type may continue in other files. */
  readonly file: string;
  /** Its declarations, several if it is overloaded. */
  readonly members: readonly CodeSymbol[];
}

/** The member of a type, its own or the first that it inherits; undefined if a type before that one is not the project's. */
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
    if (above === undefined || above === "outside") return undefined;
    const found = await findMember(names, above, name, seen);
    if (found !== undefined && !isMixed) return found;
    if (found !== undefined && first !== undefined && found.type.id !== first.type.id) return undefined;
    first ??= found;
  }
  return first;
}

/** Whether a type can have a member only from outside: all types of the project above it are known, and none declares one. */
export async function isFromOutside(
  names: NameResolver,
  type: GraphNode,
  name: string,
  seen: Set<string> = new Set(),
): Promise<boolean> {
  if (seen.has(type.id)) return true;
  if (!tellsOutside(type.language) || seen.size > maxSupertypes) return false;
  if (names.membersOf(type, name) !== undefined) return false;
  seen.add(type.id);
  for (const above of await directSupertypes(names, type, name))
    if (above === undefined || (above !== "outside" && !(await isFromOutside(names, above, name, seen)))) return false;
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
    if (above === undefined || above === "outside" || !(await supertypesOf(names, above, member, seen)))
      return undefined;
  return seen;
}

/** Undefined for those that are not found. */
async function directSupertypes(
  names: NameResolver,
  type: GraphNode,
  member: string,
): Promise<readonly (FoundType | undefined)[]> {
  const known = languageById(type.language)?.hierarchy?.known;
  const { signature, nameSpan } = type.symbol;
  if (signature.endsWith("…")) return [undefined];
  const start = Math.max(0, signature.indexOf(` ${type.symbol.name}`) + 1);
  const head = {
    ...type.symbol,
    span: { start: 0, end: signature.length },
    nameSpan: { start, end: start + type.symbol.name.length },
    bodySpan: undefined,
  };
  const end = type.symbol.bodySpan?.start ?? type.symbol.span.end;
  const found: (FoundType | undefined)[] = [];
  for (const { name } of superNames(signature, head, type.language)) {
    const above = await names.resolveWithin(type.file, name, { start: nameSpan.end, end }, namedTypes);
    if (above !== undefined) found.push(await declarationOf(names, { node: above }));
    else if (known?.[name]?.test(member) !== false)
      found.push((await names.isOutside(type.file, name)) ? "outside" : undefined);
  }
  return found;
}

/** Of overloads that are inherited, only the arguments could tell which one is called. */
export async function isOverloaded(names: NameResolver, found: FoundMember, name: string, level = 0): Promise<boolean> {
  if (level > maxSupertypes) return true;
  const written = writtenText(found.type.language, found.members);
  for (const above of await directSupertypes(names, found.type, name)) {
    const other = above === undefined || above === "outside" ? undefined : await findMember(names, above, name);
    if (other === undefined) continue;
    if (
      writtenText(other.type.language, other.members) !== written ||
      (await isOverloaded(names, other, name, level + 1))
    )
      return true;
  }
  return false;
}
