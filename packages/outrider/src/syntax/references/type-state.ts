import type { OutsideType } from "../../languages/written-types.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { typeInPlace, writtenText } from "./called-types.ts";
import type { GraphNode } from "./graph-node.ts";
import { type ReadType, readType } from "./read-type.ts";
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
  const [first] = members;
  const text = writtenText(language, members);
  const type = text === undefined ? undefined : readType(text);
  if (type === undefined || first === undefined) return undefined;
  return { file, type, start: first.span.start, end: first.bodySpan?.start ?? first.span.end, own };
}
