import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

/**
 * Where a parameter of a primary constructor is visible: in the parameters behind it, the calls of the head, and what makes a
 * value. Methods, accessors, other constructors and types inside do not see it.
 */
export function partsWithParameter(name: Node): readonly Span[] | undefined {
  const parameter = name.parent;
  if (parameter?.type !== "class_parameter") return undefined;
  let type = parameter.parent;
  while (type !== null && type.type !== "class_declaration") type = type.parent;
  if (type === null) return undefined;
  const body = type.namedChildren.find((child) => child.type === "class_body" || child.type === "enum_class_body");
  const head = { start: parameter.endIndex, end: body?.startIndex ?? type.endIndex };
  const made = (body?.namedChildren ?? []).flatMap((child): readonly Span[] => {
    if (child.type === "anonymous_initializer") return [{ start: child.startIndex, end: child.endIndex }];
    return child.type === "property_declaration" ? [valueOf(child)] : [];
  });
  return [head, ...made];
}

/** What stands behind the name of a property, without its accessors. */
function valueOf(property: Node): Span {
  const declared = property.namedChildren.find(({ type }) => type.endsWith("variable_declaration"));
  const accessor = property.namedChildren.find(({ type }) => type === "getter" || type === "setter");
  return { start: declared?.endIndex ?? property.startIndex, end: accessor?.startIndex ?? property.endIndex };
}

/** A value that is declared as a function, or made as one, is called; any other one only if its type has `invoke`. */
export function mayCallPast(local: Node): boolean {
  const { parent } = local;
  if (parent === null) return true;
  const isMade = parent.type === "variable_declaration" && isFunction(parent.nextNamedSibling);
  return !isMade && !parent.namedChildren.some(isFunction);
}

function isFunction(node: Node | null): boolean {
  return node !== null && functions.has(node.type);
}

/** A local function is declared by its name. */
const functions = new Set([
  "function_type",
  "lambda_literal",
  "anonymous_function",
  "callable_reference",
  "function_body",
]);
