import type { GrammarLanguage } from "../language.ts";
import { rustAnalyzer } from "./rust-analyzer.server.ts";
import { rustSupertypes } from "./supertypes.ts";
import { wordSet } from "../syntax-checks.ts";
import { shebang } from "../file-headers.ts";

export default {
  id: "rust",
  title: "Rust",
  projectSigns: { files: ["Cargo.toml"], order: 3 },
  extensions: ["rs"],
  grammar: "tree-sitter-rust/tree-sitter-rust.wasm",
  symbols: `
(function_item name: (_) @name body: (block) @body) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (type_identifier) @name body: (field_declaration_list)? @body) @struct
(union_item name: (type_identifier) @name body: (_) @body) @struct
(enum_item name: (type_identifier) @name body: (_) @body) @enum
(enum_variant name: (identifier) @name) @member
(field_declaration name: (field_identifier) @name) @property
(trait_item name: (type_identifier) @name body: (_) @body) @trait
(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
  (scoped_type_identifier name: (_) @name)
  (reference_type type: [
    (type_identifier) @name
    (primitive_type) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (dynamic_type) @name
    (array_type) @name
    (tuple_type) @name
    (reference_type) @name
  ])
  (dynamic_type trait: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
  ])
  (array_type) @name
  (tuple_type) @name
  (unit_type) @name
  (never_type) @name
  (pointer_type) @name
  (function_type) @name
  (macro_invocation) @name
] body: (_) @body) @impl
(mod_item name: (identifier) @name body: (_)? @body) @module
(type_item name: (type_identifier) @name) @type
(associated_type name: (type_identifier) @name) @type
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
(macro_definition name: (identifier) @name) @macro
`,
  attributes: ["attribute_item"],
  comments: ["line_comment", "block_comment"],
  cleanName: (text) => text.replace(/^r#/, ""),
  // Variants, their fields and what a trait asks for are as visible as the type around them.
  isExported: ({ kind, head, parentKind }) =>
    kind === "member" ||
    parentKind === "member" ||
    parentKind === "trait" ||
    /^(?:\s*#\[[^\n]*\])*\s*pub\b(?!\(self\))/.test(head) ||
    (kind === "macro" && head.includes("#[macro_export")),
  isTest: ({ kind, head }) =>
    kind === "module"
      ? /#\[cfg\((?:all\()?test\b/.test(head)
      : /#\[(?:\w+::)*(?:test|rstest|test_case|bench)\b/.test(head),
  references: {
    identifiers: ["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"],
    calls: `
(call_expression function: [
  (identifier) @call
  (field_expression value: (_) @receiver field: (field_identifier) @call)
  (scoped_identifier path: (_) @receiver name: (identifier) @call)
  (generic_function function: [
    (identifier) @call
    (field_expression value: (_) @receiver field: (field_identifier) @call)
    (scoped_identifier path: (_) @receiver name: (identifier) @call)
  ])
])
(macro_invocation macro: [
  (identifier) @call
  (scoped_identifier path: (_) @receiver name: (identifier) @call)
])
(token_tree (identifier) @call . (token_tree . "("))
`,
    locals: `
(parameter pattern: (identifier) @local)
(let_declaration pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(tuple_pattern (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(mut_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(type_parameter name: (type_identifier) @local)
(const_parameter name: (identifier) @local)
`,
    scopes: [
      "function_item",
      "function_signature_item",
      "closure_expression",
      "block",
      "match_arm",
      "for_expression",
      "struct_item",
      "enum_item",
      "trait_item",
      "impl_item",
      "type_item",
    ],
    imports: `
(use_declaration argument: (identifier) @source @module)
(use_declaration argument: (scoped_identifier path: (_) @source name: (identifier) @name))
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @source name: (identifier) @name) alias: (identifier) @alias))
(use_wildcard (_) @source) @all
(scoped_use_list path: (_) @source list: (use_list (identifier) @name))
(scoped_use_list path: (_) @source list: (use_list (self) @module))
(scoped_use_list path: (_) @source list: (use_list (use_as_clause path: (identifier) @name alias: (identifier) @alias)))
(scoped_use_list path: (_) @source list: (use_list (scoped_identifier name: (identifier) @name)))
(mod_item name: (identifier) @source @module !body)
`,
    modules: "path",
    spreadsTypes: true,
    superReceiver: "module",
  },
  hierarchy: { supertypes: rustSupertypes, continuesInImpls: true },
  checks: {
    nestedComments: ["/*", "*/"],
    reservedWords: wordSet(
      "as break const continue else enum fn for if impl in let loop match mod move mut pub ref return static struct trait type unsafe use where while",
    ),
  },
  servers: [rustAnalyzer],
  rank: 4,
  editing: {
    indent: "    ",
    lists: { holders: ["struct", "enum", "member"] },
    header: { clauses: [shebang, /^#!\[[^\n]*\]/] },
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;
