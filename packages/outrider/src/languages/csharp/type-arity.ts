import type { Node } from "web-tree-sitter";

/** Two in `Map<int, string>` and `typeof(Map<,>)`, none in `Map`. */
export function typeArityAt({ id, parent }: Node): number {
  if (parent?.type !== "generic_name" || parent.firstNamedChild?.id !== id) return 0;
  const list = parent.namedChildren.find(({ type }) => type === "type_argument_list");
  return list === undefined ? 0 : list.children.filter(({ type }) => type === ",").length + 1;
}
