import { afterWords } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import { shebang, dollarNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";

const dart: ServerSpec = {
  id: "dart",
  title: "Dart",
  languages: { dart: "dart" },
  program: { names: ["dart"], args: ["language-server", "--protocol=lsp"] },
  obtain: "comes with Dart: https://dart.dev/get-dart",
  rootMarkers: ["pubspec.yaml"],
  env: { DART_DISABLE_ANALYTICS: "1" },
  runsCode: "analyzer plugins that the repository names",
  options: () => ({ onlyAnalyzeProjectsWithOpenFiles: false, suggestFromUnimportedLibraries: false }),
  settings: () => ({ dart: { enableSdkFormatter: false } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const constructor = `[
  (constructor_signature name: (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))
]`;
const signature = `[
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature [(binary_operator) "[]" "[]=" "~"] @name)
]`;
const bodies = ["class_body", "extension_body", "enum_body"];
const values = ["static_final_declaration", "initialized_identifier"];

function members(pattern: (body: string) => string): string {
  return bodies.map(pattern).join("\n");
}

export default {
  id: "dart",
  title: "Dart",
  extensions: ["dart"],
  interpreters: ["dart"],
  grammar: "@lumis-sh/wasm-dart/tree-sitter-dart.wasm",
  symbols: `
(class_definition name: (identifier) @name body: (_) @body) @class
(class_definition (mixin_application_class . (identifier) @name)) @class
(mixin_declaration (identifier) @name (class_body) @body) @trait
(extension_declaration name: (identifier) @name body: (_) @body) @impl
(extension_declaration !name class: (type_identifier) @name body: (_) @body) @impl
(extension_type_declaration name: (identifier) @name body: (_) @body) @class
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(enum_constant name: (identifier) @name) @member
(type_alias (type_identifier) @name . (formal_parameter_list)) @type
(type_alias . (type_identifier) @name . (type_parameters)? . "=") @type
${members((body) => `(${body} (method_signature ${constructor}) @constructor . (function_body) @body)`)}
${members((body) => `(${body} (method_signature ${signature}) @method . (function_body) @body)`)}
(declaration ${constructor}) @constructor
(declaration ${signature}) @method
(program (function_signature name: (identifier) @name) @function . (function_body) @body)
(program [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)] @function . (function_body) @body)
(program (function_signature name: (identifier) @name) @function)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @function
(static_final_declaration . (identifier) @name (function_expression body: (_) @body)) @function
(declaration (const_builtin) (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))
${values.map((value) => `(declaration (${value}_list (${value} . (identifier) @name) @property))`).join("\n")}
(program (const_builtin) . (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @variable))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @variable))
(expression_statement . (identifier) @_test (selector (argument_part (arguments . (argument (string_literal) @name) (argument (function_expression body: (_) @body))))) (#match? @_test "^(test|testWidgets|group)$")) @test
`,
  wrappers: ["static_final_declaration_list", "initialized_identifier_list", "declaration"],
  attributes: ["annotation"],
  // At the top level, the words before a variable are separate nodes.
  leadingNodes: [
    "const_builtin",
    "final_builtin",
    "inferred_type",
    "type_identifier",
    "type_arguments",
    "nullable_type",
    "function_type",
    "record_type",
    ".",
    "late",
    "external",
  ],
  comments: ["comment", "documentation_comment"],
  cleanName: (text) => text.replaceAll(/^r?["']{1,3}|["']{1,3}$/g, ""),
  isExported: ({ name, kind, parentKind }) =>
    kind !== "test" && !name.startsWith("_") && parentKind !== "function" && parentKind !== "method",
  references: {
    readsHeaders: true,
    identifiers: ["identifier", "type_identifier"],
    calls: `
((identifier) @call . (selector (argument_part)))
((_) @receiver . (selector (unconditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
((_) @receiver . (selector (conditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
(new_expression (type_identifier) @call)
(const_object_expression (type_identifier) @call)
(annotation name: (identifier) @call)
`,
    // A method's parameters are siblings of its body without a common node: only those of closures can be scoped.
    locals: `
(function_expression parameters: (formal_parameter_list (formal_parameter name: (identifier) @local)))
(lambda_expression parameters: (function_signature (formal_parameter_list (formal_parameter name: (identifier) @local))))
(initialized_variable_definition name: (identifier) @local)
(for_loop_parts name: (identifier) @local)
`,
    scopes: ["function_expression", "lambda_expression", "block", "for_statement"],
    imports: `
(import_specification (configurable_uri (uri (string_literal) @source)) . ";") @all
(import_specification (configurable_uri (uri (string_literal) @source)) (identifier) @module)
(import_specification (configurable_uri (uri (string_literal) @source)) (combinator "show" (identifier) @name))
(library_export (configurable_uri (uri (string_literal) @source))) @all
(part_directive (uri (string_literal) @source)) @all
`,
    modules: "relative-path",
    implicitSelf: true,
  },
  hierarchy: { supertypes: afterWords, demandsMembers: true },
  checks: { nestedComments: ["/*", "*/"] },
  servers: [dart],
  editing: {
    names: dollarNames,
    header: { clauses: [shebang, /^library(?:\s+[\w.]+)?;/] },
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;
