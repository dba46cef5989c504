import type { Node } from "web-tree-sitter";
import type { ReferenceRules } from "../language.ts";
import type { Manifest } from "../manifest.ts";
import { goTypes } from "./types.ts";
import type { LiteralKey } from "../literal-key.ts";

const goManifest: Manifest = {
  file: "go.mod",
  read(text) {
    const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
    return name === undefined ? undefined : { name, dependencies: [] };
  },
};

/** With or without a pointer and arguments; or a list, which is no plain name. */
const goType = `[
  (type_identifier) @type
  (qualified_type) @type
  (generic_type type: (_) @type)
  (pointer_type [(type_identifier) @type (qualified_type) @type (generic_type type: (_) @type) (slice_type) @type (array_type) @type (map_type) @type (struct_type) @type])
  (slice_type) @type
  (array_type) @type
  (implicit_length_array_type) @type
  (map_type) @type
  (struct_type) @type
]`;

/** `Type{…}` and `&Type{…}`. */
const literal = `[
  (composite_literal type: ${goType})
  (unary_expression operator: "&" operand: (composite_literal type: ${goType}))
]`;

export const goReferences: ReferenceRules = {
  isEmbedded: ({ kind, signature }) =>
    kind === "property" && /^\*?(?:\w+\.)?\w+(?:\[.*\])?(?:\s*[`"].*)?$/s.test(signature),
  identifiers: ["identifier", "field_identifier", "type_identifier", "package_identifier"],
  calls: `
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @call))
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(type_conversion_expression type: (generic_type
  type: (qualified_type package: (package_identifier) @receiver name: (type_identifier) @call)))
`,
  locals: `
(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(const_spec (identifier) @local)
(type_parameter_declaration name: (identifier) @local)
(type_spec name: (type_identifier) @scoped)
(type_alias name: (type_identifier) @scoped)
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type (type_arguments (type_elem (type_identifier) @local)))
  (pointer_type (generic_type (type_arguments (type_elem (type_identifier) @local))))
])))
`,
  typedValues: `
(parameter_declaration name: (identifier) @value type: ${goType})
(variadic_parameter_declaration name: (identifier) @value) @type
(var_spec name: (identifier) @value type: ${goType})
(var_spec . name: (identifier) @value !type value: (expression_list . ${literal} .))
(short_var_declaration left: (expression_list . (identifier) @value .) right: (expression_list . ${literal} .))
(short_var_declaration left: (expression_list . (identifier) @value) right: (expression_list . (type_assertion_expression type: ${goType}) .))
(short_var_declaration left: (expression_list . (identifier) @value) right: (expression_list . [(call_expression) (index_expression)] @from .))
(short_var_declaration left: (expression_list . (identifier) @value .) right: (expression_list . [
  (selector_expression)
  (identifier)
  (unary_expression operand: [(identifier) (selector_expression) (index_expression) (call_expression)])
] @from .))
(short_var_declaration left: (expression_list . (identifier) @value .) right: (expression_list .
  (call_expression function: (identifier) @_new arguments: (argument_list . ${goType})) .) (#match? @_new "^(?:new|make)$"))
(var_spec . name: (identifier) @value !type value: (expression_list . [(call_expression) (selector_expression) (identifier) (index_expression)] @from .))
(range_clause left: (expression_list . (identifier) . (identifier) @value .) right: (_) @each)
`,
  writtenTypes: goTypes,
  bindsBehind: ["short_var_declaration", "range_clause", "var_spec", "const_spec"],
  bindsFromName: ["type_spec", "type_alias"],
  scopeOfName: blockAround,
  scopes: [
    "function_declaration",
    "method_declaration",
    "type_spec",
    "func_literal",
    "block",
    "if_statement",
    "for_statement",
    "expression_switch_statement",
    "type_switch_statement",
    "expression_case",
    "type_case",
    "communication_case",
  ],
  imports: `
(import_spec !name path: (_ (_) @source @module))
(import_spec name: (package_identifier) @module path: (_ (_) @source))
(import_spec name: (dot) @all path: (_ (_) @source))
`,
  literalKeyAt,
  modules: "directory",
  readsHeaders: true,
  manifest: goManifest,
  closedModules: true,
  hasPartialTypes: true,
  sharesDirectory: true,
};

const blocks: ReadonlySet<string> = new Set([
  "block",
  "expression_case",
  "type_case",
  "default_case",
  "communication_case",
]);

/** The block that a type is declared in; outside of functions it is not local. */
function blockAround(name: Node): Node | undefined {
  let at = name.parent;
  while (at !== null && !blocks.has(at.type)) at = at.parent;
  return at ?? undefined;
}

/** `Name` in `Opt{Name: 1}`, `[]Opt{{Name: 1}}` and `map[string]Opt{"a": {Name: 1}}`; a key of a list or map is a value. */
function literalKeyAt(node: Node): LiteralKey | undefined {
  const element = node.parent;
  const pair = element?.parent;
  if (element?.type !== "literal_element" || pair?.type !== "keyed_element" || !isFirst(pair, element))
    return undefined;
  const { type, taken } = typeOfLiteral(pair.parent) ?? {};
  if (type === undefined || taken === undefined) return { key: "element" };
  const span = { start: type.startIndex, end: type.endIndex };
  if (type.type === "struct_type") return taken === 0 ? { key: "element", unnamed: span } : { key: "element" };
  if (taken === 0 && listTypes.has(type.type)) return { key: undefined };
  return { key: "element", type: { text: type.text, span }, taken };
}

interface LiteralType {
  readonly type: Node;
  /** How many times an element is taken out of it. */
  readonly taken: number;
}

const listTypes: ReadonlySet<string> = new Set(["slice_type", "array_type", "implicit_length_array_type", "map_type"]);

/** The type of a literal, or of an element of one that need not repeat its type. */
function typeOfLiteral(value: Node | null): LiteralType | undefined {
  const parent = value?.parent;
  if (parent?.type === "composite_literal") {
    const type = parent.childForFieldName("type");
    return type === null ? undefined : { type, taken: 0 };
  }
  if (parent?.type !== "literal_element") return undefined;
  const pair = parent.parent?.type === "keyed_element" ? parent.parent : undefined;
  const outer = typeOfLiteral((pair ?? parent).parent);
  return outer === undefined ? undefined : elementOf(outer, pair !== undefined && isFirst(pair, parent));
}

function elementOf({ type, taken }: LiteralType, isKey: boolean): LiteralType | undefined {
  if (taken > 0 || !listTypes.has(type.type)) return isKey ? undefined : { type, taken: taken + 1 };
  if (isKey && type.type !== "map_type") return undefined;
  const inner = type.childForFieldName(type.type === "map_type" ? (isKey ? "key" : "value") : "element");
  const meant = inner?.type === "pointer_type" ? inner.namedChild(0) : inner;
  return meant == null ? undefined : { type: meant, taken: 0 };
}

function isFirst(pair: Node, element: Node): boolean {
  return pair.namedChild(0)?.id === element.id;
}
