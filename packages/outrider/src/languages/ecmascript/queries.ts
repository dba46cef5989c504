/*
 * Kept flat on purpose: each level of a pattern adds to the query's compile time, which delays the first answer; and
 * alternatives with the same beginning hide each other, so they are separate patterns.
 */
export const ecmascriptWrappers = [
  "export_statement",
  "lexical_declaration",
  "variable_declaration",
  "expression_statement",
];

export const anyFunction = "[(arrow_function) (function_expression) (generator_function)] @bodyIn";

/** Declarations that JavaScript and TypeScript write the same way, at any depth. */
export function ecmascriptSymbols(): string {
  return `
(function_declaration) @function
(generator_function_declaration) @function
(class_declaration) @class
(variable_declarator name: (identifier) @name value: ${anyFunction}) @function
(variable_declarator name: (identifier) @name value: (class) @bodyIn) @class
(arrow_function body: (class name: (_) @name) @class @bodyIn)
${["return_statement", "arguments", "parenthesized_expression"].map(namedExpressions).join("")}
(class_body (method_definition name: (_) @name (#eq? @name "constructor")) @constructor @bodyIn)
(class_body (method_definition name: (_) @name) @method @bodyIn)
(object (method_definition name: (_) @name) @method @bodyIn @inValue)
(pair key: (_) @name value: ${anyFunction}) @method @inValue
${tests}
`;
}

/** Named functions and classes inside another expression: `return function next() {…}`. */
function namedExpressions(around: string): string {
  return `
(${around} (class name: (_) @name) @class @bodyIn)
(${around} (function_expression name: (_) @name) @function @bodyIn)
`;
}

/** Named by their text: `test("adds", …)`, `it.only(…)`, `describe.each([…])("%s", …)`. */
const tests = ["[(arrow_function) (function_expression)] @bodyIn", "[(call_expression) (identifier)]"]
  .map(
    (run) => `
(expression_statement (call_expression function: (_) @_test arguments: (arguments . [(string) (template_string)] @name ${run})) @test
  (#match? @_test "^(test|it|describe|suite|context|specify|bench|Deno\\\\.test|QUnit)\\\\b"))
`,
  )
  .join("");

const declarator = "(variable_declarator name: (identifier) @name value: (object)? @body)";
const value = "[(object) @body (call_expression) (new_expression) (array) (binary_expression)]";

/** Top-level declarations: values, default exports and other exports. */
export const ecmascriptTopSymbols = `
(export_statement "default" @name value: ${anyFunction} @function)
(export_statement "default" @name value: (class !name) @bodyIn @class)
(export_statement "default" value: (class name: (_) @name) @bodyIn @class)
(export_statement "default" @name value: ${value}) @constant

(lexical_declaration kind: "const" ${declarator} @constant)
(lexical_declaration ${declarator} @variable)
(variable_declaration ${declarator} @variable)
(export_statement declaration: (lexical_declaration kind: "const" ${declarator} @constant))
(export_statement declaration: (_ ${declarator} @variable))
(export_statement declaration: (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name) (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])])
  (object_assignment_pattern left: (_) @name)
  (rest_pattern (identifier) @name)
])) @constant))
(export_statement declaration: (_ (variable_declarator name: (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name)])) @constant))
(expression_statement (call_expression arguments: (arguments (object (method_definition name: (_) @name) @method @bodyIn))))
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))
(export_statement value: (identifier) @exported)
`;
