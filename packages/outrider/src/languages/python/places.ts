import type { Node } from "web-tree-sitter";

const functions: ReadonlySet<string> = new Set(["function_definition", "lambda"]);

/** Default values and annotations are evaluated outside of their function, where its parameters are not known. */
export function outerOffset(node: Node): number | undefined {
  let inner = node;
  let isOutside = false;
  for (let at = node.parent; at !== null; at = at.parent) {
    const isValue = at.type === "default_parameter" || at.type === "typed_default_parameter";
    isOutside ||= isValue && at.childForFieldName("value")?.id === inner.id;
    // In the head; the type of a local value is inside.
    isOutside ||= inner.type === "type" && (isValue || at.type === "typed_parameter" || functions.has(at.type));
    if (functions.has(at.type)) return isOutside ? at.startIndex - 1 : undefined;
    inner = at;
  }
  return undefined;
}
