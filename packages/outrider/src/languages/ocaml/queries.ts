/** Declarations that implementations and interfaces write the same way. */
export const ocamlSymbols = `
(exception_definition (constructor_declaration (constructor_name) @name)) @type
(type_binding name: (type_constructor_path) @owner body: (variant_declaration (constructor_declaration (constructor_name) @name) @member))
(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @enum
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @struct
(type_binding name: (type_constructor) @name) @type
(constructor_declaration (constructor_name) @name) @member
(field_declaration (field_name) @name) @property
(module_binding . (module_name) @name body: (structure) @body) @module
(module_binding . (module_name) @name module_type: (signature) @body) @module
(module_binding . (module_name) @name) @module
(module_type_definition (module_type_name) @name body: (_)? @body) @interface
(value_specification [(value_name) (parenthesized_operator)] @name type: (function_type)) @function
(value_specification [(value_name) (parenthesized_operator)] @name) @constant
(external [(value_name) (parenthesized_operator)] @name) @function
(class_binding (class_name) @name [body: (_) class_type: (_)]? @body) @class
(class_type_binding (class_type_name) @name body: (_)? @body) @interface
(method_specification (method_name) @name) @method
(instance_variable_specification (instance_variable_name) @name) @property
`;

export const ocamlWrappers = [
  "type_definition",
  "value_definition",
  "module_definition",
  "class_definition",
  "class_type_definition",
];

/** `( + )` is named `+`. */
export function cleanOperator(text: string): string {
  return text.replaceAll(/^\(\s*|\s*\)$/g, "");
}
