import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";

const zls: ServerSpec = {
  id: "zls",
  title: "zls",
  languages: { zig: "zig" },
  program: { names: ["zls"], args: [] },
  obtain: "https://zigtools.org/zls/install, of the version of your Zig",
  rootMarkers: ["build.zig"],
  runsCode: "build.zig of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

export default {
  id: "zig",
  title: "Zig",
  countedAs: { Zig: ["zig"] },
  extensions: ["zig", "zon"],
  grammar: "@tree-sitter-grammars/tree-sitter-zig/tree-sitter-zig.wasm",
  symbols: `
(function_declaration) @function
(variable_declaration . (identifier) @name [(struct_declaration) (union_declaration) (opaque_declaration)] @body) @struct
(variable_declaration . (identifier) @name [(enum_declaration) (error_set_declaration)] @body) @enum
(enum_declaration (container_field name: (identifier) @name) @member)
(error_set_declaration (identifier) @name @member)
(struct_declaration (container_field name: (identifier) @name) @property)
(union_declaration (container_field name: (identifier) @name) @property)
(source_file (container_field name: (identifier) @name) @property)
(test_declaration (string (string_content) @name) (block) @body) @test
(test_declaration (identifier) @name (block) @body) @test
(source_file (variable_declaration "const" . (identifier) @name) @constant)
(source_file (variable_declaration . (identifier) @name) @variable)
(struct_declaration (variable_declaration "const" . (identifier) @name) @constant)
(struct_declaration (variable_declaration . (identifier) @name) @variable)
(enum_declaration (variable_declaration . (identifier) @name) @constant)
(union_declaration (variable_declaration . (identifier) @name) @constant)
(opaque_declaration (variable_declaration . (identifier) @name) @constant)
`,
  comments: ["comment"],
  // `_` makes an enum non-exhaustive; it is not a member.
  cleanName: (text) => (text === "_" ? "" : text.replaceAll(/^@"|"$/g, "")),
  isExported: ({ kind, head, parentKind }) =>
    kind === "member" || (kind === "property" && parentKind !== undefined) || /^(?:pub|export)\b/.test(head),
  references: {
    readsHeaders: true,
    identifiers: ["identifier"],
    calls: `
(call_expression function: (identifier) @call)
(call_expression function: (field_expression object: (_) @receiver member: (identifier) @call))
`,
    locals: `
(parameter name: (identifier) @local)
(block (variable_declaration . (identifier) @local))
(payload (identifier) @local)
`,
    scopes: [
      "function_declaration",
      "block",
      "if_statement",
      "if_expression",
      "while_statement",
      "while_expression",
      "for_statement",
      "for_expression",
      "switch_case",
      "catch_expression",
    ],
    imports: `
(variable_declaration . (identifier) @module (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @source)) (#eq? @_import "@import")))
(variable_declaration . (identifier) @alias (field_expression object: (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @source))) member: (identifier) @name (#eq? @_import "@import")))
(using_namespace_declaration (builtin_function (arguments (string (string_content) @source)))) @all
`,
    modules: "relative-path",
  },
  servers: [zls],
  editing: { indent: "    ", moves: { files: "named by path" } },
} satisfies GrammarLanguage;
