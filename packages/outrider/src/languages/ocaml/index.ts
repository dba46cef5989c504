import type { GrammarLanguage } from "../language.ts";
import { primedNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { cleanOperator, ocamlSymbols, ocamlWrappers } from "./queries.ts";

const ocaml: ServerSpec = {
  id: "ocaml",
  title: "OCaml LSP",
  languages: { ocaml: "ocaml", ocaml_interface: "ocaml.interface" },
  program: { names: ["ocamllsp"], args: [] },
  obtain: "opam install ocaml-lsp-server",
  rootMarkers: ["dune-workspace", "dune-project"],
  inherits: ["OPAM_SWITCH_PREFIX", "OPAMROOT", "CAML_LD_LIBRARY_PATH", "OCAML_TOPLEVEL_PATH"],
  runsCode: "preprocessors that the repository has built",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const boundName = `[(value_name) (parenthesized_operator)] @name`;

export default {
  id: "ocaml",
  title: "OCaml",
  extensions: ["ml"],
  interpreters: ["ocaml", "ocamlrun"],
  grammar: "tree-sitter-ocaml/tree-sitter-ocaml.wasm",
  symbols: `
(value_definition (attribute_id) @_kind (#match? @_kind "test") (let_binding pattern: (string (string_content) @name) body: (_) @body)) @test
(let_binding pattern: ${boundName} . [(parameter) (abstract_type)]) @function @bodyIn
(let_binding pattern: ${boundName} body: [(fun_expression) (function_expression)] @body) @function
(compilation_unit (value_definition (let_binding pattern: ${boundName} (#not-eq? @name "_")) @constant @bodyIn))
(structure (value_definition (let_binding pattern: ${boundName} (#not-eq? @name "_")) @constant @bodyIn))
(compilation_unit (value_definition (let_binding pattern: [
  (tuple_pattern (value_name) @name @constant)
  (parenthesized_pattern (tuple_pattern (value_name) @name @constant))
])))
(compilation_unit (value_definition (let_binding pattern: (typed_pattern pattern: ${boundName})) @constant @bodyIn))
(structure (value_definition (let_binding pattern: (typed_pattern pattern: ${boundName})) @constant @bodyIn))
${ocamlSymbols}
(instance_variable_definition (instance_variable_name) @name) @property @bodyIn
(method_definition (method_name) @name) @method @bodyIn
`,
  wrappers: ocamlWrappers,
  comments: ["comment"],
  cleanName: cleanOperator,
  isExported: ({ name, kind, head, parentKind }) =>
    kind !== "test" &&
    parentKind !== "function" &&
    parentKind !== "method" &&
    !name.startsWith("_") &&
    !/^method\s+private\b/.test(head),
  isTest: ({ name, kind }) => kind === "function" && name.startsWith("test_"),
  references: {
    readsHeaders: true,
    identifiers: [
      "value_name",
      "value_pattern",
      "constructor_name",
      "type_constructor",
      "field_name",
      "method_name",
      "module_name",
      "class_name",
    ],
    calls: `
(application_expression function: (value_path . (value_name) @call))
(application_expression function: (value_path (module_path) @receiver (value_name) @call))
(method_invocation object: (_) @receiver method: (method_name) @call)
(constructor_path . (constructor_name) @call)
`,
    locals: `
(parameter pattern: (value_pattern) @local)
(parameter pattern: (typed_pattern pattern: (value_pattern) @local))
(match_case pattern: (value_pattern) @local)
(let_expression (value_definition (let_binding pattern: (value_name) @local)))
`,
    scopes: [
      "let_binding",
      "let_expression",
      "fun_expression",
      "function_expression",
      "match_case",
      "method_definition",
    ],
    imports: `
(open_module module: (module_path) @source @all)
(include_module module: (module_path) @source @all)
(module_binding . (module_name) @module body: (module_path) @source)
`,
    modules: "namespace",
    sharesDirectory: true,
  },
  servers: [ocaml],
  editing: { commentMarks: ["(*"], names: primedNames, moves: { files: "named by path" } },
} satisfies GrammarLanguage;
