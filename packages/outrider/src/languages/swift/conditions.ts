import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

/**
 * What a condition binds, as in `if let name = value`, is visible behind that value, but not in an `else`. What `guard` binds is
 * visible after the statement.
 */
export function partsBehindCondition(name: Node): readonly Span[] | undefined {
  if (name.parent?.type === "capture_list_item") return partsOfClosure(name, name.parent);
  const statement = name.parent;
  const around = statement?.parent;
  if (statement === null || around == null || !conditional.has(statement.type)) return undefined;
  const value = name.nextSibling?.type === "=" ? name.nextNamedSibling : null;
  const otherwise = statement.children.find((child) => child?.type === "else" && child.startIndex > name.startIndex);
  const own = { start: name.startIndex, end: name.endIndex };
  const behind = { start: value?.endIndex ?? name.endIndex, end: otherwise?.startIndex ?? statement.endIndex };
  const after = { start: statement.endIndex, end: around.endIndex };
  return statement.type === "guard_statement" ? [own, behind, after] : [own, behind];
}

/** `{ [name = value] in … }`: the value is read outside of the closure. */
function partsOfClosure(name: Node, item: Node): readonly Span[] | undefined {
  const list = item.parent;
  const closure = list?.parent;
  if (list == null || closure == null) return undefined;
  const own = { start: name.startIndex, end: name.endIndex };
  return [own, { start: list.endIndex, end: closure.endIndex }];
}

const conditional = new Set(["guard_statement", "if_statement", "while_statement"]);
