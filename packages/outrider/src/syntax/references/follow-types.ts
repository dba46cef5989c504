import { languageById } from "../../languages/language-of.ts";
import { codeKinds, type SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { agreedType, fitsUse, makerIn, writtenText } from "./called-types.ts";
import type { GraphNode } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { type Callee, parameterOf, parameterOfType, parametersIn, type TypeState } from "./parameter-types.ts";
import { readType } from "./read-type.ts";
import { isOwnReceiver, referenceRulesOf } from "./reference-rules.ts";
import { type NameResolver, namedTypes as types, ownType } from "./resolve-name.ts";
import { type PathStep, readTypePath, type TypePath } from "./type-path.ts";

/** A place that only the name speaks for. */
export interface Doubtful {
  readonly file: Occurrences;
  readonly at: Occurrence;
}

const values: ReadonlySet<SymbolKind> = new Set(["constant", "variable", "property", "function", "method"]);
const maxSupertypes = 8;
const maxAliases = 3;

/** The declaration of the type that the receiver at a place has, if every step to it is certain. */
export async function receiverTypeAt(names: NameResolver, place: Doubtful): Promise<GraphNode | undefined> {
  const state = await followPath(names, place);
  return state && (await declarationOf(names, state));
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
    if (found !== undefined) return isMeant ? await followAll(names, writtenIn(found, found.type), rest) : undefined;
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
    if (type === undefined) return "unknown";
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
async function typeOfPath(names: NameResolver, path: TypePath, origin: Origin): Promise<TypeState | undefined> {
  const { written, steps } = path;
  const { file, resolve, own, self, level } = origin;
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
      return await followAll(names, maker === undefined ? { node: type } : writtenIn({ type, ...maker }, type), rest);
    }
    const value = await resolve(step, values);
    const parameters = parametersIn(rest);
    if (value !== undefined && parameters.length > 0 && !step.isCall) {
      const direct = await parameterOf(names, { ...value, members: names.overloadsOf(value), own }, parameters);
      const type = codeKinds.has(value.symbol.kind) ? undefined : await typeOfValue(names, value, { own, level });
      const state = direct ?? (await parameterOfType(names, type, parameters));
      return await followAll(names, state, rest.slice(parameters.length));
    }
    // A function gives its result only if it is called, and what a value gives if called is not written.
    const isMeant = value !== undefined && fitsUse(value.language, [value.symbol], step.isCall);
    if (value !== undefined)
      return isMeant ? await followAll(names, await typeOfValue(names, value, { own, level }), rest) : undefined;
    const found = index === 0 && self !== undefined ? await findMember(names, self, step.name) : undefined;
    if (found !== undefined) return await followAll(names, writtenIn(found, own), rest);
    if (step.isCall) return undefined;
  }
  return undefined;
}

async function followAll(
  names: NameResolver,
  begun: TypeState | undefined,
  steps: readonly PathStep[],
): Promise<TypeState | undefined> {
  const [step, ...rest] = steps;
  if (begun === undefined || step === undefined) return begun;
  const { parameter } = step;
  if (parameter !== undefined) return await followAll(names, await parameterOfType(names, begun, [parameter]), rest);
  const parameters = parametersIn(rest);
  if (parameters.length === 0) return await followAll(names, await follow(names, begun, step), rest);
  const state = await parameterOf(names, await memberOf(names, begun, step), parameters);
  return await followAll(names, state, rest.slice(parameters.length));
}

async function memberOf(names: NameResolver, state: TypeState, at: PathStep): Promise<Callee | undefined> {
  const own = at.isCall ? undefined : await declarationOf(names, state);
  const found = own && (await findMember(names, own, at.name));
  return found && { ...found, language: found.type.language, own };
}

async function follow(names: NameResolver, state: TypeState, step: PathStep): Promise<TypeState | undefined> {
  const rules = names.rulesOf("type" in state ? state.file : state.node.file)?.writtenTypes;
  if ("type" in state) {
    const [inner] = state.type.arguments;
    const isOpened = rules?.opened?.get(step.name)?.has(state.type.words.at(-1) ?? "") === true;
    if (isOpened && inner !== undefined) return { ...state, type: inner };
  }
  // On any other type it gives the value itself.
  if (step.name === "?") return state;
  if (rules?.unproven?.has(step.name) === true) return undefined;
  const node = await declarationOf(names, state);
  const found = node === undefined ? undefined : await findMember(names, node, step.name);
  if (node === undefined || found === undefined)
    return node !== undefined && rules?.kept?.has(step.name) === true ? { node } : undefined;
  const isCalled = fitsUse(found.type.language, found.members, step.isCall);
  // The head of a method in a class of C++ counts as a property.
  const mayBeMethod =
    names.rulesOf(found.file)?.modules === "include" &&
    found.members.every(({ bodySpan, kind }) => kind === "property" && bodySpan === undefined);
  if (!isCalled && !mayBeMethod) return undefined;
  return step.isCall && (await isOverloaded(names, found, step.name)) ? undefined : writtenIn(found, node);
}

/** Of overloads that are inherited, only the arguments could tell which one is called. */
async function isOverloaded(names: NameResolver, found: FoundMember, name: string, level = 0): Promise<boolean> {
  if (level > maxSupertypes) return true;
  // Where callers see heads, those of a type hide what it inherits.
  if (referenceRulesOf(found.type.language)?.writtenTypes?.mergesDeclarations === true) return false;
  const written = writtenText(found.type.language, found.members);
  for (const above of await directSupertypes(names, found.type, name)) {
    const other = above === undefined ? undefined : await findMember(names, above, name);
    if (other === undefined) continue;
    const inherited = writtenText(other.type.language, other.members);
    if (inherited !== written || (await isOverloaded(names, other, name, level + 1))) return true;
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
  const written = writtenBy(value, names.overloadsOf(value), own);
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

function writtenIn({ type, file, members }: FoundMember, own: GraphNode | undefined): TypeState | undefined {
  return writtenBy({ ...type, file }, members, own);
}

function writtenBy(
  { file, language }: Pick<GraphNode, "file" | "language">,
  members: readonly CodeSymbol[],
  own: GraphNode | undefined,
): TypeState | undefined {
  const type = agreedType(language, members, own?.symbol.name);
  const [first] = members;
  if (type === undefined || first === undefined) return undefined;
  return { file, type, start: first.span.start, end: first.bodySpan?.start ?? first.span.end, own };
}

/** The declaration of a type, through aliases and types that stand for another one. */
async function declarationOf(names: NameResolver, state: TypeState, level = 0): Promise<GraphNode | undefined> {
  if ("node" in state)
    return state.node.symbol.kind === "type" ? await behindAlias(names, state.node, level) : state.node;
  const { file, type, own } = state;
  const last = type.words.at(-1) ?? "";
  if (/^(?:Self|self|static|this)$/.test(last) && type.words.length === 1) return own;
  const [inner] = type.arguments;
  const rules = names.rulesOf(file);
  if (inner !== undefined && rules?.writtenTypes?.transparent?.has(last) === true)
    return await declarationOf(names, { ...state, type: inner }, level);
  const node = await names.resolveWithin(file, last, { start: state.start, end: state.end }, types);
  return node === undefined ? undefined : await declarationOf(names, { node }, level);
}

async function behindAlias(names: NameResolver, alias: GraphNode, level: number): Promise<GraphNode | undefined> {
  const state = level > maxAliases ? undefined : writtenBy(alias, [alias.symbol], undefined);
  return state === undefined ? undefined : await declarationOf(names, state, level + 1);
}

export interface FoundMember {
  /** The type that declares it. */
  readonly type: GraphNode;
  /** Where it is declared: a type may continue in other files. */
  readonly file: string;
  /** Its declarations, several if it is overloaded. */
  readonly members: readonly CodeSymbol[];
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
    if (above === undefined) return undefined;
    const found = await findMember(names, above, name, seen);
    if (found !== undefined && !isMixed) return found;
    if (found !== undefined && first !== undefined && found.type.id !== first.type.id) return undefined;
    first ??= found;
  }
  return first;
}

/** The types that a type extends, itself included; undefined if one of them is unknown. */
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
    if (above === undefined || (await supertypesOf(names, above, member, seen)) === undefined) return undefined;
  return seen;
}

/** Undefined for those that are not found. */
async function directSupertypes(
  names: NameResolver,
  type: GraphNode,
  member: string,
): Promise<readonly (GraphNode | undefined)[]> {
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
  const found: (GraphNode | undefined)[] = [];
  for (const { name } of superNames(signature, head, type.language)) {
    const above = await names.resolveWithin(type.file, name, { start: nameSpan.end, end }, types);
    if (above === undefined && known?.[name]?.test(member) === false) continue;
    found.push(above === undefined ? undefined : await declarationOf(names, { node: above }));
  }
  return found;
}
