import type { GrammarLanguage } from "../language.ts";
import { cleanOperator, ocamlSymbols, ocamlWrappers } from "../ocaml/queries.ts";
import { primedNames } from "../name-patterns.ts";

export default {
  id: "ocaml_interface",
  title: "OCaml interface",
  countedAs: {},
  extensions: ["mli"],
  grammar: "tree-sitter-ocaml/tree-sitter-ocaml_interface.wasm",
  symbols: ocamlSymbols,
  wrappers: ocamlWrappers,
  comments: ["comment"],
  cleanName: cleanOperator,
  isExported: () => true,
  references: {
    identifiers: ["value_name", "constructor_name", "type_constructor", "field_name", "module_name", "class_name"],
    // An interface only declares.
    calls: "",
    imports: `
(open_module module: (module_path) @source @all)
(include_module_type module_type: (_) @source @all)
`,
    modules: "namespace",
    sharesDirectory: true,
  },
  editing: { commentMarks: ["(*"], names: primedNames },
} satisfies GrammarLanguage;
