import { resultIndex } from "../../languages/function-types.ts";
import { codeKinds, type SymbolKind } from "../../languages/symbol-kind.ts";
import { fitsUse, makerIn, typeInPlace } from "./called-types.ts";
import type { GraphNode } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { outsideOf, outsidePath, outsideValue } from "./outside-types.ts";
import { type Callee, nestedType, parameterOf, parameterOfType, parametersIn, readText } from "./parameter-types.ts";
import { readType } from "./read-type.ts";
import { isOwnReceiver, referenceRulesOf } from "./reference-rules.ts";
import { namedTypes as types } from "./only-one.ts";
import { type NameResolver, ownType } from "./resolve-name.ts";
import { findMember, isOverloaded, supertypesOf } from "./type-members.ts";
import { type PathStep, readTypePath, type TypePath } from "./type-path.ts";
import { isNoValue } from "./type-names.ts";
import {
  declarationOf,
  type FoundMember,
  isHidden,
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
/** A value may be made from another one, and that from a third. */
const maxValues = 3;

/** The declaration of the type that the receiver at a place has, if every step to it is certain; or that it is outside. */
export async function receiverTypeAt(
  names: NameResolver,
  { file, at }: Doubtful,
): Promise<GraphNode | OutsideState | undefined> {
  const state = await followPath(names, { file, at });
  // What is before a dot may be a value that no binding was found for.
  const isType = at.separator === "::" || referenceRulesOf(file.language)?.writtenTypes?.closedTypes === true;
  if (state === undefined)
    return isType ? await outsidePath(names, file.file, at.receiverPath?.steps ?? []) : undefined;
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
async function typeOfPath(names: NameResolver, path: TypePath, origin: Origin): Promise<TypeState | undefined> {
  const { written, steps } = path;
  const { file, resolve, own, self, level } = origin;
  if (written !== undefined) {
    const plain = names.rulesOf(file)?.writtenTypes?.plain;
    const text = plain?.(written.text) ?? written.text;
    const parameters = parametersIn(steps);
    const inner = parameters.length === 0 ? undefined : readText(nestedType(text, parameters));
    if (inner !== undefined)
      return await followAll(names, { file, type: inner, ...written.span, own }, steps.slice(parameters.length));
    const type = readType(text);
    return type && (await followAll(names, { file, type, ...written.span, own }, steps));
  }
  for (const [index, step] of steps.entries()) {
    const rest = steps.slice(index + 1);
    const type = step.isCall && index > 0 ? undefined : await resolve(step, types);
    const isType = type !== undefined && !isNoValue(type.language, type.symbol.kind);
    if (isType && !(step.isCall && type.symbol.kind === "type")) {
      const maker = step.isCall ? names.membersOf(type, makerIn(type.language) ?? "") : undefined;
      return await followAll(
        names,
        maker === undefined ? { node: type } : writtenIn(names, { type, ...maker }, type),
        rest,
      );
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
    if (value !== undefined && step.isCall && !isMeant && !codeKinds.has(value.symbol.kind)) {
      const callee = { ...value, members: names.overloadsOf(value), own };
      return await followAll(names, await parameterOf(names, callee, [resultIndex]), rest);
    }
    if (value !== undefined)
      return isMeant ? await followAll(names, await typeOfValue(names, value, { own, level }), rest) : undefined;
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
  const [step, ...rest] = steps;
  if (begun === undefined || step === undefined) return begun;
  const { parameter } = step;
  if (parameter !== undefined) return await followAll(names, await parameterOfType(names, begun, [parameter]), rest);
  const parameters = parametersIn(rest);
  if (parameters.length === 0) return await followAll(names, await follow(names, begun, step), rest);
  const passed = passedValue(names, begun, step, parameters);
  if (passed !== undefined) return await followAll(names, passed, rest.slice(2));
  const state = await parameterOf(names, await memberOf(names, begun, step), parameters);
  return await followAll(names, state, rest.slice(parameters.length));
}

/** The value of a list that a method of the list calls a function with: `map` the first parameter of the first one. */
function passedValue(
  names: NameResolver,
  state: TypeState,
  { name }: PathStep,
  [called, parameter]: readonly number[],
): WrittenState | undefined {
  if (!("type" in state) || called !== 0 || parameter === undefined || !isList(names, state)) return undefined;
  const isPassed = names.rulesOf(state.file)?.writtenTypes?.lists?.passing.get(name)?.includes(parameter) === true;
  const [type] = state.type.arguments;
  return isPassed && type !== undefined ? { ...state, type } : undefined;
}

function isList(names: NameResolver, { file, type }: WrittenState): boolean {
  const word = type.words.at(-1) ?? "";
  return names.rulesOf(file)?.writtenTypes?.lists?.types.has(word) === true && !isHidden(names, file, word);
}

async function memberOf(names: NameResolver, state: TypeState, at: PathStep): Promise<Callee | undefined> {
  const own = at.isCall ? undefined : await declarationOf(names, state);
  const found = own && (await findMember(names, own, at.name));
  return found && { ...found, language: found.type.language, own };
}

async function follow(names: NameResolver, state: TypeState, step: PathStep): Promise<TypeState | undefined> {
  if ("outside" in state) return state.outside.isClosed ? state : undefined;
  const rules = names.rulesOf("type" in state ? state.file : state.node.file)?.writtenTypes;
  // Whether an index is a number matters only where others may take out a list.
  const name = step.name === "[0]" && rules?.opened?.has(step.name) !== true ? "[]" : step.name;
  const opened = rules?.opened?.get(name);
  const list = opened === undefined ? undefined : await withElements(names, state);
  if (list !== undefined) {
    const [inner] = list.type.arguments;
    const word = list.type.words.at(-1) ?? "";
    const isOpened = opened?.has(word) === true && !isHidden(names, list.file, word);
    if (isOpened) return inner && { ...list, type: inner };
  }
  if (step.isCall && "type" in state && rules?.lists?.kept.has(name) === true && isList(names, state)) return state;
  // On any other type it gives the value itself.
  if (name === "?") return state;
  if (rules?.unproven?.has(name) === true) return undefined;
  const node = await declarationOf(names, state);
  const found = node === undefined ? undefined : await findMember(names, node, name);
  if (node === undefined) {
    const beyond = await outsideOf(names, state);
    return beyond?.outside.isClosed === true ? beyond : undefined;
  }
  if (found === undefined) {
    // A type may give `[]` a meaning of its own, or inherit one.
    const operator = `operator${name}`;
    const isPlain = /\w/.test(name) || (await supertypesOf(names, node, operator)) !== undefined;
    const isKept = rules?.kept?.has(name) === true && isPlain;
    return isKept && (await findMember(names, node, operator)) === undefined ? { node } : undefined;
  }
  const isCalled = fitsUse(found.type.language, found.members, step.isCall);
  // The head of a method in a class of C++ counts as a property.
  const mayBeMethod =
    names.rulesOf(found.file)?.modules === "include" &&
    found.members.every(({ bodySpan, kind }) => kind === "property" && bodySpan === undefined);
  if (!isCalled && !mayBeMethod) {
    const isFunction = step.isCall && found.members.every(({ kind }) => !codeKinds.has(kind));
    const callee = { ...found, language: found.type.language, own: node };
    return isFunction ? await parameterOf(names, callee, [resultIndex]) : undefined;
  }
  if (step.isCall && (await isOverloaded(names, found, name))) return undefined;
  return writtenIn(names, found, node) ?? ((await names.givesItself(found)) ? { node } : undefined);
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

/** The type that a declaration writes, or that of the expression it is made from. */
async function typeOfValue(
  names: NameResolver,
  value: GraphNode,
  { own, level }: Pick<Origin, "own" | "level">,
): Promise<TypeState | undefined> {
  const { file, language, symbol } = value;
  const node = typeInPlace(names, value, [symbol]);
  if (node !== undefined) return { node };
  const written = writtenBy(value, names.overloadsOf(value), own);
  const rules = referenceRulesOf(language)?.writtenTypes;
  const text = written === undefined && !codeKinds.has(symbol.kind) ? rules?.from?.(symbol) : undefined;
  const path =
    text === undefined || level >= maxValues
      ? undefined
      : readTypePath(text, { start: 0, end: text.length }, rules?.squareTypes);
  if (path === undefined) return written;
  const resolve: Resolve = (step, kinds) => names.resolveWithin(file, step.name, symbol.span, kinds);
  // Its offsets are those of the signature: names are looked for in the whole declaration.
  const placed = path.written === undefined ? path : { ...path, written: { ...path.written, span: symbol.span } };
  return await typeOfPath(names, placed, { file, resolve, own: undefined, self: undefined, level: level + 1 });
}
