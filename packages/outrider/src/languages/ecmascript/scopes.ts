import type { Node } from "web-tree-sitter";
import { openScope, type Scope } from "../modules/name-scopes.ts";
import { childrenOf, fieldChildren } from "../modules/tree-spans.ts";

/** A name that a node declares, and the part of the code it is visible in. */
export interface Binding {
  readonly node: Node;
  /** "inside": the node's own scope; "outside": the enclosing scope; "function": the enclosing function. */
  readonly place: "inside" | "outside" | "function";
}

const functions = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
  "function_signature",
  "method_signature",
  "abstract_method_signature",
  "call_signature",
  "construct_signature",
  "function_type",
  "constructor_type",
  "class_static_block",
]);

const blocks = new Set([
  "statement_block",
  "switch_body",
  "for_statement",
  "for_in_statement",
  "catch_clause",
  "class",
  "class_declaration",
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "enum_body",
  "conditional_type",
  "index_signature",
]);

/** The scope of a node's contents. */
export function scopeOf({ type }: Node, around: Scope): Scope {
  if (functions.has(type)) return openScope(around, { isFunction: true });
  return blocks.has(type) ? openScope(around) : around;
}

/** The names that a node itself declares, without those of its contents. */
export function bindNames(node: Node): readonly Binding[] {
  const names = (field: string, place: Binding["place"]): readonly Binding[] =>
    fieldChildren(node, field).flatMap((child) => patternNames(child).map((name) => ({ node: name, place })));
  switch (node.type) {
    case "function_declaration":
    case "generator_function_declaration":
    case "function_signature":
    case "class_declaration":
    case "abstract_class_declaration":
    case "interface_declaration":
    case "type_alias_declaration":
      return names("name", "outside");
    case "enum_declaration":
    case "type_parameter":
    case "mapped_type_clause":
      return names("name", "inside");
    case "internal_module":
    case "module":
      return firstOf(node.childForFieldName("name"));
    case "function_expression":
    case "generator_function":
    case "class":
      return names("name", "inside");
    case "variable_declarator":
      return names("name", node.parent?.type === "variable_declaration" ? "function" : "inside");
    case "required_parameter":
    case "optional_parameter":
      return names("pattern", "inside");
    case "formal_parameters":
      // Without types, parameters are plain patterns.
      return childrenOf(node).flatMap((child) => patternNames(child).map((name) => ({ node: name, place: "inside" })));
    case "arrow_function":
    case "catch_clause":
      return names("parameter", "inside");
    case "for_in_statement":
      if (node.childForFieldName("kind") === null) return [];
      return names("left", node.childForFieldName("kind")?.text === "var" ? "function" : "inside");
    case "infer_type":
      return childrenOf(node)
        .slice(0, 1)
        .map((name) => ({ node: name, place: "inside" }));
    case "index_signature":
      return names("name", "inside");
    case "enum_body":
      return childrenOf(node).flatMap((member) => {
        const name = member.type === "enum_assignment" ? member.childForFieldName("name") : member;
        return name?.type === "property_identifier" ? [{ node: name, place: "inside" as const }] : [];
      });
    case "import_alias":
      return childrenOf(node)
        .slice(0, 1)
        .map((name) => ({ node: name, place: "inside" }));
    default:
      return [];
  }
}

/** `A` in `namespace A.B`. */
function firstOf(name: Node | null): readonly Binding[] {
  let at = name;
  while (at?.type === "nested_identifier") at = at.childForFieldName("object");
  return at?.type === "identifier" ? [{ node: at, place: "inside" }] : [];
}

/** All names in a declared pattern. */
function patternNames(pattern: Node): readonly Node[] {
  switch (pattern.type) {
    case "identifier":
    case "type_identifier":
    case "shorthand_property_identifier_pattern":
      return [pattern];
    case "assignment_pattern":
    case "object_assignment_pattern":
      return fieldChildren(pattern, "left").flatMap(patternNames);
    case "pair_pattern":
      return fieldChildren(pattern, "value").flatMap(patternNames);
    case "rest_pattern":
    case "array_pattern":
    case "object_pattern":
      return childrenOf(pattern).flatMap(patternNames);
    default:
      return [];
  }
}
