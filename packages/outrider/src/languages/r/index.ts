import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";

/** Without `--no-init-file` R runs the repository's .Rprofile. */
const r: ServerSpec = {
  id: "r",
  title: "R languageserver",
  languages: { r: "r" },
  program: { names: ["R"], args: ["--no-echo", "--no-init-file", "--no-restore", "-e", "languageserver::run()"] },
  obtain: "Rscript -e 'install.packages(\"languageserver\")'",
  settings: () => ({ r: { lsp: { diagnostics: false } } }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: true,
  opensCandidates: true,
};

const assignedName = `[(identifier) @name (string content: (string_content) @name)]`;
const toLeft = `operator: ["<-" "=" "<<-" ":="]`;
const toRight = `operator: ["->" "->>"]`;

/** `f(…)` or `package::f(…)`. */
const calling = (...names: readonly string[]) =>
  `(_) @_called (#match? @_called "^(?:\\\\w+::)?(?:${names.join("|")})$")`;

const firstText = `. (argument value: (string content: (string_content) @name))`;
const secondText = `(comma) . (argument value: [
  (string content: (string_content) @owner)
  (call arguments: (arguments . (argument value: (string content: (string_content) @owner))))
])`;
const lastFunction = `(comma) . (argument value: (function_definition body: (_) @body))`;
const classMakers = ["setClass", "setRefClass", "R6Class", "new_class", "ggproto"];

export default {
  id: "r",
  title: "R",
  extensions: ["r"],
  filenames: [".rprofile"],
  interpreters: ["Rscript"],
  grammar: "@davisvaughan/tree-sitter-r/tree-sitter-r.wasm",
  symbols: `
(binary_operator lhs: ${assignedName} ${toLeft} rhs: (function_definition body: (_) @body)) @function
(binary_operator lhs: [(function_definition) (parenthesized_expression body: (function_definition))] ${toRight} rhs: (identifier) @name) @function
(binary_operator lhs: ${assignedName} ${toLeft} rhs: (call function: ${calling(...classMakers)} arguments: (_) @body)) @class
(program (call function: ${calling("setClass", "setRefClass", "setClassUnion")} arguments: (arguments ${firstText})) @class)
(call function: ${calling("R6Class", "setRefClass", "ggproto")} arguments: (arguments
  (argument value: (call arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_) @body)) @method)))))
(call function: ${calling("R6Class", "setRefClass")} arguments: (arguments
  (argument value: (call arguments: (arguments (argument name: (identifier) @name value: (_)) @property)))))
(call function: ${calling("ggproto")} arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_) @body)) @method))
(call function: ${calling("setGeneric")} arguments: (arguments ${firstText} ${lastFunction})) @function
(call function: ${calling("setGeneric")} arguments: (arguments ${firstText})) @function
(call function: ${calling("setMethod", "setReplaceMethod")} arguments: (arguments ${firstText} ${secondText} ${lastFunction})) @method
(call function: ${calling("setMethod", "setReplaceMethod")} arguments: (arguments ${firstText} ${secondText})) @method
(call function: ${calling("test_that", "describe", "it")} arguments: (arguments ${firstText} (comma) (argument value: (braced_expression) @body))) @test
(program (binary_operator lhs: ${assignedName} ${toLeft}) @variable)
(program (binary_operator ${toRight} rhs: (identifier) @name) @variable)
`,
  comments: ["comment"],
  cleanName: (text) => text.replaceAll(/^`|`$/g, ""),
  // NAMESPACE is not visible here; names with a leading dot are hidden by convention.
  isExported: ({ name, kind, parentKind }) => kind !== "test" && parentKind === undefined && !name.startsWith("."),
  isTest: ({ name, kind, file }) => kind === "function" && /^test[._]/.test(name) && /(?:^|\/)(?:test|inst)/.test(file),
  references: {
    identifiers: ["identifier"],
    calls: `
(call function: (identifier) @call)
(call function: (namespace_operator lhs: (identifier) @receiver rhs: (identifier) @call))
(call function: (extract_operator lhs: (_) @receiver rhs: (identifier) @call))
`,
    locals: `
(parameters (parameter name: (identifier) @local))
(function_definition body: (braced_expression body: (binary_operator lhs: (identifier) @local operator: ["<-" "="])))
(for_statement variable: (identifier) @local)
`,
    scopes: ["function_definition"],
    imports: `
(call function: (identifier) @_load (#any-of? @_load "library" "require" "requireNamespace")
  arguments: (arguments . (argument value: [(identifier) @source @all (string content: (string_content) @source @all)])))
(call function: (identifier) @_source (#eq? @_source "source")
  arguments: (arguments . (argument value: (string content: (string_content) @source @all))))
`,
    modules: "relative-path",
    sharesDirectory: true,
  },
  servers: [r],
  editing: { commentMarks: ["#"], moves: { files: "named by path" } },
} satisfies GrammarLanguage;
