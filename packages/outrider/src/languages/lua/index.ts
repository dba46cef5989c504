import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";

const lua: ServerSpec = {
  id: "lua",
  title: "Lua Language Server",
  languages: { lua: "lua" },
  program: { names: ["lua-language-server"], args: [] },
  obtain: "brew install lua-language-server, or https://luals.github.io",
  // Its question whether a plugin of the repository may run is left unanswered, which means no.
  settings: () => ({
    Lua: { telemetry: { enable: false }, workspace: { checkThirdParty: false }, addonManager: { enable: false } },
  }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const ownedName = `[
  (dot_index_expression table: (_) @owner field: (identifier) @name)
  (bracket_index_expression table: (_) @owner field: (string content: (string_content) @name))
]`;

const value = `[
  (nil) (true) (false) (number) (string) (table_constructor) (binary_expression) (unary_expression)
  (parenthesized_expression) (identifier) (dot_index_expression) (bracket_index_expression)
  (function_call name: (_) @_called (#not-eq? @_called "require"))
]`;

/** Only at the top level; if a table is assigned, it is the body. */
const assigned = (name: string) => `
(chunk (assignment_statement (variable_list . name: ${name} .) (expression_list . value: (table_constructor) @body)))
(chunk (variable_declaration (assignment_statement (variable_list . name: ${name} .) (expression_list . value: (table_constructor) @body))))
(chunk (assignment_statement (variable_list name: ${name}) (expression_list . value: ${value})))
(chunk (variable_declaration (assignment_statement (variable_list name: ${name}) (expression_list . value: ${value}))))
`;

export default {
  id: "lua",
  title: "Lua",
  countedAs: { Lua: ["lua"] },
  extensions: ["lua", "rockspec"],
  interpreters: ["lua", "luajit", "luau"],
  grammar: "@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm",
  symbols: `
(function_declaration name: (identifier) @name body: (block)? @body) @function
(function_declaration name: [
  (dot_index_expression table: (_) @owner field: (identifier) @name)
  (method_index_expression table: (_) @owner method: (identifier) @name)
] body: (block)? @body) @function
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition body: (block)? @body))) @function
(assignment_statement (variable_list . name: ${ownedName}) (expression_list . value: (function_definition body: (block)? @body))) @function
(field name: (identifier) @name value: (function_definition body: (block)? @body)) @function
(field name: (string content: (string_content) @name) value: (function_definition body: (block)? @body)) @function
(variable_declaration (assignment_statement (variable_list name: (identifier) @name @constant . attribute: (attribute (identifier) @_const (#eq? @_const "const")))))
(function_call name: (identifier) @_test (#any-of? @_test "describe" "context" "it" "test" "pending")
  arguments: (arguments . (string content: (string_content) @name) . (function_definition body: (block)? @body))) @test
${assigned("(identifier) @name @variable")}
${assigned("(dot_index_expression table: (identifier) @owner field: (identifier) @name) @property")}
`,
  wrappers: ["variable_list", "assignment_statement", "variable_declaration"],
  comments: ["comment"],
  isExported: ({ kind, head, parentKind }) =>
    kind !== "test" && parentKind !== "function" && parentKind !== "method" && !/^local\s/.test(head),
  isTest: ({ name, kind }) => (kind === "function" || kind === "method") && /^[Tt]est(?![a-z])/.test(name),
  references: {
    identifiers: ["identifier"],
    calls: `
(function_call name: (identifier) @call)
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @call))
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @call))
`,
    locals: `
(parameters name: (identifier) @local)
(for_numeric_clause name: (identifier) @local)
(for_generic_clause (variable_list name: (identifier) @local))
(block (variable_declaration (variable_list name: (identifier) @local)))
(block (variable_declaration (assignment_statement (variable_list name: (identifier) @local))))
`,
    scopes: ["function_declaration", "function_definition", "for_statement", "do_statement", "while_statement"],
    imports: `
(variable_declaration (assignment_statement (variable_list . name: (identifier) @module)
  (expression_list . value: (function_call name: (identifier) @_require (#eq? @_require "require") arguments: (arguments (string content: (string_content) @source))))))
(variable_declaration (assignment_statement (variable_list . name: (identifier) @alias)
  (expression_list . value: (dot_index_expression table: (function_call name: (identifier) @_require (#eq? @_require "require") arguments: (arguments (string content: (string_content) @source))) field: (identifier) @name))))
`,
    modules: "dotted",
    reexportsImports: true,
  },
  servers: [lua],
  editing: { commentMarks: ["--"], moves: { files: "named by path" } },
} satisfies GrammarLanguage;
