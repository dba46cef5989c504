import type { Node } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import type { Item, ItemList } from "./signature-lists.ts";

type Sort = "parameters" | "arguments";

/** The items of a list, as its commas part them. */
export function readItems(language: GrammarLanguage, list: Node, sort: Sort): ItemList {
  const children = list.children.filter((child) => child !== null);
  const isBracketed = /^[({]$/.test(children[0]?.type ?? "");
  const inner = isBracketed ? children.slice(1, -1) : children;
  const comments = new Set(language.comments);
  const groups: Node[][] = [[]];
  for (const child of inner) {
    if (child.type === ",") groups.push([]);
    else if (!comments.has(child.type)) groups.at(-1)?.push(child);
  }
  const read = sort === "parameters" ? parametersIn : argumentsIn;
  const items = groups.flatMap((nodes, group) => read(nodes, group));
  const isEmpty = items.length === 1 && items[0]?.name === undefined && /^\(\s*void\s*\)$/.test(list.text);
  return {
    start: isBracketed ? (children[0]?.endIndex ?? list.startIndex) : list.startIndex,
    end: isBracketed ? (children.at(-1)?.startIndex ?? list.endIndex) : list.endIndex,
    items: isEmpty ? [] : items,
    comments: inner.filter(({ type }) => comments.has(type)).map(spanOf),
  };
}

/** A single parameter without brackets. */
export function bareList(node: Node): ItemList {
  return { ...spanOf(node), isBare: true, items: parametersIn([node], 0), comments: [] };
}

function parametersIn(nodes: readonly Node[], group: number): readonly Item[] {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = { start: first.startIndex, end: last.endIndex };
  const parts = nodes.flatMap((node) => [node, ...childrenOf(node), ...childrenOf(node).flatMap(childrenOf)]);
  const isMark = /^(?:positional|keyword)_separator$/.test(first.type);
  const sort = isMark ? "mark" : sortOf(parts);
  const hasDefault = nodes.some(
    (node) =>
      node.type === "=" ||
      childrenOf(node).some(({ type }) => type === "=" || type === "equals_value_clause") ||
      node.childForFieldName("default_value") !== null ||
      node.type === "assignment_pattern",
  );
  const optional = hasDefault ? "default" : first.type === "optional_parameter" ? "mark" : undefined;
  const base = { ...span, value: span, sort, optional, mayAct: false, changes: false, reads: [] } as const;
  const several = nodes.length === 1 ? first.childrenForFieldName("name").filter((node) => node !== null) : [];
  if (several.length > 1 && several.every(({ type }) => type === "identifier"))
    return several.map((node) => ({ ...base, name: node.text, nameSpan: spanOf(node), group }));
  const own = nodes.find(
    (node) => nameIn(node) !== undefined && !/modifier|type$|attribute|annotation/.test(node.type),
  );
  const name = own === undefined ? undefined : nameIn(own);
  const text = isMark || first.text === "..." ? first.text : name?.text;
  return [{ ...base, name: text, nameSpan: name === undefined ? undefined : spanOf(name), group: undefined }];
}

function sortOf(parts: readonly Node[]): Item["sort"] {
  if (parts.some(({ type }) => type === "dictionary_splat_pattern")) return "keywords";
  const isRest = parts.some(({ type }) => restParameter.test(type));
  return isRest ? "rest" : "plain";
}

const restParameter =
  /^(?:variadic_parameter|variadic_parameter_declaration|variadic_declarator|spread_parameter|rest_pattern|list_splat_pattern|params|vararg)$/;
const names = /^(?:identifier|simple_identifier|field_identifier|type_identifier|this|self|name)$/;
const patterns = /^(?:object_pattern|array_pattern|tuple_pattern|tuple_struct_pattern|struct_pattern|slice_pattern)$/;
const around =
  /splat_pattern$|^(?:rest_pattern|mut_pattern|ref_pattern|reference_pattern|reference_declarator|variadic_declarator|parenthesized_declarator|typed_parameter|spread_parameter|parameter|class_parameter|variable_name|self_parameter|captured_pattern)$/;

/** The name that a parameter declares, or the whole pattern. */
function nameIn(node: Node): Node | undefined {
  if (names.test(node.type) || patterns.test(node.type)) return node;
  for (const field of ["name", "pattern", "left", "declarator"]) {
    const child = node.childForFieldName(field);
    if (child !== null) return nameIn(child);
  }
  if (!around.test(node.type)) return undefined;
  for (const child of childrenOf(node)) {
    if (!child.isNamed || /modifier|attribute|annotation|type$/.test(child.type)) continue;
    const found = nameIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function argumentsIn(nodes: readonly Node[]): readonly Item[] {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = { start: first.startIndex, end: last.endIndex };
  const [label, mark] = nodes.length === 1 && labelled.test(first.type) ? childrenOf(first) : [];
  const isNamed = label !== undefined && mark !== undefined && /^[=:]$/.test(mark.type) && names.test(label.type);
  const value = isNamed ? { start: mark.nextSibling?.startIndex ?? mark.endIndex, end: span.end } : span;
  const heads = nodes.flatMap((node) => [node, ...childrenOf(node).slice(0, 1)]);
  const sort = heads.some(({ type }) => type === "dictionary_splat")
    ? "keywords"
    : heads.some(({ type }) => givesMany.test(type))
      ? "rest"
      : "plain";
  return [
    {
      ...span,
      name: isNamed ? label.text : undefined,
      nameSpan: isNamed ? spanOf(label) : undefined,
      value,
      sort,
      optional: undefined,
      mayAct: nodes.some(acts),
      changes: nodes.some(changes),
      reads: [...new Set(nodes.flatMap(namesIn))],
      group: undefined,
    },
  ];
}

const labelled = /^(?:keyword_argument|argument|value_argument)$/;
const givesMany =
  /^(?:spread_element|list_splat|variadic_argument|variadic_unpacking|variadic_placeholder|spread_expression|parameter_pack_expansion)$/;
const acting =
  /call|invocation|creation|^new_|await|yield|assign|update|increment|decrement|^postfix|macro|raise|throw|try_|unwrap|^token_tree$/;
const later = /lambda|arrow_function|function_expression|func_literal|closure|anonymous_function|function_literal/;

/** A function literal does nothing before it is called. */
function acts(node: Node): boolean {
  if (later.test(node.type)) return false;
  return acting.test(node.type) || childrenOf(node).some(acts);
}

const changing = /await|yield|assign|update|^named_expression$|^(?:\+\+|--)$/;

function changes(node: Node): boolean {
  if (later.test(node.type)) return false;
  return changing.test(node.type) || childrenOf(node).some(changes);
}

function namesIn(node: Node): readonly string[] {
  const children = childrenOf(node);
  if (children.length > 0) return children.flatMap(namesIn);
  return names.test(node.type) || node.type === "variable_name" ? [node.text] : [];
}

export function childrenOf(node: Node): readonly Node[] {
  return node.children.filter((child) => child !== null);
}

export function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}
