import { codeKinds, type SymbolKind } from "../../languages/symbol-kind.ts";
import { declarationOf, fitsUse, type FoundType, makerIn, type TypeState, writtenBy } from "./declared-types.ts";
import type { GraphNode } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { readType } from "./read-type.ts";
import { isOwnReceiver, referenceRulesOf } from "./reference-rules.ts";
import { type NameResolver, namedTypes as types, ownType } from "./resolve-name.ts";
import { findMember, type FoundMember, isOverloaded, supertypesOf } from "./type-members.ts";
import { type PathStep, readTypePath, type TypePath } from "./type-path.ts";

/** A place that only the name speaks for. */
export interface Doubtful {
  readonly file: Occurrences;
  readonly at: Occurrence;
}

const values: ReadonlySet<SymbolKind> = new Set(["constant", "variable", "property", "function", "method"]);
/** A value may be made from another one, and that from a third. */
const maxValues = 3;

/** The type that the receiver at a place has, if every step to it is certain. */
export async function receiverTypeAt(names: NameResolver, place: Doubtful): Promise<FoundType | undefined> {
  const state = await followPath(names, place);
  return state === undefined ? undefined : await declarationOf(names, state);
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
    if (type === undefined || type === "outside") return "unknown";
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
      return await followAll(names, maker === undefined ? { node: type } : writtenIn({ type, ...maker }, type), rest);
    }
    const value = await resolve(step, values);
    if (value !== undefined) {
      // A function gives its result only if it is called, and what a value gives if called is not written.
      const isMeant = fitsUse(value.language, [value.symbol], step.isCall);
      return isMeant ? await followAll(names, await typeOfValue(names, value, { own, level }), rest) : undefined;
    }
    const found = index === 0 && self !== undefined ? await findMember(names, self, step.name) : undefined;
    if (found !== undefined) return await followAll(names, writtenIn(found, own), rest);
    if (index === 0 && (await names.isOutside(file, step.name)))
      return rest.some(isDone) ? undefined : { node: "outside" };
    if (step.isCall) return undefined;
  }
  return undefined;
}

/** A field of a type from outside is of such a type, too; what calls and brackets give may be any type. */
function isDone({ name, isCall }: PathStep): boolean {
  return isCall || !/^[\p{L}_$]/u.test(name);
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
  const node = "node" in state ? state.node : undefined;
  if (node === "outside") return undefined;
  const rules = names.rulesOf("file" in state ? state.file : (node?.file ?? ""))?.writtenTypes;
  if ("type" in state) {
    const [inner] = state.type.arguments;
    const isOpened = rules?.opened?.get(step.name)?.has(state.type.words.at(-1) ?? "") === true;
    if (isOpened && inner !== undefined) return { ...state, type: inner };
  }
  // On any other type it gives the value itself.
  if (step.name === "?") return state;
  if (rules?.unproven?.has(step.name) === true) return undefined;
  const type = await declarationOf(names, state);
  if (type === undefined || type === "outside") return undefined;
  const found = await findMember(names, type, step.name);
  if (found === undefined) return rules?.kept?.has(step.name) === true ? { node: type } : undefined;
  const isCalled = fitsUse(found.type.language, found.members, step.isCall);
  // The head of a method in a class of C++ counts as a property.
  const mayBeMethod =
    names.rulesOf(found.file)?.modules === "include" &&
    found.members.every(({ bodySpan, kind }) => kind === "property" && bodySpan === undefined);
  if (!isCalled && !mayBeMethod) return undefined;
  return step.isCall && (await isOverloaded(names, found, step.name)) ? undefined : writtenIn(found, type);
}

/** The type that a declaration writes, or that of the expression it is made from. */
async function typeOfValue(
  names: NameResolver,
  value: GraphNode,
  { own, level }: Pick<Origin, "own" | "level">,
): Promise<TypeState | undefined> {
  const { file, language, symbol } = value;
  const written = writtenBy(value, [symbol], own);
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

function writtenIn({ type, file, members }: FoundMember, own: GraphNode | undefined): TypeState | undefined {
  return writtenBy({ ...type, file }, members, own);
}
