import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";

const julia: ServerSpec = {
  id: "julia",
  title: "Julia LanguageServer.jl",
  languages: { julia: "julia" },
  program: {
    names: ["julia"],
    args: ["--startup-file=no", "--history-file=no", "-e", "using LanguageServer; runserver()"],
  },
  obtain: "julia -e 'using Pkg; Pkg.add(\"LanguageServer\")'",
  rootMarkers: ["Project.toml"],
  inherits: ["JULIA_DEPOT_PATH"],
  runsCode: "packages that the repository names",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const enumeration = `(macrocall_expression (macro_identifier (identifier) @_enum (#eq? @_enum "enum"))`;
const lambda = `(operator) . [(arrow_function_expression) (function_definition)] @body`;
const constantField = /^[ \t]+const(?=[ \t]+[\p{L}_][\p{L}\p{N}_!]*[ \t]*(?:::[^=\r\n]*)?$)/gmu;

export default {
  id: "julia",
  title: "Julia",
  extensions: ["jl"],
  interpreters: ["julia"],
  grammar: "tree-sitter-julia/tree-sitter-julia.wasm",
  // The grammar does not support constant struct fields yet: `const x::T` without a value.
  prepare: (text) => text.replaceAll(constantField, (before) => before.replace("const", "     ")),
  symbols: `
(module_definition name: (identifier) @name @head) @module
(function_definition (signature) @nameFirst @head) @function
(assignment . [(call_expression) (where_expression)] @nameFirst (operator) . (_) @body) @function
(assignment . (typed_expression . (call_expression)) @nameFirst (operator) . (_) @body) @function
(macro_definition (signature) @nameFirst @head) @macro
(struct_definition (type_head) @nameFirst @head) @struct
(abstract_definition (type_head) @nameFirst @head) @type
(primitive_definition (type_head) @nameFirst @head) @type
(struct_definition (identifier) @name @property)
(struct_definition (typed_expression) @nameFirst @property)
(struct_definition (assignment . [(identifier) (typed_expression)] @nameFirst) @property)
${enumeration} (macro_argument_list . (_) @nameFirst)) @enum
${enumeration} (macro_argument_list . (_) [(identifier) (assignment)] @nameFirst @member))
${enumeration} (macro_argument_list (compound_statement [(identifier) (assignment)] @nameFirst @member)))
(macrocall_expression (macro_identifier (identifier) @_test (#any-of? @_test "testset" "safetestset" "testitem"))
  (macro_argument_list . (string_literal (content) @name) (_) @body .)) @test
(const_statement (assignment . (identifier) @name . ${lambda}) @function)
(const_statement (assignment . [(identifier) (typed_expression) (parametrized_type_expression)] @nameFirst) @constant)
(const_statement (assignment . (open_tuple (identifier) @name @constant)))
(global_statement (assignment . (identifier) @name) @variable)
(module_definition (assignment . (identifier) @name . ${lambda}) @function)
(module_definition (assignment . [(identifier) (typed_expression)] @nameFirst) @variable)
`,
  topSymbols: `
(assignment . (identifier) @name . ${lambda}) @function
(assignment . [(identifier) (typed_expression)] @nameFirst) @variable
`,
  wrappers: ["const_statement", "global_statement", "macro_argument_list", "macrocall_expression"],
  // A string above a declaration documents it.
  comments: ["line_comment", "block_comment", "string_literal"],
  // The export list is not visible here; names with a leading underscore are private by convention.
  isExported: ({ name, kind, parentKind }) =>
    kind !== "test" && (parentKind === undefined || parentKind === "module") && !name.startsWith("_"),
  references: {
    readsHeaders: true,
    identifiers: ["identifier", "operator"],
    calls: `
(call_expression . (identifier) @call)
(call_expression . (field_expression value: (_) @receiver (identifier) @call .))
(call_expression . (parametrized_type_expression . (identifier) @call))
(broadcast_call_expression . (identifier) @call)
(macrocall_expression (macro_identifier (identifier) @call))
`,
    locals: `
(function_definition (signature (call_expression (argument_list [(identifier) @local (typed_expression . (identifier) @local)]))))
(function_definition (signature (_ (call_expression (argument_list [(identifier) @local (typed_expression . (identifier) @local)])))))
(assignment . (call_expression (argument_list [(identifier) @local (typed_expression . (identifier) @local)])))
(function_definition (assignment . (identifier) @local))
(arrow_function_expression . (identifier) @local)
(for_binding . (identifier) @local)
`,
    scopes: [
      "function_definition",
      "arrow_function_expression",
      "for_statement",
      "let_statement",
      "comprehension_expression",
    ],
    imports: `
(using_statement [(identifier) (scoped_identifier)] @source @all)
(using_statement (selected_import . (_) @source (identifier) @name))
(import_statement [(identifier) (scoped_identifier)] @source @module)
(import_statement (selected_import . (_) @source (identifier) @name))
(import_statement (selected_import . (_) @source (import_alias (identifier) @name (identifier) @alias)))
(call_expression . (identifier) @_include (#eq? @_include "include") (argument_list (string_literal (content) @source @all)))
`,
    modules: "relative-path",
    sharesDirectory: true,
  },
  checks: { nestedComments: ["#=", "=#"] },
  servers: [julia],
  editing: { commentMarks: ["#"], indent: "    ", moves: { files: "named by path" } },
} satisfies GrammarLanguage;
