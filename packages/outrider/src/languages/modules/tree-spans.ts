import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

export function spanOf({ startIndex: start, endIndex: end }: Node): Span {
  return { start, end };
}

export function childrenOf(node: Node | null | undefined): readonly Node[] {
  return (node?.namedChildren ?? []).filter((child) => child !== null);
}

/** Children with this field; a field may have several. */
export function fieldChildren(node: Node, field: string): readonly Node[] {
  return node.childrenForFieldName(field).filter((child) => child !== null);
}
