import { afterWords } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import { shebang } from "../name-patterns.ts";

export default {
  id: "solidity",
  title: "Solidity",
  extensions: ["sol"],
  grammar: "tree-sitter-solidity/tree-sitter-solidity.wasm",
  symbols: `
(contract_declaration name: (identifier) @name body: (_) @body) @class
(library_declaration name: (identifier) @name body: (_) @body) @class
(interface_declaration name: (identifier) @name body: (_) @body) @interface
(struct_declaration name: (identifier) @name body: (_) @body) @struct
(struct_member name: (identifier) @name) @property
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(enum_value) @name @member
(event_definition name: (identifier) @name) @type
(error_declaration name: (identifier) @name) @type
(user_defined_type_definition name: (identifier) @name) @type
(function_definition name: (identifier) @name body: (_)? @body) @function
(modifier_definition name: (identifier) @name body: (_)? @body) @function
(constructor_definition "constructor" @name body: (_)? @body) @constructor
(fallback_receive_definition ["fallback" "receive"] @name body: (_)? @body) @method
(yul_function_definition . (yul_identifier) @name) @function
(constant_variable_declaration name: (identifier) @name) @constant
(state_variable_declaration "constant" name: (identifier) @name) @constant
(state_variable_declaration name: (identifier) @name) @property
`,
  comments: ["comment"],
  isExported: ({ kind, head, parentKind }) =>
    parentKind === undefined ||
    parentKind === "interface" ||
    kind === "member" ||
    /\b(?:public|external)\b/.test(head) ||
    ["struct", "enum", "type", "constructor"].includes(kind),
  isTest: ({ name, kind, file }) =>
    file.endsWith(".t.sol") &&
    ((kind === "method" && /^(?:test|invariant)/.test(name)) || (kind === "class" && /Tests?$/.test(name))),
  references: {
    identifiers: ["identifier"],
    calls: `
(call_expression function: (expression (identifier) @call))
(call_expression function: (expression (member_expression object: (_) @receiver property: (identifier) @call)))
(new_expression name: (type_name (user_defined_type (identifier) @call)))
(emit_statement name: (expression (identifier) @call))
(revert_statement error: (expression (identifier) @call))
(modifier_invocation (identifier) @call)
`,
    locals: `
(parameter name: (identifier) @local)
(variable_declaration name: (identifier) @local)
`,
    scopes: [
      "function_definition",
      "modifier_definition",
      "constructor_definition",
      "fallback_receive_definition",
      "block_statement",
      "for_statement",
    ],
    imports: `
(import_directive !import_name !alias source: (string) @source) @all
(import_directive !import_name alias: (identifier) @module source: (string) @source)
(import_directive import_name: (identifier) @name source: (string) @source)
(import_directive import_name: (identifier) @name . alias: (identifier) @alias source: (string) @source)
`,
    modules: "relative-path",
    implicitSelf: true,
  },
  hierarchy: { supertypes: afterWords },
  checks: {
    forbidden: {
      query: "(interface_declaration body: (_ (function_definition body: (_) @forbidden)))",
      why: "A function of an interface has no body",
    },
  },
  editing: {
    indent: "    ",
    header: { clauses: [shebang, /^pragma\s+solidity[^\n]*;/] },
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;
