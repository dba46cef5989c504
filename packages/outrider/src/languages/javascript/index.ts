import { ecmascript } from "../ecmascript/ecmascript.ts";
import { ecmascriptEditing, scriptMoves } from "../ecmascript/editing.ts";
import { ecmascriptSymbols, ecmascriptTopSymbols, ecmascriptWrappers, anyFunction } from "../ecmascript/queries.ts";
import { ecmascriptReferences } from "../ecmascript/references.ts";
import type { GrammarLanguage } from "../language.ts";

/** Functions and classes declared by assignment: CommonJS, and classes from before the `class` keyword. */
const assignedSymbols = `
(assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @name) right: ${anyFunction} (#any-of? @_exports "exports" "module.exports")) @function
(assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @name) right: (class) @bodyIn (#any-of? @_exports "exports" "module.exports")) @class
(assignment_expression left: (member_expression object: (member_expression object: (_) @owner property: (property_identifier) @_prototype) property: (property_identifier) @name) right: ${anyFunction} (#eq? @_prototype "prototype")) @method
(assignment_expression left: (member_expression object: (_) @owner property: (property_identifier) @_prototype) right: (object [(method_definition name: (_) @name) @bodyIn @method (pair key: (_) @name value: ${anyFunction}) @method]) (#eq? @_prototype "prototype"))
(assignment_expression left: (member_expression object: (this) property: (_) @name) right: ${anyFunction}) @method
(assignment_expression left: (member_expression object: (identifier) @owner property: (property_identifier) @name) right: ${anyFunction} (#match? @owner "^[A-Z]")) @method
`;

/** Those that count only at the top level; elsewhere a function in a property is local. */
const assignedTopSymbols = `
${[
  ["(member_expression) @_exports", "right: (function_expression name: (_) @name) @bodyIn", "@function"],
  ["(member_expression) @_exports", "right: (class name: (_) @name) @bodyIn", "@class"],
  [
    "(member_expression property: (_) @name) @_exports",
    "right: [(arrow_function) (function_expression !name)] @bodyIn",
    "@function",
  ],
  ["(member_expression property: (_) @name) @_exports", "right: (class !name) @bodyIn", "@class"],
  ["(member_expression) @_exports", "right: (object (method_definition name: (_) @name) @function @bodyIn)", ""],
  ["(member_expression) @_exports", `right: (object (pair key: (_) @name value: ${anyFunction}) @function)`, ""],
  ["(member_expression) @_exports", "right: (object (method_definition name: (_) @exported))", ""],
  ["(member_expression) @_exports", "right: (object (pair key: (_) @exported value: (_) @exported))", ""],
  ["(member_expression) @_exports", "right: (object (shorthand_property_identifier) @exported)", ""],
  ["(member_expression) @_exports", "right: (identifier) @exported", ""],
]
  .map(
    ([left, right, kind]) =>
      `(expression_statement (assignment_expression left: ${left} ${right} (#eq? @_exports "module.exports")) ${kind})`,
  )
  .join("\n")}
(expression_statement (assignment_expression left: (member_expression object: (_) @_exports property: (property_identifier) @name) right: [(string) (number) (template_string) (array) (new_expression) (object) @body] (#any-of? @_exports "exports" "module.exports")) @constant)
(expression_statement (assignment_expression left: (member_expression object: (_) @_exports) right: (identifier) @exported (#any-of? @_exports "exports" "module.exports")))
(expression_statement (assignment_expression left: (member_expression object: (_) @owner property: (property_identifier) @name) right: ${anyFunction} (#not-eq? @owner "module")) @method)
`;

/** JSX is part of the grammar. */
export default {
  ...ecmascript,
  id: "javascript",
  title: "JavaScript",
  projectSigns: { files: ["package.json"], order: 9 },
  extensions: ["js", "mjs", "cjs", "jsx"],
  interpreters: ["node", "nodejs"],
  grammar: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  symbols: `
(field_definition property: (_) @name value: [(arrow_function) (function_expression)] @bodyIn) @method
(field_definition property: (_) @name) @property
${ecmascriptSymbols()}
${assignedSymbols}
`,
  topSymbols: `${ecmascriptTopSymbols}${assignedTopSymbols}`,
  wrappers: ecmascriptWrappers,
  references: ecmascriptReferences({ typed: false, jsx: true }),
  editing: { ...ecmascriptEditing, entities: "with tags", moves: scriptMoves({ hasTypes: false, hasElements: true }) },
} satisfies GrammarLanguage;
