import type { GrammarLanguage } from "../language.ts";

const given =
  "[(binding attrpath: (attrpath . attr: (identifier) @exported .)) (inherit attrs: (_ attr: (identifier) @exported))]";

/** A file is an expression: its symbols are its attributes and the names bound by `let`. */
export default {
  id: "nix",
  title: "Nix",
  extensions: ["nix"],
  projectSigns: { files: ["flake.nix"], order: 13 },
  grammar: "@cursorless/tree-sitter-wasms/out/tree-sitter-nix.wasm",
  // The outputs of a flake are a function, yet their attributes are its public interface.
  symbols: `
(source_code expression: (attrset_expression (binding_set (binding attrpath: (attrpath) @name expression: (function_expression body: (_) @body) (#eq? @name "outputs")) @module)))
(binding attrpath: (attrpath) @name expression: (function_expression body: (function_expression body: (function_expression body: (_) @body)))) @function
(binding attrpath: (attrpath) @name expression: (function_expression body: (function_expression body: (_) @body))) @function
(binding attrpath: (attrpath) @name expression: (function_expression body: (_) @body)) @function
(let_expression (binding_set (binding attrpath: (attrpath) @name expression: [(attrset_expression) (rec_attrset_expression)] @body) @variable))
(let_expression (binding_set (binding attrpath: (attrpath) @name) @variable))
(binding attrpath: (attrpath) @name expression: [(attrset_expression) (rec_attrset_expression)] @body) @property
(binding attrpath: (attrpath) @name) @property
(_ body: [(attrset_expression (binding_set ${given})) (rec_attrset_expression (binding_set ${given}))])
(source_code expression: [(attrset_expression (binding_set ${given})) (rec_attrset_expression (binding_set ${given}))])
`,
  comments: ["comment"],
  cleanName: (text) => text.replace(/^"([^"]*)"$/, "$1"),
  // Functions may be bound by `let` and thus be local to the file; the queries tell which are not.
  isExported: ({ kind, parentKind }) => parentKind === undefined && (kind === "property" || kind === "module"),
  references: {
    identifiers: ["identifier"],
    calls: `
(apply_expression function: (variable_expression name: (identifier) @call))
(apply_expression function: (select_expression expression: (_) @receiver attrpath: (attrpath attr: (identifier) @call .)))
`,
    locals: `
(formal name: (identifier) @local)
(function_expression universal: (identifier) @local)
`,
    scopes: ["function_expression"],
    imports: `
(apply_expression function: (variable_expression name: (identifier) @_import (#eq? @_import "import")) argument: (path_expression) @source @all)
(apply_expression function: (_) @_call (#match? @_call "callPackages?$") argument: (path_expression) @source @all)
`,
    modules: "relative-path",
  },
} satisfies GrammarLanguage;
