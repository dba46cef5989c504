import { isBuiltin } from "node:module";
import type { ReferenceRules } from "../language.ts";
import { typeAfterName, valueAfterName, type WrittenTypes } from "../written-types.ts";
import { eachStep, expectedAt } from "./expected.ts";
import { npmManifest } from "./manifest.ts";
import { blockAround, looseBlockAround, mayBeOtherSelf, meansNoSymbol, patternScope } from "./places.ts";

/** A tag of a comment up to a name inside of its braces. */
const jsdocType =
  /^@(?:param|returns?|type|typedef|property|prop|template|throws|extends|implements|augments|this|enum|satisfies)\s*\{[^}]*$/;

interface Dialect {
  /** The grammar includes TypeScript's types. */
  readonly typed: boolean;
  readonly jsx: boolean;
}

/** What JavaScript and TypeScript need for references by syntax. */
export function ecmascriptReferences({ typed, jsx }: Dialect): ReferenceRules {
  return {
    identifiers: [
      "identifier",
      "property_identifier",
      "private_property_identifier",
      "shorthand_property_identifier",
      "shorthand_property_identifier_pattern",
      "super",
      ...(typed ? ["type_identifier"] : []),
    ],
    calls: `${calls}${typed ? typedCalls : ""}${jsx ? jsxCalls : ""}`,
    // `await get<Type>(1)` is a comparison to the grammar.
    ...(typed ? { unseenCalls: /^<(?:[^<>()=;]|<[^<>()]*>){1,200}>\(/ } : {}),
    locals: `${locals}${typed ? typedParameters : untypedParameters}`,
    typeBodies: ["class_body"],
    typedValues: typed ? annotated : untypedCreated,
    ...(typed ? { writtenTypes } : {}),
    scopes: [
      "function_declaration",
      "function_expression",
      "generator_function_declaration",
      "generator_function",
      "arrow_function",
      "method_definition",
      "class_static_block",
      "statement_block",
      "switch_body",
      "for_statement",
      "for_in_statement",
      "catch_clause",
      "class",
      ...(typed ? typeScopes : []),
    ],
    patternScope,
    scopeOfName: typed ? blockAround : looseBlockAround,
    mayBeOtherSelf,
    plainBodies: true,
    kindsAt: meansNoSymbol,
    hoistScopes: [
      "function_declaration",
      "function_expression",
      "generator_function_declaration",
      "generator_function",
      "arrow_function",
      "method_definition",
      "class_static_block",
    ],
    imports: `${imports}${typed ? typedImports : ""}`,
    modules: "relative-path",
    manifest: npmManifest,
    isBuiltIn: isBuiltin,
    descriptions: /\.d\.[cm]?ts$/,
    closedModules: true,
    exportsByMark: true,
    ownExports: /^(?:module\.)?exports$/,
    // Without types of its own, a file may have those of its comments checked.
    ...(typed ? {} : { codeInComments: jsdocType }),
    isOfType: ({ signature }) => /^(?:(?:public|private|protected|declare|override)\s+)*static\s/.test(signature),
    valueMembers: "modules",
    importsNoMembers: true,
  };
}

/** Nodes inside which type parameters, parameters of types and constants of enums are visible. */
const typeScopes = [
  "function_type",
  "constructor_type",
  "function_signature",
  "method_signature",
  "abstract_method_signature",
  "call_signature",
  "construct_signature",
  "class_declaration",
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "conditional_type",
  "index_signature",
  "enum_body",
];

const calls = `
(call_expression function: [(identifier) (super)] @call)
(call_expression function: (member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @call))
(call_expression function: (await_expression (identifier) @call))
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @call))
(decorator (identifier) @call)
(decorator (member_expression object: (_) @receiver property: (property_identifier) @call))
`;

const typedCalls = `
(call_expression function: (non_null_expression (identifier) @call))
(call_expression function: (non_null_expression (member_expression object: (_) @receiver property: (property_identifier) @call)))
`;

/** A component used as an element counts as a call; lower case means an HTML element. */
const jsxCalls = ["jsx_opening_element", "jsx_self_closing_element"]
  .map(
    (element) => `
(${element} name: (identifier) @call (#match? @call "^[^a-z]"))
(${element} name: (member_expression object: (_) @receiver property: (property_identifier) @call))
`,
  )
  .join("");

/** Every name that a pattern binds, at any depth; what is around the pattern tells where it is visible. */
const locals = `
(variable_declarator name: (identifier) @pattern)
(arrow_function parameter: (identifier) @pattern)
(catch_clause parameter: (identifier) @pattern)
(for_in_statement left: (identifier) @pattern)
(shorthand_property_identifier_pattern) @pattern
(pair_pattern value: (identifier) @pattern)
(array_pattern (identifier) @pattern)
(rest_pattern (identifier) @pattern)
(assignment_pattern left: (identifier) @pattern)
(function_expression name: (identifier) @local)
(generator_function name: (identifier) @local)
(class name: (_) @local)
${["statement_block", "switch_case", "switch_default"]
  .map(
    (block) => `
(${block} [
  (function_declaration name: (_) @scoped)
  (generator_function_declaration name: (_) @scoped)
  (class_declaration name: (_) @scoped)
])`,
  )
  .join("")}
`;

/** `x = new Box()`, and with types `x: Box`. */
const created = `(variable_declarator name: (identifier) @value !type value: (new_expression constructor: [(identifier) (member_expression)] @type))`;
const lists: ReadonlySet<string> = new Set(["Array", "ReadonlyArray"]);
const untypedCreated = created.replace(" !type", "");
const writtenTypes: WrittenTypes = {
  of: (declared) => plainTypes(typeAfterName(declared)),
  plain: plainTypes,
  from: valueAfterName,
  mergesDeclarations: true,
  expected: expectedAt,
  opened: new Map([
    ["await", new Set(["Promise"])],
    ...[eachStep, "[]", "at", "find", "findLast", "pop", "shift"].map((name) => [name, lists] as const),
  ]),
  lists: {
    types: lists,
    passing: new Map<string, readonly number[]>([
      ...["every", "filter", "find", "findIndex", "findLast", "flatMap", "forEach", "map", "some"].map(
        (name) => [name, [0]] as const,
      ),
      ...["sort", "toSorted"].map((name) => [name, [0, 1]] as const),
      ...["reduce", "reduceRight"].map((name) => [name, [1]] as const),
    ]),
    kept: new Set(["filter", "reverse", "slice", "sort", "toReversed", "toSorted", "toSpliced"]),
  },
  hidesTypes: true,
  kept: new Set(["await"]),
  transparent: new Set(["Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit"]),
};

/** `Array<Item>` for `readonly Item[]`. */
function plainTypes(text: string): string;
function plainTypes(text: string | undefined): string | undefined;
function plainTypes(text: string | undefined): string | undefined {
  if (text?.includes("[]") !== true) return text;
  const plain = text.replaceAll(/(?:\breadonly\s+)?([\p{L}_$][\p{L}\p{N}_$.]*(?:<[^<>]*>)?)\[\]/gu, "Array<$1>");
  return plain === text ? text : plainTypes(plain);
}

const namedType =
  "[(type_identifier) (nested_type_identifier) (generic_type) (union_type) (array_type) (readonly_type)]";
const annotated = `
(required_parameter pattern: (identifier) @value type: (type_annotation ${namedType} @type))
(optional_parameter pattern: (identifier) @value type: (type_annotation ${namedType} @type))
(variable_declarator name: (identifier) @value type: (type_annotation ${namedType} @type))
${created}
(variable_declarator name: (identifier) @value !type value: (as_expression (_) ${namedType} @type))
(public_field_definition name: [(property_identifier) (private_property_identifier)] @field type: (type_annotation ${namedType} @type))
(public_field_definition name: [(property_identifier) (private_property_identifier)] @field !type value: (new_expression constructor: (identifier) @type))
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation ${namedType} @type))
(required_parameter pattern: (identifier) @value @expected !type)
(optional_parameter pattern: (identifier) @value @expected !type)
(arrow_function parameter: (identifier) @value @expected)
(for_in_statement left: (identifier) @value @expected)
(required_parameter pattern: (identifier) @value type: (type_annotation (function_type return_type: ${namedType} @result)))
(optional_parameter pattern: (identifier) @value type: (type_annotation (function_type return_type: ${namedType} @result)))
(variable_declarator name: (identifier) @value value: (arrow_function return_type: (type_annotation ${namedType} @result)))
(object_pattern (shorthand_property_identifier_pattern) @value @part)
(object_pattern (pair_pattern key: (property_identifier) @part value: (identifier) @value))
(variable_declarator name: (identifier) @value !type value: [(call_expression) (await_expression) (member_expression) (identifier)] @from)
`;

const untypedParameters = "(formal_parameters (identifier) @pattern)";
const typedParameters = `
(required_parameter pattern: (identifier) @pattern)
(optional_parameter pattern: (identifier) @pattern)
(type_parameter name: (type_identifier) @local)
(mapped_type_clause name: (type_identifier) @local)
(infer_type (type_identifier) @local)
(enum_body name: (property_identifier) @local)
(enum_assignment name: (property_identifier) @local)
`;

const source = "(string (string_fragment) @source)";
const require = `(call_expression function: (identifier) @_require arguments: (arguments . ${source}))`;
const dynamic = `(await_expression (call_expression function: (import) arguments: (arguments . ${source})))`;

/** `(await import("x")).name` is in brackets. */
function part(value: string): string {
  return value === dynamic ? `(parenthesized_expression ${value})` : value;
}

/** What a CommonJS module exports of another one, and modules that any other expression takes. */
const required = `
(assignment_expression left: (member_expression object: _ @_exports property: (property_identifier) @handed) right: ${require}
  (#match? @_exports "^(module[.])?exports$") (#eq? @_require "require"))
(assignment_expression left: (member_expression object: _ @_exports property: (property_identifier) @handed)
  right: (member_expression object: ${require} property: (property_identifier) @name)
  (#match? @_exports "^(module[.])?exports$") (#eq? @_require "require"))
(assignment_expression left: (member_expression) @_exports
  right: (object (pair key: (property_identifier) @handed value: ${require})) (#eq? @_exports "module.exports") (#eq? @_require "require"))
(assignment_expression left: (member_expression) @_exports
  right: (object (pair key: (property_identifier) @handed value: (member_expression object: ${require} property: (property_identifier) @name)))
  (#eq? @_exports "module.exports") (#eq? @_require "require"))
([(pair value: ${require}) (array ${require}) (arguments ${require}) (return_statement ${require}) (arrow_function body: ${require})] @held
  (#eq? @_require "require"))
`;

const imports = `
(import_statement (import_clause (identifier) @default) source: ${source})
(import_statement (import_clause (namespace_import (identifier) @module)) source: ${source})
(import_statement (import_clause (named_imports (import_specifier name: _ @name alias: (identifier)? @alias))) source: ${source})
(export_statement (export_clause (export_specifier name: _ @name alias: _? @alias)) source: ${source})
(export_statement (namespace_export (_) @module) source: ${source})
(export_statement "*" @all source: ${source})
(assignment_expression left: (member_expression) @whole right: ${require} (#eq? @whole "module.exports") (#eq? @_require "require"))
(assignment_expression left: (member_expression) @reexport right: (object (spread_element ${require})) (#eq? @reexport "module.exports") (#eq? @_require "require"))
(call_expression function: (member_expression) @_assign arguments: (arguments . (_) @reexport ${require})
  (#eq? @_assign "Object.assign") (#match? @reexport "^(module[.])?exports$") (#eq? @_require "require"))
${required}
${[require, dynamic]
  .map((value) => {
    const when = value === require ? '(#eq? @_require "require")' : "";
    return `
(variable_declarator name: (identifier) @module value: ${value} ${when})
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern key: (property_identifier) @name value: (identifier) @alias)]) value: ${value} ${when})
(variable_declarator name: (identifier) @alias value: (member_expression object: ${part(value)} property: (property_identifier) @name) ${when})
(member_expression object: ${part(value)} property: (property_identifier) @name ${when})
`;
  })
  .join("")}
`;

const typedImports = `
(import_statement (import_require_clause (identifier) @module source: ${source}))
`;
