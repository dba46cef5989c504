import type { Node } from "web-tree-sitter";
import type { ExpectedType } from "../written-types.ts";
import type { Span } from "../span.ts";

/** The type of the object that a key stands in, or of a parameter without a written type, if the place of either tells. */
export function expectedAt(name: Node): ExpectedType | undefined {
  const { parent } = name;
  if (parent?.type === "pair" || parent?.type === "method_definition") {
    const isKey = parent.childForFieldName(parent.type === "pair" ? "key" : "name")?.id === name.id;
    return isKey && parent.parent?.type === "object" ? expectedOf(parent.parent) : undefined;
  }
  const isParameter = parent?.type === "required_parameter" || parent?.type === "optional_parameter";
  const list = isParameter ? parent.parent : null;
  const all = (list?.namedChildren ?? []).filter((child) => child !== null && isCounted(child));
  const index = list === null ? 0 : all.findIndex((child) => child?.id === parent?.id);
  if (index === -1) return undefined;
  const made = isParameter ? list?.parent : parent;
  if (made == null || (!isParameter && made.type !== "arrow_function")) return undefined;
  return then(functionExpected(made), index);
}

/** A parameter `this` is none that is given. */
function isCounted(parameter: Node): boolean {
  return parameter.type !== "comment" && parameter.childForFieldName("pattern")?.type !== "this";
}

/** A function in an object is one of its members. */
function functionExpected(made: Node): ExpectedType | undefined {
  if (made.type !== "method_definition")
    return /^(?:arrow_function|function_expression)$/.test(made.type) ? expectedOf(made) : undefined;
  const isPlain = made.children.every((child) => child?.type !== "get" && child?.type !== "set");
  const name = made.childForFieldName("name");
  if (made.parent?.type !== "object" || !isPlain || name?.type !== "property_identifier") return undefined;
  return then(expectedOf(made.parent), name.text);
}

/** The type that is expected of an expression: by a parameter, by a member of an object, or where it is written. */
function expectedOf(node: Node): ExpectedType | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const isValue = parent.childForFieldName("value")?.id === node.id;
  switch (parent.type) {
    case "parenthesized_expression":
      return expectedOf(parent);
    case "arguments":
      return argumentExpected(parent, node);
    case "pair": {
      const key = parent.childForFieldName("key");
      const isNamed = isValue && key?.type === "property_identifier" && parent.parent?.type === "object";
      return isNamed ? then(expectedOf(parent.parent), key.text) : undefined;
    }
    case "variable_declarator":
    case "required_parameter":
    case "public_field_definition":
      return isValue ? writtenBehind(parent.childForFieldName("type")) : undefined;
    case "as_expression":
    case "satisfies_expression": {
      const [, type] = parent.namedChildren;
      return type == null || type.id === node.id ? undefined : { type: spanOf(type), steps: [] };
    }
    case "arrow_function":
      return parent.childForFieldName("body")?.id === node.id ? resultOf(parent) : undefined;
    case "return_statement":
      return resultOf(functionAround(parent));
    default:
      return undefined;
  }
}

function argumentExpected(list: Node, argument: Node): ExpectedType | undefined {
  const call = list.parent;
  const called = call?.type === "call_expression" ? call.childForFieldName("function") : null;
  if (called === null || !/^(?:identifier|member_expression)$/.test(called.type)) return undefined;
  const all = list.namedChildren.filter((child) => child !== null && child.type !== "comment");
  const index = all.findIndex((child) => child?.id === argument.id);
  const isSpread = all.slice(0, index).some((child) => child?.type === "spread_element");
  return isSpread ? undefined : { value: spanOf(called), steps: [index] };
}

function functionAround(node: Node): Node | null {
  for (let at = node.parent; at !== null; at = at.parent)
    if (/^(?:arrow_function|function_\w+|generator_function\w*|method_definition)$/.test(at.type)) return at;
  return null;
}

/** What an asynchronous function returns is not of the type that it writes. */
function resultOf(made: Node | null): ExpectedType | undefined {
  const isDirect = made?.children.every((child) => child?.type !== "async" && child?.type !== "*") === true;
  return isDirect && !made?.type.startsWith("generator")
    ? writtenBehind(made?.childForFieldName("return_type"))
    : undefined;
}

/** The type in `: Type`. */
function writtenBehind(annotation: Node | null | undefined): ExpectedType | undefined {
  const type = annotation?.type === "type_annotation" ? annotation.namedChild(0) : null;
  return type == null ? undefined : { type: spanOf(type), steps: [] };
}

function then(expected: ExpectedType | undefined, step: string | number): ExpectedType | undefined {
  return expected === undefined ? undefined : { ...expected, steps: [...expected.steps, step] };
}

function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex };
}
