import type { GrammarLanguage } from "../language.ts";
import { gopls } from "./gopls.server.ts";
import { readGoModule } from "./module.ts";
import { goSupertypes } from "./supertypes.ts";
import { wordSet } from "../syntax-checks.ts";
import { goEditing } from "./editing.ts";

const receiver = `(parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))
]))`;

export default {
  id: "go",
  title: "Go",
  projectSigns: { files: ["go.mod"], order: 2 },
  extensions: ["go"],
  grammar: "tree-sitter-go/tree-sitter-go.wasm",
  symbols: `
(function_declaration name: (identifier) @name body: (block)? @body) @function
(method_declaration receiver: ${receiver} name: (field_identifier) @name body: (block)? @body) @method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @interface
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @method))
(field_declaration name: (field_identifier) @name) @property
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (type_identifier) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)])
]) @property
(const_spec (identifier) @name (#not-eq? @name "_")) @constant
(var_spec . name: (identifier) @name . value: (expression_list . (func_literal body: (block) @body) .)) @function
(var_spec name: (identifier) @name (#not-eq? @name "_")) @variable
`,
  wrappers: ["type_declaration", "const_declaration", "var_declaration", "var_spec_list"],
  comments: ["comment"],
  isExported: ({ name }) => /^\p{Lu}/u.test(name),
  isTest: ({ name, kind, file }) =>
    kind === "function" && file.endsWith("_test.go") && /^(?:Test|Benchmark|Fuzz|Example)(?!\p{Ll})/u.test(name),
  references: {
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
`,
    scopes: [
      "function_declaration",
      "method_declaration",
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
    modules: "directory",
    spreadsTypes: true,
    sharesDirectory: true,
  },
  readModule: readGoModule,
  hierarchy: { supertypes: goSupertypes, unnamed: "a type of Go implements an interface without naming it" },
  checks: {
    reservedWords: wordSet(
      "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    ),
  },
  servers: [gopls],
  rank: 3,
  editing: goEditing,
} satisfies GrammarLanguage;
