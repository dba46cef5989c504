import type { Node } from "web-tree-sitter";
import { afterWords } from "../hierarchy/head-names.ts";
import { lambdasUnseen } from "../hierarchy/type-shapes.ts";
import type { GrammarLanguage } from "../language.ts";
import type { PlaceMeaning } from "../place-meaning.ts";
import { packageClause, packageStatement, shebang, dollarNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { symbolKinds } from "../symbol-kind.ts";
import { wordSet } from "../syntax-checks.ts";
import { isOfLibrary, libraryMembers } from "./library-members.ts";
import { javaTypes } from "./types.ts";

const javaSettings = {
  java: {
    autobuild: { enabled: false },
    configuration: { updateBuildConfiguration: "disabled" },
    import: {
      generatesMetadataFilesAtProjectRoot: false,
      gradle: { offline: { enabled: true } },
      maven: { offline: { enabled: true } },
    },
    eclipse: { downloadSources: false },
    maven: { downloadSources: false },
    telemetry: { enabled: false },
  },
};

const jdtls: ServerSpec = {
  id: "jdtls",
  title: "Eclipse JDT LS",
  languages: { java: "java" },
  program: { names: ["jdtls"], args: [] },
  obtain: "brew install jdtls, or https://github.com/eclipse-jdtls/eclipse.jdt.ls",
  rootMarkers: ["settings.gradle", "settings.gradle.kts", "pom.xml", "build.gradle", "build.gradle.kts"],
  inherits: ["JAVA_HOME"],
  runsCode: "Gradle and Maven builds and annotation processors",
  options: () => ({ bundles: [], settings: javaSettings }),
  settings: () => javaSettings,
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};

const isConstant = `(#match? @_modifiers "static[\\\\s\\\\S]*final|final[\\\\s\\\\S]*static")`;

export default {
  id: "java",
  title: "Java",
  projectSigns: { files: ["pom.xml", "build.gradle"], order: 5 },
  extensions: ["java"],
  grammar: "tree-sitter-java/tree-sitter-java.wasm",
  repairs: [hideAnnotations],
  symbols: `
(class_declaration name: (identifier) @name body: (_) @body) @class
(record_declaration name: (identifier) @name body: (_) @body) @class
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @property))
(interface_declaration name: (identifier) @name body: (_) @body) @interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @interface
(annotation_type_element_declaration name: (identifier) @name) @method
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(enum_constant name: (identifier) @name body: (_)? @body) @member
(constructor_declaration name: (identifier) @name body: (_) @body) @constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @constructor
(method_declaration name: (identifier) @name body: (_)? @body) @method
(field_declaration (modifiers) @_modifiers declarator: (variable_declarator name: (identifier) @name) @constant ${isConstant})
(field_declaration declarator: (variable_declarator name: (identifier) @name) @property)
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @constant)
(module_declaration name: (_) @name body: (_) @body) @module
`,
  wrappers: ["field_declaration", "constant_declaration"],
  attributes: ["marker_annotation", "annotation"],
  comments: ["line_comment", "block_comment"],
  impliedMembers:
    /^(?:main|equals|hashCode|toString|compareTo|compare|finalize|clone|run|call|close|iterator|next|hasNext|get|accept|apply|test|(?:read|write)Object|readResolve|writeReplace)$/,
  isExported: ({ kind, head, parentKind }) =>
    hasModifier(head, "public") ||
    (parentKind === "interface" && !hasModifier(head, "private")) ||
    (kind === "member" && parentKind === "enum"),
  isTest: ({ name, kind, head, file }) =>
    (kind === "method" && /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b/.test(head)) ||
    (/Tests?\.java$/.test(file) &&
      ((kind === "method" && /^test(?:[A-Z_]|$)/.test(name)) || (kind === "class" && /Tests?$/.test(name)))),
  references: {
    identifiers: ["identifier", "type_identifier", "super"],
    calls: `
(method_invocation !object name: (identifier) @call)
(method_invocation object: (_) @receiver name: (identifier) @call)
(method_reference . (_) @receiver (identifier) @call .)
(object_creation_expression type: [
  (type_identifier) @call
  (generic_type . (type_identifier) @call)
  (scoped_type_identifier (_) @receiver (type_identifier) @call .)
  (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @call .))
])
(explicit_constructor_invocation constructor: (super) @call)
(marker_annotation name: (identifier) @call)
(annotation name: (identifier) @call)
`,
    locals: `
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(catch_formal_parameter name: (identifier) @local)
(lambda_expression parameters: [(identifier) @local (inferred_parameters (identifier) @local)])
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(resource name: (identifier) @local)
(instanceof_expression name: (identifier) @scoped)
(type_pattern (identifier) @local)
(record_pattern_component (identifier) @local)
(type_parameter (type_identifier) @local)
`,
    bindsFromName: ["local_variable_declaration"],
    scopeOfName: scopeOfPattern,
    meaningAt: javaMeaning,
    // A label of a switch may be a value of the enum that is switched on.
    selfAround: ({ parent }) => (parent?.type === "switch_label" ? "possible" : undefined),
    typeBodies: ["class_body", "enum_body", "interface_body"],
    typedValues: `
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @field))
(formal_parameter type: (_) @type name: (identifier) @value)
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @value) (#not-eq? @type "var"))
(local_variable_declaration type: (_) @_var declarator: (variable_declarator name: (identifier) @value
  value: (object_creation_expression type: (_) @type arguments: (_) .)) (#eq? @_var "var"))
(enhanced_for_statement type: (_) @type name: (identifier) @value)
(resource type: (_) @type name: (identifier) @value)
(catch_formal_parameter (catch_type . (_) @type .) name: (identifier) @value)
(instanceof_expression right: (_) @type name: (identifier) @value)
(local_variable_declaration type: (_) @_var declarator: (variable_declarator name: (identifier) @value
  value: (method_invocation) @from) (#eq? @_var "var"))
`,
    writtenTypes: javaTypes,
    scopes: [
      "method_declaration",
      "constructor_declaration",
      "compact_constructor_declaration",
      "lambda_expression",
      "block",
      "for_statement",
      "enhanced_for_statement",
      "try_with_resources_statement",
      "catch_clause",
      "switch_rule",
      "class_declaration",
      "interface_declaration",
      "record_declaration",
    ],
    imports: `
(import_declaration (scoped_identifier scope: (_) @source name: (identifier) @name) .)
(import_declaration [(scoped_identifier) (identifier)] @source (asterisk) @all)
`,
    calledSymbols: isValueOf,
    modules: "dotted",
    importsNoMembers: /^\s*import\s+static\b/,
    packageClause: packageStatement,
    closedModules: true,
    implicitSelf: true,
    bareCallsNeverLocal: true,
    sharesDirectory: true,
  },
  members: { shared: "heads", ownFields: true },
  hierarchy: {
    platform: "jvm",
    supertypes: afterWords,
    demandsMembers: true,
    known: libraryMembers,
    isKnownIn: isOfLibrary,
    shapes: {
      typeNames: ["type_identifier"],
      through: ["scoped_type_identifier", "generic_type", "annotated_type"],
      rules: [
        { shape: "anonymous class", nodes: ["object_creation_expression"], has: ["class_body"] },
        {
          shape: "lambda",
          nodes: ["local_variable_declaration", "field_declaration"],
          has: ["lambda_expression", "method_reference"],
        },
      ],
      unseen: lambdasUnseen,
    },
  },
  signatures: {
    parameters: ["formal_parameters"],
    arguments: ["argument_list"],
    recordTypes: ["record_declaration"],
    overloads: true,
    upperConstructor: /(?:^|\.)super$/,
    ownConstructor: /^this$/,
    constants: ["enum_constant"],
  },
  checks: {
    forbidden: {
      query: `
(interface_body (method_declaration . type: (_) body: (block) @forbidden))
(interface_body (method_declaration . type_parameters: (_) body: (block) @forbidden))
(interface_body (method_declaration (modifiers) @_modifiers body: (block) @forbidden) (#not-match? @_modifiers "default|static|private"))
(method_declaration (modifiers ["abstract" "native"]) body: (block) @forbidden)
`,
      why: "A method of an interface has a body only if it is `default`, `static` or `private`, and an abstract or native one has none",
    },
    reservedWords: wordSet(
      "abstract assert break case catch class continue do else enum extends final finally for goto if implements import instanceof interface native new package private protected public return static switch synchronized throw throws transient try volatile while",
    ),
  },
  servers: [jdtls],
  editing: {
    indent: "    ",
    names: { ...dollarNames, typesInFiles: "public" },
    header: { clauses: [shebang, packageClause] },
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;

/** Labels, the elements of annotations, and names that are not called, which no method is meant by. */
function javaMeaning({ parent, id, type, nextSibling }: Node): PlaceMeaning | undefined {
  if (parent?.type === "element_value_pair") return parent.child(0)?.id === id ? { kinds: ["method"] } : undefined;
  const isLabel = parent?.type === "break_statement" || parent?.type === "continue_statement";
  if (isLabel || (parent?.type === "labeled_statement" && parent.child(0)?.id === id)) return { kinds: [] };
  return type === "identifier" && valueParents.has(parent?.type ?? "") && nextSibling?.type !== "("
    ? { kinds: valuesOrTypes }
    : undefined;
}

/** `v` in `x instanceof Box v` is known in its statement; behind `if (!(x instanceof Box v)) return;` as well. */
function scopeOfPattern(name: Node): Node | undefined {
  let isNegated = false;
  for (let at = name.parent; at !== null; at = at.parent) {
    isNegated ||= at.type === "unary_expression" || (at.type === "binary_expression" && at.text.includes("||"));
    const isWhole = at.type === "lambda_expression" || /(?:_statement|_declaration)$/.test(at.type);
    if (isWhole) return isNegated ? (at.parent ?? at) : at;
  }
  return undefined;
}

/** Where a name without arguments is that of a value or of a type. */
const valueParents: ReadonlySet<string> = new Set([
  "return_statement",
  "binary_expression",
  "unary_expression",
  "update_expression",
  "assignment_expression",
  "variable_declarator",
  "parenthesized_expression",
  "array_access",
  "ternary_expression",
  "argument_list",
  "field_access",
  "cast_expression",
  "lambda_expression",
]);
const valuesOrTypes = symbolKinds.filter((kind) => kind !== "method");

/** The grammar does not support an annotation before the dots in `Object @Nullable ... args`. */
function hideAnnotations(text: string): string {
  return text.replaceAll(/@\w[\w.]*(?:\([^()]*\))?(?=\s*\.\.\.)/g, (found) => found.replaceAll(/[^\r\n]/g, " "));
}

/** Arguments of annotations and initialisers may contain anything. */
function hasModifier(head: string, modifier: string): boolean {
  return new RegExp(`^[^=({]*\\b${modifier}\\s`).test(head.replaceAll(/@\w[\w.]*(?:\([^)]*\))?/g, ""));
}

/** `Color.valueOf("RED")`: a value of an enum. */
function isValueOf({ type, parent: text }: Node): boolean {
  const list = text?.type === "string_literal" ? text.parent : null;
  if (type !== "string_fragment" || list?.type !== "argument_list") return false;
  return list.parent?.childForFieldName("name")?.text === "valueOf";
}
