import { languageById } from "../../languages/language-of.ts";
import { codeKinds, type SymbolKind } from "../../languages/symbol-kind.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { fitsUse, isDistinct, isOfUnnamedType, makerIn, typeInPlace, writtenText } from "./called-types.ts";
import type { GraphNode } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { outsideName, outsideOf, outsidePath, outsideValue } from "./outside-types.ts";
import { readType } from "./read-type.ts";
import { isOwnReceiver, referenceRulesOf } from "./reference-rules.ts";
import { type NameResolver, namedTypes as types, ownType } from "./resolve-name.ts";
import { asHead } from "./type-head.ts";
import { type PathStep, readTypePath, type TypePath } from "./type-path.ts";
import {
  type FoundMember,
  type OutsideState,
  type TypeState,
  type WrittenState,
  writtenBy,
  writtenIn,
} from "./type-state.ts";

/** A place that only the name speaks for. */
export interface Doubtful {
  readonly file: Occurrences;
  readonly at: Occurrence;
}

const values: ReadonlySet<SymbolKind> = new Set(["constant", "variable", "property", "function", "method"]);
const maxSupertypes = 8;
const maxAliases = 3;

/** The declaration of the type that the receiver at a place has, if every step to it is certain; or that it is outside. */
export async function receiverTypeAt(
  names: NameResolver,
  { file, at }: Doubtful,
): Promise<GraphNode | OutsideState | undefined> {
  const state = await followPath(names, { file, at });
  if (state === undefined) return await outsidePath(names, file.file, at.receiverPath?.steps ?? []);
  return "outside" in state ? state : ((await declarationOf(names, state)) ?? (await outsideOf(names, state)));
}

async function followPath(names: NameResolver, { file, at }: Doubtful): Promise<TypeState | undefined> {
  const path = at.receiverPath;
  if (path === undefined) return undefined;
  const own = ownType(names, file, at);
  if (path.written === undefined && isOwnReceiver(path.steps[0]?.name ?? ""))
    return own && (await followAll(names, { node: own }, path.steps.slice(1)));
  const [first, ...rest] = path.steps;
  if (path.written === undefined && first !== undefined) {
    const found = await impliedMember(names, { file, at }, first.name);
    if (found === "unknown") return undefined;
    const isMeant = found === undefined || fitsUse(file.language, found.members, first.isCall);
    if (found !== undefined)
      return isMeant ? await followAll(names, writtenIn(names, found, found.type), rest) : undefined;
  }
  const self = names.hasImplicitSelf(file.language) ? own : undefined;
  const resolve: Resolve = (step, kinds) => names.resolve(file.file, step, kinds);
  return await typeOfPath(names, path, { file: file.file, resolve, own, self, level: 0 });
}

/** The member that is meant because a value or type around is implied as the receiver; "unknown" if one of these is. */
export async function impliedMember(
  names: NameResolver,
  { file, at }: Doubtful,
  name: string,
): Promise<FoundMember | "unknown" | undefined> {
  for (const path of at.implied ?? []) {
    const type = await receiverTypeAt(names, { file, at: { ...at, receiverPath: path, implied: [] } });
    if (type === undefined || "outside" in type) return "unknown";
    const found = await findMember(names, type, name);
    if (found !== undefined) return found;
    if ((await supertypesOf(names, type, name)) === undefined) return "unknown";
  }
  return undefined;
}

type Resolve = (step: PathStep, kinds: ReadonlySet<SymbolKind>) => Promise<GraphNode | undefined>;

/** Where a path begins. */
interface Origin {
  readonly file: string;
  readonly resolve: Resolve;
  /** What `Self` means there. */
  readonly own: GraphNode | undefined;
  /** The type whose members are used without a qualifier. */
  readonly self: GraphNode | undefined;
  /** How many values were followed to get there. */
  readonly level: number;
}

/** From a written type, or from the type, value or function that the first names mean. */
async function typeOfPath(
  names: NameResolver,
  { written, steps }: TypePath,
  { file, resolve, own, self, level }: Origin,
): Promise<TypeState | undefined> {
  if (written !== undefined) {
    const plain = names.rulesOf(file)?.writtenTypes?.plain;
    const type = readType(plain?.(written.text) ?? written.text);
    return type && (await followAll(names, { file, type, ...written.span, own }, steps));
  }
  for (const [index, step] of steps.entries()) {
    const rest = steps.slice(index + 1);
    const type = step.isCall && index > 0 ? undefined : await resolve(step, types);
    if (type !== undefined && !(step.isCall && type.symbol.kind === "type")) {
      const maker = step.isCall ? names.membersOf(type, makerIn(type.language) ?? "") : undefined;
      return await followAll(
        names,
        maker === undefined ? { node: type } : writtenIn(names, { type, ...maker }, type),
        rest,
      );
    }
    const value = await resolve(step, values);
    if (value !== undefined) {
      // A function gives its result only if it is called, and what a value gives if called is not written.
      const isMeant = fitsUse(value.language, [value.symbol], step.isCall);
      return isMeant ? await followAll(names, await typeOfValue(names, value, { own, level }), rest) : undefined;
    }
    const found = index === 0 && self !== undefined ? await findMember(names, self, step.name) : undefined;
    if (found !== undefined) return await followAll(names, writtenIn(names, found, own), rest);
    if (step.isCall) break;
  }
  const beyond = await outsideValue(names, file, steps);
  return beyond && (await followAll(names, beyond, steps.slice(2)));
}

async function followAll(
  names: NameResolver,
  begun: TypeState | undefined,
  steps: readonly PathStep[],
): Promise<TypeState | undefined> {
  let state = begun;
  for (const step of steps) state = state === undefined ? undefined : await follow(names, state, step);
  return state;
}

async function follow(names: NameResolver, state: TypeState, step: PathStep): Promise<TypeState | undefined> {
  if ("outside" in state) return state.outside.isClosed ? state : undefined;
  const rules = names.rulesOf("type" in state ? state.file : state.node.file)?.writtenTypes;
  const opened = rules?.opened?.get(step.name);
  const list = opened === undefined ? undefined : await withElements(names, state);
  if (list !== undefined) {
    const [inner] = list.type.arguments;
    const isOpened = opened?.has(list.type.words.at(-1) ?? "") === true;
    if (isOpened) return inner && { ...list, type: inner };
  }
  // On any other type it gives the value itself.
  if (step.name === "?") return state;
  if (rules?.unproven?.has(step.name) === true) return undefined;
  const node = await declarationOf(names, state);
  const found = node === undefined ? undefined : await findMember(names, node, step.name);
  if (node === undefined) {
    const beyond = await outsideOf(names, state);
    return beyond?.outside.isClosed === true ? beyond : undefined;
  }
  if (found === undefined) {
    // A type may give `[]` a meaning of its own, or inherit one.
    const operator = `operator${step.name}`;
    const isPlain = /\w/.test(step.name) || (await supertypesOf(names, node, operator)) !== undefined;
    const isKept = rules?.kept?.has(step.name) === true && isPlain;
    return isKept && (await findMember(names, node, operator)) === undefined ? { node } : undefined;
  }
  const isCalled = fitsUse(found.type.language, found.members, step.isCall);
  // The head of a method in a class of C++ counts as a property.
  const mayBeMethod =
    names.rulesOf(found.file)?.modules === "include" &&
    found.members.every(({ bodySpan, kind }) => kind === "property" && bodySpan === undefined);
  if (!isCalled && !mayBeMethod) return undefined;
  return step.isCall && (await isOverloaded(names, found, step.name)) ? undefined : writtenIn(names, found, node);
}

/** The type as it is written, or the one that it is made from. */
async function withElements(
  names: NameResolver,
  state: Exclude<TypeState, OutsideState>,
): Promise<WrittenState | undefined> {
  const made = names.rulesOf("type" in state ? state.file : state.node.file)?.writtenTypes?.underlying;
  const node = made === undefined ? undefined : await declarationOf(names, state);
  const text = node?.symbol.kind === "type" ? made?.(node.symbol) : undefined;
  const type = text === undefined ? undefined : readType(text);
  if (node === undefined || type === undefined) return "type" in state ? state : undefined;
  const { start, end } = node.symbol.span;
  return { file: node.file, type, start, end, own: node };
}

/** Of overloads that are inherited, only the arguments could tell which one is called. */
async function isOverloaded(names: NameResolver, found: FoundMember, name: string, level = 0): Promise<boolean> {
  if (level > maxSupertypes) return true;
  const written = writtenText(found.type.language, found.members);
  for (const above of await directSupertypes(names, found.type, name)) {
    const other = above === undefined || "outside" in above ? undefined : await findMember(names, above, name);
    if (other === undefined) continue;
    if (
      writtenText(other.type.language, other.members) !== written ||
      (await isOverloaded(names, other, name, level + 1))
    )
      return true;
  }
  return false;
}

/** The type that a declaration writes, or that of the expression it is made from. */
async function typeOfValue(
  names: NameResolver,
  value: GraphNode,
  { own, level }: Pick<Origin, "own" | "level">,
): Promise<TypeState | undefined> {
  const { file, language, symbol } = value;
  const node = typeInPlace(names, value, [symbol]);
  if (node !== undefined) return { node };
  const written = writtenBy(value, [symbol], own);
  const rules = referenceRulesOf(language)?.writtenTypes;
  const text = written === undefined && !codeKinds.has(symbol.kind) ? rules?.from?.(symbol) : undefined;
  const path =
    text === undefined || level >= maxAliases
      ? undefined
      : readTypePath(text, { start: 0, end: text.length }, rules?.squareTypes);
  if (path === undefined) return written;
  const resolve: Resolve = (step, kinds) => names.resolveWithin(file, step.name, symbol.span, kinds);
  // Its offsets are those of the signature: names are looked for in the whole declaration.
  const placed = path.written === undefined ? path : { ...path, written: { ...path.written, span: symbol.span } };
  return await typeOfPath(names, placed, { file, resolve, own: undefined, self: undefined, level: level + 1 });
}

/** The declaration of a type, through aliases and types that stand for another one. */
async function declarationOf(names: NameResolver, state: TypeState, level = 0): Promise<GraphNode | undefined> {
  if ("outside" in state) return undefined;
  if ("node" in state)
    return state.node.symbol.kind === "type" ? await behindAlias(names, state.node, level) : state.node;
  const { file, type, own } = state;
  const last = type.words.at(-1) ?? "";
  if (/^(?:Self|self|static)$/.test(last) && type.words.length === 1) return own;
  const [inner] = type.arguments;
  const rules = names.rulesOf(file);
  if (inner !== undefined && rules?.writtenTypes?.transparent?.has(last) === true)
    return await declarationOf(names, { ...state, type: inner }, level);
  const node = await names.resolveWithin(file, last, { start: state.start, end: state.end }, types);
  return node === undefined ? undefined : await declarationOf(names, { node }, level);
}

async function behindAlias(names: NameResolver, alias: GraphNode, level: number): Promise<GraphNode | undefined> {
  if (isDistinct(alias)) return alias;
  const state = level > maxAliases ? undefined : writtenBy(alias, [alias.symbol], undefined);
  return state === undefined ? undefined : await declarationOf(names, state, level + 1);
}

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
  const { signature, nameSpan } = type.symbol;
  // Nothing is between the words before a body and the body itself.
  if (isOfUnnamedType(type.symbol) || /(?:^|: )typedef\s+(?:struct|union)\s*\{/.test(signature)) return [];
  if (signature.endsWith("…")) return [undefined];
  const end = type.symbol.bodySpan?.start ?? type.symbol.span.end;
  const found: (GraphNode | OutsideState | undefined)[] = [];
  for (const { name } of superNames(signature, asHead(type.symbol), type.language)) {
    const above = await names.resolveWithin(type.file, name, { start: nameSpan.end, end }, types);
    if (above !== undefined) found.push(await declarationOf(names, { node: above }));
    else if (known?.[name]?.test(member) !== false) found.push(await outsideName(names, type.file, name));
  }
  return found;
}
