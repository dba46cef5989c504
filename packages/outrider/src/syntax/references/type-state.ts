import type { OutsideType } from "../../languages/written-types.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { agreedType, isDistinct, typeInPlace } from "./called-types.ts";
import type { GraphNode } from "./graph-node.ts";
import type { ReadType } from "./read-type.ts";
import { namedTypes } from "./only-one.ts";
import type { NameResolver } from "./resolve-name.ts";

/** A type as a declaration writes it, or one that was resolved already. */
export type TypeState = { readonly node: GraphNode } | WrittenState | OutsideState;

export interface OutsideState {
  readonly outside: OutsideType;
}

export interface WrittenState {
  readonly file: string;
  readonly type: ReadType;
  /** Where in the file its name stands. */
  readonly start: number;
  readonly end: number;
  /** What `Self` means there. */
  readonly own: GraphNode | undefined;
}

export interface FoundMember {
  /** The type that declares it. */
  readonly type: GraphNode;
  /** Where it is declared: a type may continue in other files. */
  readonly file: string;
  /** Its declarations, several if it is overloaded. */
  readonly members: readonly CodeSymbol[];
}

export function writtenIn(
  names: Pick<NameResolver, "typeIn">,
  { type, file, members }: FoundMember,
  own: GraphNode | undefined,
): TypeState | undefined {
  const node = typeInPlace(names, { ...type, file }, members);
  return node === undefined ? writtenBy({ ...type, file }, members, own) : { node };
}

export function writtenBy(
  { file, language }: Pick<GraphNode, "file" | "language">,
  members: readonly CodeSymbol[],
  own: GraphNode | undefined,
): TypeState | undefined {
  const type = agreedType(language, members, own?.symbol.name);
  const [first] = members;
  if (type === undefined || first === undefined) return undefined;
  return { file, type, start: first.span.start, end: first.bodySpan?.start ?? first.span.end, own };
}

const maxAliases = 3;

/** The declaration of a type, through aliases and types that stand for another one. */
export async function declarationOf(names: NameResolver, state: TypeState, level = 0): Promise<GraphNode | undefined> {
  if ("outside" in state) return undefined;
  if ("node" in state)
    return state.node.symbol.kind === "type" ? await behindAlias(names, state.node, level) : state.node;
  const { file, type, own } = state;
  const last = type.words.at(-1) ?? "";
  if (/^(?:Self|self|static|this)$/.test(last) && type.words.length === 1) return own;
  const [inner] = type.arguments;
  const rules = names.rulesOf(file);
  if (inner !== undefined && rules?.writtenTypes?.transparent?.has(last) === true && !isHidden(names, file, last))
    return await declarationOf(names, { ...state, type: inner }, level);
  const node = await names.resolveWithin(file, last, { start: state.start, end: state.end }, namedTypes);
  return node === undefined ? undefined : await declarationOf(names, { node }, level);
}

/** Whether the name of a type of the platform may mean one of the project. */
export function isHidden(names: NameResolver, file: string, name: string): boolean {
  return names.rulesOf(file)?.writtenTypes?.hidesTypes === true && names.isDeclared(name);
}

async function behindAlias(names: NameResolver, alias: GraphNode, level: number): Promise<GraphNode | undefined> {
  if (isDistinct(alias)) return alias;
  const state = level > maxAliases ? undefined : writtenBy(alias, [alias.symbol], undefined);
  return state === undefined ? undefined : await declarationOf(names, state, level + 1);
}
