import type { Node } from "web-tree-sitter";
import { openScope, type Scope } from "../modules/name-scopes.ts";
import { childrenOf, fieldChildren } from "../modules/tree-spans.ts";

export interface PythonBinding {
  readonly name: Node;
  /** "outside": the scope around the node's own; "function": not an enclosing comprehension. */
  readonly place: "inside" | "outside" | "function";
  /** In a class body the name means something else before this offset. */
  readonly from: number;
}

const comprehensions = new Set([
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);

export function pythonScope({ type }: Node, around: Scope): Scope {
  if (type === "function_definition" || type === "lambda") return openScope(around, { isFunction: true });
  if (type === "class_definition") return openScope(around, { isFunction: true, isHidden: true });
  return comprehensions.has(type) || type === "type_alias_statement" ? openScope(around) : around;
}

/** The scope of each child: defaults, base classes and a comprehension's first iterable are evaluated outside. */
export function childScope(
  node: Node,
  child: Node,
  { scope, around }: { readonly scope: Scope; readonly around: Scope },
): Scope {
  const isField = (field: string): boolean => node.childForFieldName(field)?.startIndex === child.startIndex;
  switch (node.type) {
    case "class_definition":
      return isField("superclasses") ? around : scope;
    case "default_parameter":
    case "typed_default_parameter":
      return isField("value") ? (around.parent ?? around) : scope;
    case "for_in_clause":
      return isField("right") && isFirstClause(node) ? (around.parent ?? around) : scope;
    default:
      return scope;
  }
}

function isFirstClause(node: Node): boolean {
  return childrenOf(node.parent).find(({ type }) => type === "for_in_clause")?.startIndex === node.startIndex;
}

/** The names that a node itself declares. */
export function bindPythonNames(node: Node): readonly PythonBinding[] {
  const inside = (names: readonly Node[], place: PythonBinding["place"] = "inside"): readonly PythonBinding[] =>
    names.map((name) => ({ name, place, from: node.endIndex }));
  const field = (name: string): readonly Node[] => fieldChildren(node, name).flatMap(targetNames);
  switch (node.type) {
    case "function_definition":
    case "class_definition":
      return inside(field("name"), "outside");
    case "assignment":
    case "for_statement":
    case "for_in_clause":
      return inside(field("left"));
    case "augmented_assignment":
      return [];
    case "named_expression":
      return inside(field("name"), "function");
    case "as_pattern_target":
      return inside(childrenOf(node).flatMap(targetNames));
    case "parameters":
    case "lambda_parameters":
      return inside(childrenOf(node).flatMap(parameterNames));
    case "type_parameter":
      return inside(node.descendantsOfType("identifier").filter((name) => name !== null));
    case "case_pattern":
    case "keyword_pattern":
      return inside(childrenOf(node).flatMap(captureNames));
    case "splat_pattern":
      return inside(childrenOf(node).flatMap(targetNames));
    case "as_pattern":
      // In a `case`, where the target is a plain name.
      return inside(
        childrenOf(node)
          .slice(-1)
          .flatMap((last) => (last.type === "identifier" ? [last] : [])),
      );
    case "type_alias_statement":
      return inside(
        fieldChildren(node, "left").flatMap((left) =>
          left
            .descendantsOfType("identifier")
            .slice(0, 1)
            .filter((name) => name !== null),
        ),
        "outside",
      );
    default:
      return [];
  }
}

function targetNames(target: Node): readonly Node[] {
  switch (target.type) {
    case "identifier":
      return [target];
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "list_splat_pattern":
    case "tuple":
    case "list":
      return childrenOf(target).flatMap(targetNames);
    default:
      return [];
  }
}

function parameterNames(parameter: Node): readonly Node[] {
  switch (parameter.type) {
    case "identifier":
      return [parameter];
    case "default_parameter":
    case "typed_default_parameter":
      return fieldChildren(parameter, "name").flatMap(parameterNames);
    case "typed_parameter":
      return childrenOf(parameter).slice(0, 1).flatMap(parameterNames);
    case "list_splat_pattern":
    case "dictionary_splat_pattern":
      return childrenOf(parameter).flatMap(parameterNames);
    default:
      return [];
  }
}

/** A single word in a pattern captures the value; a dotted name is compared with it. */
function captureNames(pattern: Node): readonly Node[] {
  if (pattern.type !== "dotted_name") return [];
  const names = childrenOf(pattern);
  return names.length === 1 ? names : [];
}
