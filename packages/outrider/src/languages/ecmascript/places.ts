import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "../symbol-kind.ts";

const patterns: ReadonlySet<string> = new Set([
  "object_pattern",
  "array_pattern",
  "pair_pattern",
  "rest_pattern",
  "assignment_pattern",
  "object_assignment_pattern",
]);

/** Where a name in a pattern is visible, by what the pattern is part of; undefined if that declares nothing local. */
export function patternScope(name: Node): "local" | "hoisted" | undefined {
  let at = name.parent;
  while (at !== null && patterns.has(at.type)) at = at.parent;
  switch (at?.type) {
    case "required_parameter":
    case "optional_parameter":
    case "formal_parameters":
    case "arrow_function":
    case "catch_clause":
      return "local";
    case "for_in_statement":
      return byKeyword(at.childForFieldName("kind")?.text);
    case "variable_declarator":
      return isAtTop(at) ? undefined : byKeyword(at.parent?.children[0]?.text);
    default:
      return undefined;
  }
}

/** `for (name of names)` declares nothing. */
function byKeyword(keyword: string | undefined): "local" | "hoisted" | undefined {
  if (keyword === undefined) return undefined;
  return keyword === "var" ? "hoisted" : "local";
}

/** What a module or namespace declares with `let` or `const` is a symbol. */
function isAtTop({ parent }: Node): boolean {
  const block = parent?.type === "lexical_declaration" ? parent.parent : null;
  const outer = block?.type === "statement_block" ? block.parent?.type : block?.type;
  return outer !== undefined && tops.has(outer);
}

const tops: ReadonlySet<string> = new Set([
  "program",
  "export_statement",
  "internal_module",
  "module",
  "ambient_declaration",
]);

const elements: ReadonlySet<string> = new Set([
  "jsx_opening_element",
  "jsx_closing_element",
  "jsx_self_closing_element",
]);

const labels: ReadonlySet<string> = new Set([
  "index_signature",
  "labeled_statement",
  "break_statement",
  "continue_statement",
]);

/** `<name>` is an element of HTML, `[name: string]` and `name:` are labels: no symbols. */
export function meansNoSymbol(node: Node): readonly SymbolKind[] | undefined {
  const { parent } = node;
  const isTuple = parent?.parent?.type === "tuple_type";
  if (parent !== null && (isTuple || labels.has(parent.type)) && isLabel(node, parent)) return [];
  const isElement = elements.has(parent?.type ?? "") && parent?.childForFieldName("name")?.id === node.id;
  return isElement && /^[a-z]/.test(node.text) ? [] : undefined;
}

function isLabel({ id, type }: Node, parent: Node): boolean {
  return type === "statement_identifier" || parent.childForFieldName("name")?.id === id;
}
