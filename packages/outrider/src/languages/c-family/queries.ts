import { kindsOfTag } from "./field-names.ts";

/** Nodes whose declarations are not local to a function. */
export const outsideOfCode = [
  "translation_unit",
  "preproc_if",
  "preproc_ifdef",
  "preproc_else",
  "preproc_elif",
  "declaration_list",
  "linkage_specification",
] as const;

/** The same pattern below each of these nodes. */
export function below(places: readonly string[], pattern: string): string {
  return places.map((place) => `(${place} ${pattern})`).join("\n");
}

/** Types, macros and values that C and C++ write the same way. */
export const cTypes = `
(struct_specifier name: (_) @nameIn body: (_) @body) @struct
(union_specifier name: (_) @nameIn body: (_) @body) @struct
(enum_specifier name: (_) @nameIn body: (_) @body) @enum
(enumerator) @member
(type_definition type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)]
  . declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier !name body: (_) @body) . declarator: (type_identifier) @name) @enum
(type_definition declarator: (_) @nameIn) @type
(preproc_function_def) @macro @bodyIn.value
(preproc_def name: (identifier) @name value: (_)) @macro
(preproc_def name: (identifier) @name !value (#not-match? @name "_(H|HH|HPP|HXX|H_INCLUDED|INCLUDED)_*$")) @macro
`;

export const cValues = `
${below(outsideOfCode, `(declaration declarator: (_) @nameIn) @variable`)}
`;

export const cSymbols = `
(function_definition declarator: (_) @nameIn) @function @bodyIn
(field_declaration declarator: (_) @nameIn) @property
${cTypes}
${cValues}
`;

/** Names of parameters; those of prototypes have no scope. */
export function parametersOf(place: (parameters: string) => string): string {
  return place(`(parameter_list (parameter_declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: (identifier) @local)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
  (array_declarator declarator: (identifier) @local)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
]))`);
}

const namedType = `[
  (type_identifier) @type
  (struct_specifier name: (type_identifier) @type !body)
  (union_specifier name: (type_identifier) @type !body)
  (struct_specifier !name) @type
  (union_specifier !name) @type
]`;

/** A value, and pointers to and arrays of such values, whose elements and members are reached the same way. */
export function formsOf(name: string): string {
  return `
  ${name}
  (pointer_declarator declarator: ${name})
  (pointer_declarator declarator: (pointer_declarator declarator: ${name}))
  (array_declarator declarator: ${name})
  (array_declarator declarator: (array_declarator declarator: ${name}))
  (pointer_declarator declarator: (array_declarator declarator: ${name}))
`;
}

const namedValue = `[${formsOf("(identifier) @value")}]`;

export const cReferences = {
  memberArrow: true,
  // Macros may be called `true`.
  identifiers: ["identifier", "type_identifier", "field_identifier", "true", "false"],
  texts: ["preproc_arg"],
  calls: `
(call_expression function: (identifier) @call)
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @call))
`,
  locals: `
${parametersOf((parameters) => `(function_definition declarator: (function_declarator parameters: ${parameters}))`)}
${parametersOf((parameters) => `(function_definition declarator: (pointer_declarator declarator: (function_declarator parameters: ${parameters})))`)}
(compound_statement (declaration declarator: (identifier) @local))
(compound_statement (declaration declarator: (pointer_declarator declarator: (identifier) @local)))
(compound_statement (declaration declarator: (array_declarator declarator: (identifier) @local)))
(compound_statement (declaration declarator: (init_declarator declarator: (identifier) @local)))
(compound_statement (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @local))))
(compound_statement (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @local))))
(for_statement initializer: (declaration declarator: (init_declarator declarator: (identifier) @local)))
(for_statement initializer: (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @local))))
(preproc_params (identifier) @local)
`,
  typedValues: `
(parameter_declaration type: ${namedType} declarator: ${namedValue})
(declaration type: ${namedType} declarator: ${namedValue})
(declaration type: ${namedType} declarator: (init_declarator declarator: ${namedValue}))
`,
  scopes: ["function_definition", "compound_statement", "for_statement", "preproc_function_def"],
  bindsFromName: ["declaration"],
  kindsAt: kindsOfTag,
} as const;

export const cImports = `
(preproc_include path: (string_literal (string_content) @source)) @all
(preproc_include path: (system_lib_string) @source) @all
`;
