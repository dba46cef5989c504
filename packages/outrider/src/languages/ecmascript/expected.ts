import type { Node } from "web-tree-sitter";
import { resultIndex } from "../function-types.ts";
import type { ExpectedType } from "../written-types.ts";
import type { Span } from "../span.ts";

/**
 * The type of the object that a key stands in, of the value that a pattern takes a part out of, or of a parameter without a written
 * type, if its place tells.
 */
export function expectedAt(name: Node): ExpectedType | undefined {
  const { parent } = name;
  if (name.type === "shorthand_property_identifier") return parent?.type === "object" ? expectedOf(parent) : undefined;
  const pattern = patternAround(name);
  if (pattern !== undefined) return patternExpected(pattern);
  if (parent?.type === "pair" || parent?.type === "method_definition") {
    const isKey = parent.childForFieldName(parent.type === "pair" ? "key" : "name")?.id === name.id;
    return isKey && parent.parent?.type === "object" ? expectedOf(parent.parent) : undefined;
  }
  if (parent?.type === "for_in_statement") return loopExpected(parent, name);
  const parameter = asParameter(parent);
  if (parameter !== undefined) return parameterExpected(parameter);
  return parent?.type === "arrow_function" ? then(functionExpected(parent), 0) : undefined;
}

/** The pattern that takes a part of this name out of a value: `{ name }`, `{ name = 1 }` or `{ name: other }`. */
function patternAround(name: Node): Node | undefined {
  const isShort = name.type === "shorthand_property_identifier_pattern";
  const isKey = name.parent?.type === "pair_pattern" && name.parent.childForFieldName("key")?.id === name.id;
  const part = isShort && name.parent?.type === "object_assignment_pattern" ? name.parent : name;
  const pattern = isKey ? part.parent?.parent : isShort ? part.parent : null;
  return pattern?.type === "object_pattern" ? pattern : undefined;
}

/** The type of the value that a pattern takes apart. */
function patternExpected(pattern: Node): ExpectedType | undefined {
  const { parent } = pattern;
  const parameter = asParameter(parent);
  if (parameter !== undefined) {
    const written = parameter.childForFieldName("type");
    if (written !== null) return writtenBehind(written);
    return parameter.childForFieldName("value") === null ? parameterExpected(parameter) : undefined;
  }
  switch (parent?.type) {
    case "variable_declarator": {
      const [type, value] = [parent.childForFieldName("type"), parent.childForFieldName("value")];
      if (type !== null || value === null) return writtenBehind(type);
      return { value: spanOf(value), steps: [] };
    }
    case "for_in_statement":
      return loopExpected(parent, pattern);
    case "assignment_pattern":
      return parent.childForFieldName("left")?.id === pattern.id && parent.parent?.type === "pair_pattern"
        ? patternExpected(parent)
        : undefined;
    case "pair_pattern": {
      const key = parent.childForFieldName("key");
      const isNamed = key?.type === "property_identifier" && parent.parent?.type === "object_pattern";
      return isNamed ? then(patternExpected(parent.parent), key.text) : undefined;
    }
    default:
      return undefined;
  }
}

/** The type of what a loop takes out of a list. */
function loopExpected(loop: Node, taken: Node): ExpectedType | undefined {
  const list = loop.childForFieldName("right");
  const isOf = loop.childForFieldName("operator")?.text === "of" && loop.childForFieldName("left")?.id === taken.id;
  return isOf && list !== null ? { value: spanOf(list), steps: [eachStep] } : undefined;
}

/** What takes a value out of a list; no member can have this name. */
export const eachStep = "[each]";

function asParameter(node: Node | null): Node | undefined {
  return node?.type === "required_parameter" || node?.type === "optional_parameter" ? node : undefined;
}

function parameterExpected(parameter: Node): ExpectedType | undefined {
  const list = parameter.parent;
  const all = (list?.namedChildren ?? []).filter((child) => child !== null && isCounted(child));
  const index = all.findIndex((child) => child?.id === parameter.id);
  const made = list?.parent;
  return index === -1 || made == null ? undefined : then(functionExpected(made), index);
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
    case "ternary_expression":
      return parent.childForFieldName("condition")?.id === node.id ? undefined : expectedOf(parent);
    case "binary_expression": {
      const isDefault = /^(?:\?\?|\|\|)$/.test(parent.childForFieldName("operator")?.text ?? "");
      return isDefault && parent.childForFieldName("right")?.id === node.id ? expectedOf(parent) : undefined;
    }
    case "array":
      return then(expectedOf(parent), eachStep);
    case "assignment_expression": {
      const left = parent.childForFieldName("left");
      const isTarget = left?.type === "member_expression" || left?.type === "identifier";
      return isTarget && left.id !== node.id ? { value: spanOf(left), steps: [] } : undefined;
    }
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
  const isMade = call?.type === "new_expression";
  const called = isMade || call?.type === "call_expression" ? (call?.firstNamedChild ?? null) : null;
  if (called === null || !/^(?:identifier|member_expression)$/.test(called.type)) return undefined;
  const all = list.namedChildren.filter((child) => child !== null && child.type !== "comment");
  const index = all.findIndex((child) => child?.id === argument.id);
  const isSpread = all.slice(0, index).some((child) => child?.type === "spread_element");
  return isSpread ? undefined : { value: spanOf(called), steps: [...(isMade ? ["constructor"] : []), index] };
}

function functionAround(node: Node): Node | null {
  for (let at = node.parent; at !== null; at = at.parent)
    if (/^(?:arrow_function|function_\w+|generator_function\w*|method_definition)$/.test(at.type)) return at;
  return null;
}

/** What an asynchronous function returns is what the promise that it writes is resolved with. */
function resultOf(made: Node | null): ExpectedType | undefined {
  if (made === null || made.type.startsWith("generator") || made.children.some((child) => child?.type === "*"))
    return undefined;
  const annotation = made.childForFieldName("return_type");
  const written = annotation === null ? then(functionExpected(made), resultIndex) : writtenBehind(annotation);
  return made.children.some((child) => child?.type === "async") ? then(written, "await") : written;
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
