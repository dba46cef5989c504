import type { GrammarLanguage } from "../language.ts";
import { primedNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";

const haskell: ServerSpec = {
  id: "haskell",
  title: "Haskell Language Server",
  languages: { haskell: "haskell" },
  program: { names: ["haskell-language-server-wrapper", "haskell-language-server"], args: ["--lsp"] },
  obtain: "ghcup install hls",
  rootMarkers: ["cabal.project", "stack.yaml", "hie.yaml"],
  runsCode: "Template Haskell and the build of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};

const escapedCharacter = /(?<![\w'])'\\(?:[abfnrtv\\"'&]|x[\da-f]+|o[0-7]+|\d+|\^[@-_]|[A-Z]{2,3}\d?)'/gi;

export default {
  id: "haskell",
  title: "Haskell",
  countedAs: { Haskell: ["hs"] },
  extensions: ["hs", "hs-boot", "hsc"],
  interpreters: ["runhaskell", "runghc", "stack"],
  grammar: "tree-sitter-haskell/tree-sitter-haskell.wasm",
  // The grammar reads what begins with '\n' up to the last quote before a space.
  prepare: (text) => text.replaceAll(escapedCharacter, (literal) => "'c'".padEnd(literal.length)),
  symbols: `
(header module: (module) @name) @module
(function) @function @bodyIn.match
(function (infix operator: (_) @name)) @function @bodyIn.match
(declarations (signature name: (_) @name) @function)
(declarations (bind) @function @bodyIn.match)
(declarations (bind pattern: (tuple element: (variable) @name @variable)))
(class_declarations (signature name: (_) @name) @function)
(class_declarations (signature names: (binding_list name: (_) @name @function)))
(class_declarations (bind name: (_) @name match: (_) @body) @function)
(instance_declarations (bind) @function @bodyIn.match)
(class name: (_) @name @head patterns: (_)? @head fundeps: (_)? @head) @interface
(instance patterns: (type_patterns . [(name) (qualified) (parens)] @nameFirst) declarations: (_)? @body) @impl
(instance name: (_) @name patterns: (type_patterns . [(list) (prefix_list) (tuple) (prefix_tuple) (unit) (variable)]) declarations: (_)? @body) @impl
(data_type) @enum @bodyIn.constructors
(newtype) @struct @bodyIn.constructor
(data_constructor constructor: (prefix name: (_) @name)) @member
(data_constructor constructor: (record name: (_) @name fields: (_)? @body)) @member
(data_constructor constructor: (infix operator: (_) @name) @member)
(gadt_constructor) @member
(gadt_constructor names: (binding_list name: (_) @name @member))
(newtype_constructor) @member
(field name: (field_name (variable) @name)) @property
(type_synomym) @type
(type_family) @type
(data_family) @type
(pattern_synonym (signature synonym: (constructor) @name)) @constant
(pattern_synonym (equation synonym: [(constructor) @name (apply function: (constructor) @name) (infix operator: (_) @name) (record constructor: (_) @name)] pattern: (_) @body)) @constant
(foreign_import signature: (signature name: (variable) @name)) @function
`,
  topSymbols: `
(header exports: (exports export: (export [variable: (variable) @exported variable: (prefix_id (_) @exported) type: (_) @exported])))
(haskell (header !exports) declarations: (declarations (_ name: (_) @exported)))
`,
  joinsClauses: true,
  comments: ["comment", "haddock"],
  cleanName: (text) => text.replaceAll(/^\(\s*|\s*\)$|`/g, ""),
  // Instances are visible everywhere; which constructors and fields a type exports is not known here.
  isExported: ({ kind, parentKind }) => kind === "module" || kind === "impl" || parentKind === "impl",
  isTest: ({ name, kind }) => kind === "function" && /^(?:prop|test|spec|unit|hprop|case)_|^(?:spec|tests)$/.test(name),
  references: {
    readsHeaders: true,
    identifiers: ["variable", "constructor", "name", "operator", "constructor_operator"],
    calls: `
(apply function: [(variable) (constructor)] @call)
(apply function: (qualified module: (module (module_id) @receiver .) id: [(variable) (constructor)] @call))
(infix operator: [(operator) (constructor_operator)] @call)
(infix operator: (infix_id [(variable) (constructor)] @call))
(exp (variable) @call)
(infix left_operand: (variable) @call operator: (operator) @_dollar (#any-of? @_dollar "$" "$!" "." "<$>" "<$"))
`,
    locals: `
(patterns (variable) @local)
(patterns (parens pattern: (apply argument: (variable) @local)))
(patterns (parens pattern: (apply function: (apply argument: (variable) @local))))
(generator pattern: (variable) @local)
(do (bind pattern: (variable) @local))
(local_binds decl: (bind name: (variable) @local))
(local_binds decl: (function name: (variable) @local))
`,
    scopes: ["function", "bind", "lambda", "let_in", "do", "alternative"],
    imports: `
(import module: (module) @source alias: (module) @module)
(import module: (module) @source names: (import_list name: (import_name [variable: (_) type: (_)] @name)))
(import module: (module) @source !alias !names) @all
`,
    modules: "dotted-file",
  },
  checks: { nestedComments: ["{-", "-}"] },
  servers: [haskell],
  editing: { commentMarks: ["--"], names: primedNames, moves: { files: "named by path" } },
} satisfies GrammarLanguage;
