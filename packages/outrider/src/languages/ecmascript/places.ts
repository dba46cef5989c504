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

/** In a function or a method of an object inside of a class, `this` is what that is called on; arrow functions keep it. */
export function mayBeOtherSelf(name: Node): boolean {
  let isOther = false;
  for (let at = name.parent; at !== null; at = at.parent) {
    if (at.type === "class_body") return isOther;
    isOther ||= functions.has(at.type) || (at.type === "method_definition" && at.parent?.type === "object");
  }
  return false;
}

const functions: ReadonlySet<string> = new Set([
  "function_declaration",
  "function_expression",
  "generator_function_declaration",
  "generator_function",
]);

/** The block in which a function or class is declared; what a function or module itself has is no local name. */
export function blockAround(name: Node): Node | undefined {
  const declared = name.parent;
  const block = declared?.parent;
  const isBody = block?.type === "statement_block" && !holders.has(block.parent?.type ?? "");
  // The heads of a function are symbols of the same name.
  const isHead = (each: Node | null): boolean =>
    each?.type === "function_signature" && each.childForFieldName("name")?.text === name.text;
  if (block == null || isBody || block.children.some(isHead)) return undefined;
  return block.type === "statement_block" ? block : (block.parent ?? undefined);
}

/** What a block that is no body belongs to. */
const holders: ReadonlySet<string> = new Set([
  "program",
  "statement_block",
  "if_statement",
  "else_clause",
  "for_statement",
  "for_in_statement",
  "while_statement",
  "do_statement",
  "try_statement",
  "catch_clause",
  "finally_clause",
  "labeled_statement",
  "switch_case",
  "switch_default",
]);

/** The same for a script, where a function of a block is visible in the function around. */
export function looseBlockAround(name: Node): Node | undefined {
  const block = blockAround(name);
  if (block === undefined || name.parent?.type === "class_declaration" || isStrict(name)) return block;
  for (let at: Node | null = block; at !== null; at = at.parent)
    if (functions.has(at.type) || at.type === "method_definition" || at.type === "arrow_function") return at;
  return undefined;
}

/** In a module, a class, or code that asks for it. */
function isStrict(name: Node): boolean {
  for (let at: Node | null = name; at !== null; at = at.parent) {
    if (at.type === "class_body") return true;
    const isCode = at.type === "program" || at.type === "statement_block";
    if (
      isCode &&
      at.children.some((each) => /^(?:import|export)\b|^["']use strict["']/.test(each?.text.slice(0, 20) ?? ""))
    )
      return true;
  }
  return false;
}
