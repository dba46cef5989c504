import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

/** `::name`, also with arguments of a template. */
export function isRooted(name: Node): boolean {
  const { previousSibling, parent } = name;
  if (parent === null) return false;
  if (previousSibling !== null) return previousSibling.type === "::" && parent.firstChild?.id === previousSibling.id;
  return parent.type.startsWith("template_") && parent.firstChild?.id === name.id && isRooted(parent);
}

/** `name` in `auto make() -> name`. */
export function isResultType(name: Node): boolean {
  for (let at: Node | null = name; at !== null; at = at.parent) {
    if (at.previousSibling !== null)
      return at.previousSibling.type === "->" && at.parent?.type === "trailing_return_type";
  }
  return false;
}

/** What a lambda captures under a new name is visible in its body, and not in the value that it is given. */
export function partsWithCapture(name: Node): readonly Span[] | undefined {
  const { parent } = name;
  if (parent?.type !== "lambda_capture_initializer") return undefined;
  const body = parent.parent?.parent?.childForFieldName("body");
  const own = { start: name.startIndex, end: name.endIndex };
  return body == null ? [own] : [own, { start: body.startIndex, end: body.endIndex }];
}
