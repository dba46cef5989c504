import { codeKinds } from "../../languages/symbol-kind.ts";
import { typeBeforeName } from "../../languages/written-types.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { GraphNode } from "./graph-node.ts";
import { type ReadType, readType } from "./read-type.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { type NameResolver, namedTypes } from "./resolve-name.ts";

/** The declaration of a type; "outside" for one that the project does not declare. */
export type FoundType = GraphNode | "outside";

/** A type as a declaration writes it, or one that was resolved already. */
export type TypeState = { readonly node: FoundType } | WrittenState;

interface WrittenState {
  readonly file: string;
  readonly type: ReadType;
  /** Where in the file its name stands. */
  readonly start: number;
  readonly end: number;
  /** What `Self` means there. */
  readonly own: GraphNode | undefined;
}

const maxAliases = 3;

/** The declaration of a type, through aliases and types that stand for another one. */
export async function declarationOf(names: NameResolver, state: TypeState, level = 0): Promise<FoundType | undefined> {
  if ("node" in state)
    return state.node !== "outside" && state.node.symbol.kind === "type"
      ? await behindAlias(names, state.node, level)
      : state.node;
  const { file, type, own } = state;
  const last = type.words.at(-1) ?? "";
  if (/^(?:Self|self|static)$/.test(last) && type.words.length === 1) return own;
  const [inner] = type.arguments;
  const rules = names.rulesOf(file);
  if (inner !== undefined && rules?.writtenTypes?.transparent?.has(last) === true)
    return await declarationOf(names, { ...state, type: inner }, level);
  const node = await names.resolveWithin(file, last, { start: state.start, end: state.end }, namedTypes);
  if (node !== undefined) return await declarationOf(names, { node }, level);
  return (await names.isOutside(file, type.words[0] ?? "")) ? "outside" : undefined;
}

async function behindAlias(names: NameResolver, alias: GraphNode, level: number): Promise<FoundType | undefined> {
  const state = level > maxAliases ? undefined : writtenBy(alias, [alias.symbol], undefined);
  return state === undefined ? undefined : await declarationOf(names, state, level + 1);
}

/** The type that all these declarations of one member write. */
export function writtenBy(
  { file, language }: Pick<GraphNode, "file" | "language">,
  members: readonly CodeSymbol[],
  own: GraphNode | undefined,
): TypeState | undefined {
  const [first] = members;
  const text = writtenText(language, members);
  const type = text === undefined ? undefined : readType(text);
  if (type === undefined || first === undefined) return undefined;
  return { file, type, start: first.span.start, end: first.bodySpan?.start ?? first.span.end, own };
}

/** Whether these declarations of one name give a value of their type where it is called, or where it is not. */
export function fitsUse(language: string, members: readonly CodeSymbol[], isCall: boolean): boolean {
  const mustCall = referenceRulesOf(language)?.writtenTypes?.isCalled;
  if (mustCall === undefined) return members.some(({ kind }) => codeKinds.has(kind)) === isCall;
  return members.every((member) => {
    const wanted = codeKinds.has(member.kind) ? mustCall(member) : false;
    return wanted === undefined || wanted === isCall;
  });
}

/** The member that is called where a type is, if its language has one. */
export function makerIn(language: string): string | undefined {
  return referenceRulesOf(language)?.writtenTypes?.makes;
}

/** The type that all these declarations of one member write, as it is written. */
export function writtenText(language: string, members: readonly CodeSymbol[]): string | undefined {
  const rules = referenceRulesOf(language)?.writtenTypes;
  // What is cut off a signature is behind the name.
  const isWhole = ({ signature }: CodeSymbol): boolean => rules?.of === typeBeforeName || !signature.endsWith("…");
  const texts = new Set(members.map((member) => (isWhole(member) ? rules?.of(member) : undefined)));
  return texts.size === 1 ? [...texts][0] : undefined;
}
