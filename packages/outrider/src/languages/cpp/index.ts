import { cEditing, cppWords, listsArguments, readIncludes, startsOrEnds } from "../c-family/editing.ts";
import { mayBeFieldInCpp } from "../c-family/field-names.ts";
import { hideMacros } from "../c-family/macros.ts";
import { below, cImports, cReferences, cTypes, formsOf, outsideOfCode, parametersOf } from "../c-family/queries.ts";
import { cppRepairs } from "../c-family/repair/index.ts";
import { isWithoutBody } from "../head-rules.ts";
import { afterColon } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import { typeBeforeName } from "../written-types.ts";
import { isResultType, isRooted, partsWithCapture } from "./places.ts";
import { broughtBy } from "./places.ts";

const testMacro = /^(?:[A-Z]+_)?TEST_[FPT]$|^(?:TYPED_)?TEST$|^(?:BOOST_\w+_)?TEST_CASE\w*$|^SCENARIO$/;
const keywords = new Set(["if", "for", "while", "switch", "return", "else", "do", "defined", "sizeof", "catch"]);
const places = [...outsideOfCode, "template_declaration"];
/** A name and its parameters without a type before them. Matched by text: patterns for the parts compile slowly. */
const isConstructor = '(#match? @nameIn "^(?!operator\\\\b)[^~(<:\\\\s]+\\\\s*\\\\(")';
const constructors = `[
  (function_definition !type declarator: (function_declarator) @nameIn) @constructor @bodyIn
  (declaration !type declarator: (function_declarator) @nameIn) @constructor
]`;

const namedType =
  "[(type_identifier) (qualified_identifier) (template_type) (struct_specifier !name) (union_specifier !name)] @type";

/** The names that a declaration in a condition may declare. */
const declared = `declarator: [
  (identifier) @local
  (pointer_declarator declarator: (identifier) @local)
  (reference_declarator (identifier) @local)
  (init_declarator declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ])
]`;

export default {
  id: "cpp",
  title: "C++",
  projectSigns: { files: ["CMakeLists.txt"], order: 10 },
  countedAs: { "C++": ["cc", "cpp", "cxx", "hh", "hpp"], C: ["h"] },
  // `.h` is here because this grammar parses nearly all of C, while C's grammar parses no classes.
  extensions: [
    "cc",
    "cpp",
    "cxx",
    "c++",
    "cppm",
    "ixx",
    "h",
    "hh",
    "hpp",
    "hxx",
    "h++",
    "inl",
    "ipp",
    "tpp",
    "tcc",
    "ino",
    "cu",
    "cuh",
  ],
  grammar: "tree-sitter-cpp/tree-sitter-cpp.wasm",
  prepare: hideMacros,
  repairs: cppRepairs,
  symbols: `
(function_definition !type declarator: (function_declarator parameters: (parameter_list . (parameter_declaration type: (_) @owner) . (parameter_declaration type: (_) @name) .)) @_test
  (#match? @_test "^(([A-Z]+_)?TEST_[FPT]|(TYPED_)?TEST)\\\\s*\\\\(")) @test @bodyIn
(function_definition !type declarator: (function_declarator parameters: (parameter_list . (parameter_declaration type: (_) @name) .)) @_test
  (#match? @_test "^(TEST|BOOST_[A-Z_]+_TEST_CASE|TEST_CASE\\\\w*|SCENARIO)\\\\s*\\\\(")) @test @bodyIn
(field_declaration_list ${constructors} ${isConstructor})
(field_declaration_list (template_declaration ${constructors}) ${isConstructor})
(function_definition !type declarator: (function_declarator) @nameIn
  (#match? @nameIn "^[^(]*::\\\\s*(?!operator\\\\b)[^~(<:\\\\s]+\\\\s*\\\\(")) @constructor @bodyIn
(function_definition declarator: (_) @nameIn) @function @bodyIn
(class_specifier name: (_) @nameIn body: (_) @body) @class
(namespace_definition name: (_) @nameIn body: (_) @body) @module
(namespace_alias_definition) @module
(alias_declaration) @type
(concept_definition) @type
(field_declaration_list (declaration declarator: (_) @nameIn) @property)
(field_declaration declarator: (_) @nameIn) @property
${cTypes}
${below(["translation_unit", "declaration_list"], "(declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression) @bodyIn)) @function")}
${below(places, "(declaration declarator: (_) @nameIn) @variable")}
`,
  wrappers: [
    "declaration",
    "type_definition",
    "field_declaration",
    "template_declaration",
    "friend_declaration",
    "linkage_specification",
  ],
  attributes: ["attribute_specifier", "attribute_declaration"],
  entryPoints: ["main", "wmain", "WinMain", "wWinMain", "DllMain"],
  entryMarks: startsOrEnds,
  comments: ["comment"],
  cleanName: cleanCName,
  isExported: ({ kind, head, parentKind }) =>
    (parentKind === undefined || parentKind === "module") &&
    kind !== "macro" &&
    kind !== "test" &&
    !/^(?:template\s*<[^{;]*>\s*)?static\b/.test(head),
  isFreeFunction: (head) => /^(?:template\s*<[^{;]*>\s*)?friend\b/.test(head),
  references: {
    ...cReferences,
    identifiers: [...cReferences.identifiers, "namespace_identifier"],
    calls: `
${cReferences.calls}
(call_expression function: (qualified_identifier scope: (_) @receiver name: (identifier) @call))
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @receiver name: (identifier) @call)))
(call_expression function: (template_function name: (identifier) @call))
(call_expression function: (qualified_identifier scope: (_) @receiver name: (template_function name: (identifier) @call)))
(call_expression function: (field_expression argument: (_) @receiver field: (template_method name: (field_identifier) @call)))
(new_expression type: (type_identifier) @call)
(new_expression type: (qualified_identifier scope: (_) @receiver name: (type_identifier) @call))
(new_expression type: (template_type name: (type_identifier) @call))
`,
    locals: `
${cReferences.locals}
${parametersOf((parameters) => `(lambda_expression declarator: (abstract_function_declarator parameters: ${parameters}))`)}
(parameter_declaration declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration declarator: (identifier) @local)
(compound_statement (declaration declarator: (reference_declarator (identifier) @local)))
(compound_statement (declaration declarator: (init_declarator declarator: (reference_declarator (identifier) @local))))
(structured_binding_declarator (identifier) @local)
(condition_clause [
  (init_statement (declaration ${declared}))
  (declaration ${declared})
])
(for_statement initializer: (declaration declarator: (identifier) @local))
(lambda_capture_initializer left: (identifier) @local)
(parenthesized_declarator (reference_declarator (identifier) @local))
(variadic_declarator (identifier) @local)
${parametersOf((parameters) => `(catch_clause parameters: ${parameters})`)}
(for_range_loop declarator: (identifier) @local)
(for_range_loop declarator: (reference_declarator (identifier) @local))
(type_parameter_declaration (type_identifier) @local)
`,
    typedValues: `
(parameter_declaration type: ${namedType} declarator: ${valueIn("(identifier) @value")})
(optional_parameter_declaration type: ${namedType} declarator: ${valueIn("(identifier) @value")})
(declaration type: ${namedType} declarator: ${valueIn("(identifier) @value")})
(declaration type: ${namedType} declarator: (init_declarator declarator: ${valueIn("(identifier) @value")}))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: ${valueIn("(identifier) @value")}
  value: [(call_expression) (field_expression) (identifier) (new_expression)] @from))
(compound_statement (declaration type: ${namedType} declarator: (function_declarator declarator: (identifier) @value)))
(for_range_loop type: ${namedType} declarator: [(identifier) @value (reference_declarator (identifier) @value)])
`,
    // `using B::name` chooses among several types.
    writtenTypes: { of: typeBeforeName, bareMembers: true, mixins: true, kept: new Set(["[]"]) },
    memberNames: ["field_identifier"],
    mayBeMember: mayBeFieldInCpp,
    broughtBy,
    visibleIn: partsWithCapture,
    isRooted,
    findsByArguments: true,
    isResultType,
    scopes: [
      ...cReferences.scopes,
      "for_range_loop",
      "if_statement",
      "while_statement",
      "switch_statement",
      "catch_clause",
      "lambda_expression",
      "template_declaration",
    ],
    imports: cImports,
    modules: "include",
    openEnums: /\benum\b(?!\s+(?:class|struct)\b)/,
    implicitSelf: true,
    hasPartialTypes: true,
  },
  readModule: readIncludes,
  impliedMembers: /^c?r?(?:begin|end)$/,
  members: { shared: "heads", ownFields: true },
  hierarchy: {
    supertypes: afterColon,
    demandsMembers: true,
    unnamed: "a template that extends its own parameter is not seen below the types given to it",
  },
  heads: { isHead: isWithoutBody, acrossFiles: true, hasOverloads: true },
  signatures: {
    parameters: ["parameter_list"],
    arguments: ["argument_list", "initializer_list"],
    between: ["template_argument_list"],
    overloads: true,
    defaults: "in prototypes",
    optionalLast: "defaults",
    unnamedConstructors: "by a declaration, by braces, or by a conversion",
  },
  checks: { reservedWords: cppWords },
  editing: { ...cEditing, listsArguments },
} satisfies GrammarLanguage;

/** A value, a pointer, an array or a reference. */
function valueIn(name: string): string {
  return `[${formsOf(name)} (reference_declarator ${name})]`;
}

/** The usual form of a name; empty if it is not a name: a keyword in broken text, or a macro that begins a test. */
function cleanCName(text: string): string {
  if (keywords.has(text) || testMacro.test(text)) return "";
  if (text.startsWith("operator")) return cleanOperator(text);
  return text.replaceAll(/^"|"$/g, "");
}

/** `operator ==` becomes `operator==`; a conversion operator is named without its parameters. */
function cleanOperator(text: string): string {
  const spaced = text.replaceAll(/\s+/g, " ").replace(/^operator (?=[^\w"])/, "operator");
  return /^operator \w/.test(spaced) ? spaced.replace(/ ?\(.*$/, "") : spaced;
}
