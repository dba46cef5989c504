import type { Node } from "web-tree-sitter";
import type { PlaceMeaning } from "../place-meaning.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import { lambdasUnseen } from "../hierarchy/type-shapes.ts";
import type { GrammarLanguage } from "../language.ts";
import { packageClause, packageStatement, shebang, dollarNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { scalaTypes } from "./types.ts";

const metals: ServerSpec = {
  id: "metals",
  title: "Metals",
  languages: { scala: "scala" },
  program: { names: ["metals"], args: [] },
  obtain: "cs install metals",
  rootMarkers: ["build.sbt", "build.sc", "build.mill"],
  inherits: ["JAVA_HOME"],
  runsCode: "sbt, Mill or Gradle builds of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};

const named = `[
  (identifier) @name
  (identifiers (identifier) @name)
  (tuple_pattern (identifier) @name)
]`;
const functions = "[(function_definition) (function_declaration)]";
const values = `[
  (val_definition pattern: ${named})
  (var_definition pattern: ${named})
  (val_declaration name: (identifier) @name)
  (var_declaration name: (identifier) @name)
]`;

/** Values of a type inside a function are no local ones. */
const localIn = (block: string): string => `
(${block} (val_definition pattern: [(identifier) @local (tuple_pattern (identifier) @local)]))
(${block} (var_definition pattern: (identifier) @local))
(${block} (function_definition name: (identifier) @symbol))
(${block} (object_definition name: (identifier) @symbol))
`;

/** `Item*` is a list. */
const oneType = "[(type_identifier) (generic_type) (stable_type_identifier) (lazy_parameter_type)] @type";

/** Values of a block are local, those of a type are its fields. */
const typedValues = `
(parameter name: (identifier) @value type: ${oneType})
(binding name: (identifier) @value type: (_) @type)
(class_parameter name: (identifier) @field type: ${oneType})
(typed_pattern pattern: (identifier) @value type: (_) @type)
${["block", "indented_block", "case_clause"]
  .map(
    (block) => `
(${block} (val_definition pattern: (identifier) @value type: (_) @type))
(${block} (var_definition pattern: (identifier) @value type: (_) @type))
(${block} (val_definition pattern: (identifier) @value !type value: (_) @from))
(${block} (var_definition pattern: (identifier) @value !type value: (_) @from))`,
  )
  .join("")}
(template_body (val_definition pattern: (identifier) @field type: (_) @type))
(template_body (var_definition pattern: (identifier) @field type: (_) @type))
(template_body (val_definition pattern: (identifier) @field !type value: (_) @from))
(template_body (var_definition pattern: (identifier) @field !type value: (_) @from))
`;

const calledByLanguage =
  /^(?:equals|hashCode|toString|apply|unapply|unapplySeq|update|map|flatMap|foreach|withFilter|compare|run)$/;

export default {
  id: "scala",
  title: "Scala",
  countedAs: { Scala: ["scala"] },
  extensions: ["scala", "sc", "sbt"],
  interpreters: ["scala", "amm"],
  grammar: "@lumis-sh/wasm-scala/tree-sitter-scala.wasm",
  symbols: `
(package_clause name: (_) @name body: (_) @body) @module
(package_object) @module
(class_definition) @class
(object_definition) @class
(trait_definition) @trait
(enum_definition) @enum
(simple_enum_case) @member
(full_enum_case) @member
(type_definition) @type
(given_definition name: (identifier) @name) @constant @bodyIn
(function_definition name: (identifier) @name (#eq? @name "this")) @constructor @bodyIn
(template_body ${functions} @method)
${functions} @function
(class_parameter ["val" "var"] name: (identifier) @name) @property
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name) @property))
([(template_body ${values} @property) (enum_body ${values} @property)])
(call_expression function: (call_expression function: (identifier) @_word arguments: (arguments . (string) @name))
  arguments: (_) @body (#any-of? @_word "test" "describe" "it")) @test
(infix_expression left: [(string) @name (infix_expression right: (string) @name)] operator: (identifier) @_word
  right: [(block) (indented_block)] @body (#any-of? @_word "in" "should" "when" "can" "must" "ignore")) @test
`,
  topSymbols: `
(val_definition pattern: ${named}) @constant
(var_definition pattern: ${named}) @variable
`,
  wrappers: ["enum_case_definitions"],
  attributes: ["annotation"],
  comments: ["comment", "block_comment"],
  cleanName: (text) => text.replaceAll(/^["`]+|["`]+$/g, ""),
  // What is implicit is found by its type.
  impliedMembers: {
    test: (name, signature) => calledByLanguage.test(name) || /\b(?:implicit|given)\b/.test(signature),
  },
  isExported: ({ kind, head, parentKind }) =>
    kind !== "test" &&
    parentKind !== "function" &&
    parentKind !== "method" &&
    !/^[^=({]*\b(?:private|protected)\b/.test(head.replaceAll(/@\w[\w.]*(?:\([^)]*\))?/g, "")),
  isTest: ({ name, kind, head }) =>
    (kind === "class" && /(?:Spec|Suite|Test)s?$/.test(name) && /\bextends\s/.test(head)) ||
    (kind === "method" && /@(?:\w+\.)*Test\b/.test(head)),
  references: {
    // The last one is the name in `end Outer`.
    identifiers: ["identifier", "type_identifier", "operator_identifier", "_end_ident"],
    calls: `
(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @receiver field: (_) @call))
(generic_function function: (identifier) @call)
(generic_function function: (field_expression value: (_) @receiver field: (_) @call))
(instance_expression [(type_identifier) @call (generic_type type: (type_identifier) @call)])
(infix_expression left: (_) @receiver operator: (_) @call)
`,
    locals: `
(parameter name: (identifier) @local)
(binding name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
${localIn("block")}${localIn("indented_block")}${localIn("case_clause")}${localIn("lambda_expression")}(enumerator . (identifier) @local)
(type_parameters name: (identifier) @local)
((case_clause pattern: [(identifier) @local (typed_pattern pattern: (identifier) @local)]) (#match? @local "^[a-z_]"))
((case_class_pattern (identifier) @local) (#match? @local "^[a-z_]"))
((infix_pattern (identifier) @local) (#match? @local "^[a-z_]"))
((tuple_pattern (identifier) @local) (#match? @local "^[a-z_]"))
(capture_pattern name: (identifier) @local)
(class_parameter . name: (identifier) @local)
`,
    typeBodies: ["template_body", "class_definition"],
    typedValues,
    writtenTypes: scalaTypes,
    isCalledByName: (called) => scalaTypes.isCalled?.(called) === false,
    scopes: [
      "function_definition",
      "lambda_expression",
      "block",
      "indented_block",
      "case_clause",
      "for_expression",
      "class_definition",
    ],
    hoistScopes: ["lambda_expression", "block", "indented_block", "case_clause"],
    imports: `
(import_declaration (identifier) @source . (identifier) @name .)
(import_declaration (identifier) @source . (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias))
(import_declaration (identifier) @source . (namespace_wildcard) @all)
(import_declaration (identifier) @source . (namespace_selectors (namespace_wildcard) @all))
(import_declaration (identifier) @source . (namespace_selectors [
  (identifier) @name
  (arrow_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
  (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
]))
`,
    meaningAt: namedArgument,
    modules: "dotted",
    packageClause: packageStatement,
    relativeImports: true,
    importScopes: ["template_body", "block", "indented_block", "case_clause", "function_definition"],
    valueMembers: "functions",
    implicitSelf: true,
    callsFields: true,
    sharesDirectory: true,
  },
  members: { shared: "heads" },
  hierarchy: {
    platform: "jvm",
    supertypes: afterWords,
    demandsMembers: true,
    shapes: {
      typeNames: ["type_identifier"],
      through: ["generic_type", "compound_type", "stable_type_identifier"],
      rules: [
        { shape: "anonymous class", nodes: ["instance_expression"], has: ["template_body"] },
        { shape: "anonymous class", nodes: ["given_definition"] },
        { shape: "lambda", nodes: ["val_definition", "function_definition"], has: ["lambda_expression"] },
      ],
      unseen: lambdasUnseen,
    },
  },
  checks: { nestedComments: ["/*", "*/"] },
  servers: [metals],
  editing: {
    indent: "    ",
    names: dollarNames,
    header: { clauses: [shebang, packageClause] },
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;

/** `name` in `f(name = 1)` is a parameter, which may be a field; what is called tells of which type. */
function namedArgument(node: Node): PlaceMeaning | undefined {
  const { parent } = node;
  if (parent?.type !== "assignment_expression" || parent.parent?.type !== "arguments") return undefined;
  const isName = parent.childForFieldName("left")?.id === node.id;
  return isName ? { kinds: ["property", "constant", "variable", "member"], isOpen: true } : undefined;
}
