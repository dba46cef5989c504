import { afterColon } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import { packageClause, packageStatement, shebang } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { mayCallPast, partsWithParameter } from "./receivers.ts";
import { selfAround } from "./receivers.ts";
import { kotlinRepairs } from "./repair.ts";

const kotlin: ServerSpec = {
  id: "kotlin",
  title: "Kotlin LSP",
  languages: { kotlin: "kotlin" },
  program: { names: ["kotlin-lsp"], args: ["--stdio"] },
  obtain: "brew install JetBrains/utils/kotlin-lsp, or https://github.com/Kotlin/kotlin-lsp",
  inherits: ["JAVA_HOME"],
  runsCode: "Gradle and Maven builds",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};

const declared = `[
  (variable_declaration . (identifier) @name)
  (multi_variable_declaration (variable_declaration . (identifier) @name))
]`;
const lambda = "(variable_declaration . (identifier) @name) [(lambda_literal) (anonymous_function)] @body";
const constant = "(modifiers (property_modifier)) (variable_declaration . (identifier) @name)";

/** Values in code blocks look the same, so they are told apart by their parent node. */
function inBody(pattern: string): string {
  return `[(class_body ${pattern}) (enum_class_body ${pattern})]`;
}

// The grammar parses `@A actual class B {` as `actual` applied to two others, so an extra pattern finds the class there.
export default {
  id: "kotlin",
  title: "Kotlin",
  projectSigns: { files: ["build.gradle.kts"], order: 6 },
  extensions: ["kt", "kts"],
  grammar: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
  // The grammar takes `?:` out of `Type?::member` and loses the rest of the file.
  prepare: (text) => joinHeaders(text).replaceAll("?::", " ::"),
  repairs: kotlinRepairs,
  symbols: `
(class_declaration "interface" name: (identifier) @name (class_body)? @body) @interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @enum
(class_declaration name: (identifier) @name (class_body)? @body) @class
(object_declaration name: (identifier) @name (class_body)? @body) @class
(companion_object name: (identifier) @name (class_body)? @body) @class
(infix_expression . (identifier) . (identifier) @_word . [
  (identifier) @name
  (call_expression . (identifier) @name . (annotated_lambda) @body)
] (#eq? @_word "class")) @class
(enum_entry (identifier) @name (class_body)? @body) @member
(type_alias type: (identifier) @name) @type
(secondary_constructor "constructor" @name (block)? @body) @constructor
${inBody("(function_declaration name: (identifier) @name (function_body)? @body) @method")}
(function_declaration name: (identifier) @name (function_body)? @body) @function
(class_parameter ["val" "var"] . (identifier) @name) @property
${inBody(`(property_declaration ${constant}) @constant`)}
${inBody(`(property_declaration ${declared}) @property`)}
(call_expression (call_expression (identifier) @_word (value_arguments . (value_argument . (string_literal) @name)))
  (annotated_lambda) @body (#any-of? @_word "test" "describe" "context" "it" "should")) @test
`,
  topSymbols: `
(property_declaration ${constant}) @constant
(property_declaration ${lambda}) @function
(property_declaration ${declared}) @variable
`,
  wrappers: ["annotated_expression"],
  attributes: ["annotation"],
  entryPoints: ["main"],
  comments: ["line_comment", "block_comment"],
  cleanName: (text) => text.replaceAll(/^["`]|["`]$/g, ""),
  impliedMembers:
    /^(?:equals|hashCode|toString|compareTo|component\d+|invoke|iterator|next|hasNext|getValue|setValue|provideDelegate|contains|run|call|close)$/,
  isExported: ({ kind, head, parentKind }) =>
    kind !== "test" &&
    parentKind !== "function" &&
    parentKind !== "method" &&
    !/\b(?:private|internal|protected)\s/.test(modifiersOf(head)),
  isTest: ({ kind, head }) =>
    (kind === "function" || kind === "method") &&
    /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/.test(head),
  references: {
    identifiers: ["identifier"],
    calls: `
(call_expression . (identifier) @call)
(call_expression . (navigation_expression (_) @receiver (identifier) @call .))
(constructor_invocation (user_type (identifier) @call .))
(callable_reference (identifier) @call .)
(infix_expression . (_) @receiver . (identifier) @call . (_))
(annotation (user_type (identifier) @call .))
`,
    // `!isEmpty(list)` is a call of `!isEmpty` to the grammar.
    unseenCalls: /^(?:<(?:[^<>()=;]|<[^<>()]*>){1,200}>)?\(/,
    locals: `
(parameter . (identifier) @local)
(lambda_parameters (variable_declaration . (identifier) @local))
(lambda_parameters (multi_variable_declaration (variable_declaration . (identifier) @local)))
(block (property_declaration ${declared.replaceAll("@name", "@local")}))
(lambda_literal (property_declaration ${declared.replaceAll("@name", "@local")}))
(for_statement ${declared.replaceAll("@name", "@local")})
(when_subject (variable_declaration . (identifier) @local))
(catch_block . (identifier) @local)
(object_literal (class_body (property_declaration ${declared.replaceAll("@name", "@whole")})))
(object_literal (class_body (function_declaration name: (identifier) @local)))
(type_parameter (identifier) @local)
(setter . (identifier) @local)
(class_parameter . (identifier) @local)
`,
    visibleIn: partsWithParameter,
    bindsBehind: ["property_declaration"],
    typedValues: `
(parameter . (identifier) @value (user_type) @type)
(block (property_declaration (variable_declaration . (identifier) @value (user_type) @type)))
(class_body (property_declaration (variable_declaration . (identifier) @field (user_type) @type)))
(class_parameter ["val" "var"] . (identifier) @field (user_type) @type)
(class_parameter . (identifier) @value (user_type) @type)
`,
    typeBodies: ["class_declaration", "object_declaration"],
    scopes: [
      "function_declaration",
      "anonymous_function",
      "lambda_literal",
      "secondary_constructor",
      "setter",
      "block",
      "for_statement",
      "when_expression",
      "catch_block",
      "object_literal",
      "class_declaration",
      "type_alias",
    ],
    imports: `
(import (qualified_identifier (identifier) @name .) @source .)
(import (qualified_identifier (identifier) @name .) @source . (identifier) @alias)
(import (qualified_identifier) @source "*" @all)
`,
    modules: "dotted",
    packageClause: packageStatement,
    namesInText: /(?<!\\)\$$/,
    valueMembers: "functions",
    implicitSelf: true,
    callsFields: true,
    callsByArguments: true,
    mayCallPast,
    selfAround,
    onlyCalled: ({ kind, signature }) => (kind === "function" || kind === "method") && /\bfun\b/.test(signature),
    mayBeOtherSelf: (node) => selfAround(node) === "other",
    mayBeReceivers: (called, { name, signature }) =>
      libraryMembers.test(called) && new RegExp(`\\bfun\\b[^=]*[>?\\w)]\\.${name}\\s*\\(`).test(signature),
    sharesDirectory: true,
  },
  members: { shared: "heads" },
  hierarchy: {
    platform: "jvm",
    supertypes: afterColon,
    demandsMembers: true,
    marksOverrides: true,
    shapes: {
      typeNames: ["identifier"],
      through: ["user_type", "delegation_specifier", "delegation_specifiers", "constructor_invocation"],
      rules: [{ shape: "anonymous class", nodes: ["object_literal", "companion_object"] }],
    },
  },
  signatures: {
    parameters: ["function_value_parameters", "class_parameters"],
    arguments: ["value_arguments"],
    between: ["type_arguments"],
    declaresMember: /^(?:@[^]*\s)?(?:(?:private|public|internal|protected|override)\s+)*va[lr]\s/,
    label: " = ",
    defaultsRead: "parameters before",
    overloads: true,
    defaults: "not in overrides",
    upperConstructor: /^super$/,
    ownConstructor: /^this$/,
  },
  checks: {
    nestedComments: ["/*", "*/"],
    forbidden: {
      query: '(function_declaration (modifiers (inheritance_modifier "abstract")) (function_body) @forbidden)',
      why: "An abstract function has no body",
    },
  },
  servers: [kotlin],
  editing: { indent: "    ", header: { clauses: [shebang, packageClause] }, moves: { files: "named by path" } },
} satisfies GrammarLanguage;

/** Members of lists, texts and the like, which are visible in functions that extend these. */
const libraryMembers =
  /^(?:compareTo|contains|containsAll|containsKey|containsValue|entries|get|indexOf|isEmpty|iterator|keys|lastIndexOf|length|listIterator|name|ordinal|size|subList|subSequence|values)$/;

/** What precedes the declaring keyword; annotations may contain anything. */
function modifiersOf(head: string): string {
  const [before = ""] = head
    .replaceAll(/@\w[\w.:]*(?:\([^)]*\))?/g, "")
    .split(/\b(?:class|interface|object|fun|val|var|typealias|constructor)\b|[=({]/);
  return before;
}

/** The grammar takes a constructor with several modifiers on its own line for a separate declaration. */
function joinHeaders(text: string): string {
  return text.replaceAll(
    /(\bclass\s+\w+(?:<[^>\n]*>)?[ \t]*)(\r?\n)(?=[ \t]*(?:(?:@\w+|internal|private|public|protected|actual)\s+)+constructor\b)/g,
    (_, header: string, lineEnd: string) => header + " ".repeat(lineEnd.length),
  );
}
