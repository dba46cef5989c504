import type { Node } from "web-tree-sitter";

const functions: ReadonlySet<string> = new Set(["function_definition", "lambda"]);
const generic: ReadonlySet<string> = new Set(["function_definition", "class_definition", "type_alias_statement"]);
export const comprehensions: ReadonlySet<string> = new Set([
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);

/**
 * Default values and annotations are evaluated outside of their function, where its parameters are not known. Annotations do see
 * its type parameters. The first iterable of a comprehension is evaluated outside of that.
 */
export function outerOffset(node: Node): number | undefined {
  let inner = node;
  let isDefault = false;
  let isType = false;
  let outside: number | undefined;
  for (let at = node.parent; at !== null; at = at.parent) {
    const isValue = at.type === "default_parameter" || at.type === "typed_default_parameter";
    isDefault ||= isValue && at.childForFieldName("value")?.id === inner.id;
    // In the head; the type of a local value is inside.
    isType ||= inner.type === "type" && (isValue || at.type === "typed_parameter" || functions.has(at.type));
    if (functions.has(at.type)) {
      const isOutside = isDefault || (isType && !hasTypeParameter(at, node.text));
      return isOutside ? at.startIndex - 1 : outside;
    }
    const isFirst = isFirstIterable(at, inner);
    if (isFirst) outside = (at.parent ?? at).startIndex - 1;
    // What a comprehension binds is visible in the rest of it.
    if (comprehensions.has(at.type) && outside !== at.startIndex - 1) return outside;
    inner = at;
  }
  return outside;
}

/** `all` in `[each for each in all for part in each]`. */
function isFirstIterable(clause: Node, node: Node): boolean {
  if (clause.type !== "for_in_clause" || clause.childForFieldName("right")?.id !== node.id) return false;
  return clause.parent?.children.find((each) => each?.type === "for_in_clause")?.id === clause.id;
}

/** One of the words in a text is the name of a type parameter. */
function hasTypeParameter(definition: Node, text: string): boolean {
  const parameters = definition.childForFieldName("type_parameters");
  const words = parameters === null ? [] : text.split(/[^\p{L}\p{N}_]+/u);
  return parameters?.descendantsOfType("identifier").some((each) => words.includes(each?.text ?? "")) === true;
}

/** The function, lambda or comprehension that a name is bound in; a type parameter belongs to what declares it. */
export function scopeOfName(name: Node): Node | undefined {
  const isTypeParameter = isInside(name, "type_parameter");
  // An assignment in an expression binds in the function, whatever is in between.
  const rises = name.parent?.type === "named_expression";
  for (let at = name.parent; at !== null; at = at.parent) {
    if (isTypeParameter && generic.has(at.type)) return at;
    if (isTypeParameter) continue;
    // What a class binds is a member of it, which its methods do not see.
    if (at.type === "class_definition") return undefined;
    if (functions.has(at.type) || (!rises && comprehensions.has(at.type))) return at;
  }
  return undefined;
}

/** In a node of this type, with nothing but parts of a type in between. */
function isInside(node: Node, type: string): boolean {
  let at = node.parent;
  while (at !== null && /^(?:type|splat_type|constrained_type)$/.test(at.type)) at = at.parent;
  return at?.type === type;
}

/** The method of a context manager that gives the value of a `with` statement. */
export function enteredBy(value: Node): string {
  let at: Node | null = value;
  while (at !== null && at.type !== "with_statement") at = at.parent;
  return at?.firstChild?.type === "async" ? "__aenter__" : "__enter__";
}

/** Each `return` of a method returns `self`, and nothing decorates the method. */
export function givesItself(name: Node): boolean {
  const method = name.parent;
  if (method?.type !== "function_definition" || method.childForFieldName("name")?.id !== name.id) return false;
  if (method.parent?.type === "decorated_definition") return false;
  const body = method.childForFieldName("body");
  const returns = body?.descendantsOfType(["return_statement", "yield"]) ?? [];
  return returns.length > 0 && returns.every((each) => each?.text === "return self");
}
