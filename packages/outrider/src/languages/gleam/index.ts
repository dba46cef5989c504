import type { GrammarLanguage } from "../language.ts";

/** Braces are not part of body nodes, so a body is whatever follows the head. */
export default {
  id: "gleam",
  title: "Gleam",
  extensions: ["gleam"],
  projectSigns: { files: ["gleam.toml"], order: 12 },
  grammar: "@cursorless/tree-sitter-wasms/out/tree-sitter-gleam.wasm",
  symbols: `
(function name: (identifier) @name return_type: (_) @head body: (_)) @function
(function name: (identifier) @name parameters: (_) @head body: (_)) @function
(function name: (identifier) @name) @function
(type_definition (type_name name: (_) @name) @head (data_constructors)) @enum
(type_definition (type_name name: (_) @name)) @type
(type_alias (type_name name: (_) @name)) @type
(data_constructor name: (_) @name) @member
(data_constructor_argument label: (_) @name) @property
(constant name: (identifier) @name) @constant
`,
  attributes: ["attribute"],
  comments: ["statement_comment", "comment"],
  isExported: ({ head, parentKind }) => parentKind === undefined && /^(?:@[^]*?\)\s*)*pub\s/.test(head),
  // The test runner calls public functions with this name.
  isTest: ({ name, kind, head, file }) =>
    kind === "function" && name.endsWith("_test") && /\bpub\s/.test(head) && /_test\.gleam$|(?:^|\/)test\//.test(file),
  references: {
    identifiers: ["identifier", "type_identifier", "constructor_name", "label"],
    calls: `
(function_call function: (identifier) @call)
(function_call function: (field_access record: (identifier) @receiver field: (label) @call))
(binary_expression operator: "|>" right: (identifier) @call)
(binary_expression operator: "|>" right: (field_access record: (identifier) @receiver field: (label) @call))
(record name: (constructor_name) @call)
(record name: (remote_constructor_name module: (identifier) @receiver name: (constructor_name) @call))
`,
    locals: `
(function_parameter name: (identifier) @local)
(let pattern: (identifier) @local)
(use_assignment (identifier) @local)
(case_clause_pattern (identifier) @local)
(record_pattern_argument pattern: (identifier) @local)
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(list_pattern_tail (identifier) @local)
`,
    scopes: ["function", "anonymous_function", "case_clause"],
    imports: `
(import module: (module) @source @module !alias)
(import module: (module) @source alias: (identifier) @module)
(import module: (module) @source imports: (unqualified_imports (unqualified_import name: (_) @name !alias)))
(import module: (module) @source imports: (unqualified_imports (unqualified_import name: (_) @name alias: (_) @alias)))
`,
    modules: "relative-path",
  },
} satisfies GrammarLanguage;
