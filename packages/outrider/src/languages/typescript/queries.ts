import { anyFunction, ecmascriptSymbols, ecmascriptTopSymbols, ecmascriptWrappers } from "../ecmascript/queries.ts";

const signature = `[
  (property_signature name: (_) @name) @property
  (method_signature name: (_) @name) @method
  (construct_signature "new" @name) @constructor
]`;
const values = "(lexical_declaration (variable_declarator name: (identifier) @name) @constant)";

export const typescriptSymbols = `
(abstract_class_declaration) @class
(interface_declaration) @interface
(type_alias_declaration name: (_) @name value: (object_type)? @body) @type
(enum_declaration) @enum
(enum_body name: (_) @name @member)
(enum_assignment) @member
(internal_module name: (nested_identifier object: (_) @owner property: (_) @name)) @module @bodyIn
(internal_module name: (identifier) @name) @module @bodyIn
(module name: (_) @name) @module @bodyIn
(ambient_declaration "global" @name (statement_block) @body) @module
(ambient_declaration (_ (variable_declarator name: (identifier) @name) @constant))
(function_signature) @function
(class_body (method_signature name: (_) @name (#eq? @name "constructor")) @constructor)
(class_body (method_signature name: (_) @name) @method)
(abstract_method_signature) @method
(public_field_definition) @property
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @property
(interface_body ${signature})
(extends_type_clause (generic_type type_arguments: (type_arguments (object_type ${signature}))))
(type_alias_declaration value: [(object_type ${signature}) (intersection_type (object_type ${signature}))])
(variable_declarator name: (identifier) @name value: (as_expression ${anyFunction})) @function
(variable_declarator name: (identifier) @name value: (as_expression (parenthesized_expression ${anyFunction}))) @function
${ecmascriptSymbols()}
(as_expression (class name: (_) @name) @class @bodyIn)
(internal_module body: (statement_block [${values} (export_statement declaration: ${values})]))
(module body: (statement_block [${values} (export_statement declaration: ${values})]))
`;

export const typescriptTopSymbols = `${ecmascriptTopSymbols}
(export_statement "default" @name value: [(as_expression) (satisfies_expression)]) @constant
`;

export const typescriptWrappers = [...ecmascriptWrappers, "ambient_declaration"];
