import type { Node } from "web-tree-sitter";
import type { Occurrence } from "./occurrence.ts";

/** Whether a name stands where a type is written, or where a value is assigned to it; nothing: neither, as far as the tree tells. */
export function useOf(node: Node, key: Occurrence["key"]): Pick<Occurrence, "usedAs"> {
  // What a literal or a named argument gives a value to.
  if (key === "alone" || key === "element" || isAssigned(node)) return { usedAs: "write" };
  return isInType(node) ? { usedAs: "type" } : {};
}

/** How many nodes may be between a name and the node that tells. */
const maxLevels = 8;

function isInType(node: Node): boolean {
  if (node.type === "type_identifier" || node.type === "nested_type_identifier") return true;
  let at = node;
  for (let level = 0; level < maxLevels; level += 1) {
    const { parent } = at;
    if (parent === null) return false;
    if (typeNodes.has(parent.type)) return true;
    // Bases of a class in Python.
    if (parent.type === "argument_list") return parent.parent?.type === "class_definition";
    if (typeFields.some((field) => parent.childForFieldName(field)?.id === at.id)) return true;
    if (!typeParts.has(parent.type)) return false;
    at = parent;
  }
  return false;
}

const typeFields = ["type", "return_type", "returns"];

/** In these only types are written. */
const typeNodes = new Set([
  "type",
  "type_annotation",
  "type_arguments",
  "type_argument_list",
  "type_query",
  "named_type",
  "user_type",
  "base_list",
  "base_clause",
  "class_interface_clause",
  "superclass",
  "class_heritage",
  "extends_clause",
  "implements_clause",
  "inheritance_specifier",
  "delegation_specifier",
]);

/** What a type may be a part of. */
const typeParts = new Set([
  "array_type",
  "attribute",
  "binary_operator",
  "constrained_type",
  "generic_name",
  "generic_type",
  "intersection_type",
  "list",
  "member_type",
  "nullable_type",
  "optional_type",
  "pointer_type",
  "qualified_name",
  "scoped_identifier",
  "scoped_type_identifier",
  "subscript",
  "tuple",
  "type_parameter",
  "union_type",
]);

function isAssigned(node: Node): boolean {
  let at = node;
  for (let level = 0; level < maxLevels; level += 1) {
    const { parent } = at;
    if (parent === null) return false;
    if (assigning.test(parent.type)) {
      const target = parent.childForFieldName("left") ?? parent.childForFieldName("target") ?? parent.firstNamedChild;
      return target?.id === at.id;
    }
    if (counting.test(parent.type)) return /\+\+|--/.test(operatorOf(parent, at));
    // `a.name = 1` assigns to the last of the names, `a[name] = 1` to none.
    const isLast = members.test(parent.type) ? parent.lastNamedChild?.id === at.id : targets.has(parent.type);
    if (!isLast) return false;
    at = parent;
  }
  return false;
}

/** What stands beside the operand. */
function operatorOf(parent: Node, operand: Node): string {
  const { text, startIndex } = parent;
  return text.slice(0, operand.startIndex - startIndex) + text.slice(operand.endIndex - startIndex);
}

const assigning =
  /^(?:compound_|augmented_|operator_)?assignment(?:_expression|_statement)?$|^compound_assignment_expr$/;
const counting = /^(?:update_expression|(?:inc|dec)_statement|(?:postfix|prefix)_(?:unary_)?expression)$/;
const members =
  /^(?:member_expression|attribute|selector_expression|field_expression|field_access|member_access_expression|navigation_expression|navigation_suffix|scoped_identifier)$/;
/** Around what is assigned to. */
const targets = new Set([
  "directly_assignable_expression",
  "expression_list",
  "left_assignment_list",
  "parenthesized_expression",
  "pattern_list",
  "tuple_pattern",
]);
