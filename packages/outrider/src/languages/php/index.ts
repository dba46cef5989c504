import type { EditingRules } from "../editing.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import type { SuperName, TypeDeclaration } from "../hierarchy/type-hierarchy.ts";
import type { GrammarLanguage } from "../language.ts";
import type { TypedDeclaration } from "../written-types.ts";
import { shebang, sigiledNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";

const intelephense: ServerSpec = {
  id: "intelephense",
  title: "Intelephense",
  languages: { php: "php" },
  program: {
    names: ["intelephense"],
    args: ["--stdio"],
    npm: {
      package: "intelephense",
      version: "1.18.5",
      entry: "lib/intelephense.js",
      sizeMb: 124,
      integrity: {
        intelephense: "sha512-dqCH1YNCRlHGBLND+iUFjBJlGwM4pPimX2jm8AaP/6K2WZNM2K2+E8dOWCD3ZYMP2zC2ICBD9Soe2oxKtU9d9A==",
      },
    },
  },
  obtain: "outrider languages install intelephense",
  rootMarkers: ["composer.json"],
  settings: () => ({ intelephense: { telemetry: { enabled: false }, format: { enable: false } } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  // Without a licence it answers with an empty edit.
  unreliable: ["rename"],
};

/** Editing rules of PHP. */
const phpEditing: EditingRules = {
  commentMarks: ["#", "//", "/*"],
  indent: "    ",
  // A text may be what is called: `array_map('name', $all)`.
  names: { ...sigiledNames("[?!]?"), typesInFiles: "all", inTexts: () => true },
  lists: { members: false, inBraces: false },
  header: {
    clauses: [shebang, /^<\?php\b/, /^declare\s*\(\s*strict_types\s*=\s*\d\s*\);/, /^namespace\s+[\w\\]+\s*;/],
  },
  page: { title: "PHP", opening: "<?php\n", endOfCode: beforeClosingTag, probe: (name) => `function ${name}() {}` },
  entities: "with tags",
  moves: { files: "named by path" },
};

const variable = "(variable_name (name) @name)";
const closure = "[(arrow_function body: (_) @body) (anonymous_function body: (_) @body)]";

export default {
  id: "php",
  title: "PHP",
  projectSigns: { files: ["composer.json"], order: 7 },
  countedAs: { PHP: ["php"] },
  extensions: ["php", "phtml", "php3", "php4", "php5"],
  interpreters: ["php"],
  grammar: "tree-sitter-php/tree-sitter-php.wasm",
  symbols: `
(namespace_definition name: (namespace_name) @name body: (_)? @body) @module
(class_declaration name: (name) @name body: (_) @body) @class
(interface_declaration name: (name) @name body: (_) @body) @interface
(trait_declaration name: (name) @name body: (_) @body) @trait
(enum_declaration name: (name) @name body: (_) @body) @enum
(enum_case name: (name) @name) @member
(function_definition name: (name) @name body: (_) @body) @function
(method_declaration name: (name) @name (#eq? @name "__construct") body: (_)? @body) @constructor
(method_declaration name: (name) @name body: (_)? @body) @method
(property_declaration (property_element name: ${variable}) @property)
(property_promotion_parameter name: ${variable}) @property
(const_element . (name) @name) @constant
(function_call_expression function: (name) @_word
  arguments: (arguments . (argument (string (string_content) @name))) (#eq? @_word "define")) @constant
(function_call_expression function: (name) @_word
  arguments: (arguments . (argument [(string) (encapsed_string)] @name) (argument ${closure}))
  (#any-of? @_word "test" "it" "describe")) @test
`,
  topSymbols: `
(expression_statement (assignment_expression left: ${variable} right: ${closure}) @function)
(expression_statement (assignment_expression left: ${variable}) @variable)
`,
  wrappers: ["property_declaration", "const_declaration", "expression_statement"],
  attributes: ["attribute_list"],
  comments: ["comment"],
  cleanName: (text) => text.replaceAll(/^["']|["']$/g, ""),
  impliedMembers: /^__/,
  isExported: ({ kind, head, parentKind }) =>
    kind !== "test" &&
    parentKind !== "function" &&
    parentKind !== "method" &&
    !/^[^$({=]*\b(?:private|protected)\b(?!\()/.test(head.replaceAll(/#\[[^\n]*\]/g, "")),
  isTest: ({ name, kind, head, file }) =>
    (kind === "method" &&
      (/#\[(?:\\?\w+\\)*Test\b/.test(head) || (name.startsWith("test") && file.endsWith("Test.php")))) ||
    (kind === "class" && name.endsWith("Test") && /\bextends\s/.test(head)),
  references: {
    memberArrow: true,
    dotJoins: true,
    isRooted: ({ parent, previousSibling }) =>
      parent?.type === "qualified_name" &&
      previousSibling?.type === "\\" &&
      parent.firstChild?.id === previousSibling.id,
    identifiers: ["name"],
    calls: `
(function_call_expression function: [(name) @call (qualified_name (name) @call)])
(member_call_expression object: (_) @receiver name: (name) @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @call)
(scoped_call_expression scope: (_) @receiver name: (name) @call)
(scoped_property_access_expression scope: (_) @receiver name: (variable_name (name) @call))
(object_creation_expression [(name) @call (qualified_name (name) @call)])
(attribute [(name) @call (qualified_name (name) @call)])
`,
    // A variable never refers to a function of the same name, so each is local to its function.
    locals: "(variable_name (name) @local)",
    scopes: ["variable_name"],
    typedValues: `
(simple_parameter type: (_) @type name: (variable_name) @value)
(simple_parameter !type name: (variable_name) @value)
(property_promotion_parameter type: (_) @type name: (variable_name) @value)
(assignment_expression left: (variable_name) @value right: (_) @from)
(assignment_expression left: (list_literal (variable_name) @value))
(reference_assignment_expression left: (variable_name) @value)
(foreach_statement (variable_name) @value)
(foreach_statement (pair (variable_name) @value))
(catch_clause name: (variable_name) @value)
(by_ref (variable_name) @value)
(anonymous_function_use_clause (variable_name) @value)
`,
    // `use T { name as other; }`: both are methods.
    literalKeyAt: ({ parent }) => (parent?.type === "use_as_clause" ? { key: "alone" } : undefined),
    typedScopes: ["method_declaration", "function_definition", "anonymous_function", "arrow_function"],
    writtenTypes: { of: typeInPhp, ownMembersOnly: true },
    imports: `
(namespace_use_clause (qualified_name prefix: (namespace_name) @source (name) @name) !alias)
(namespace_use_clause (qualified_name prefix: (namespace_name) @source (name) @name) alias: (name) @alias)
(namespace_use_declaration (namespace_name) @source
  body: (namespace_use_group (namespace_use_clause . (name) @name alias: (name)? @alias)))
([(require_once_expression (binary_expression (_ (string_content) @source @all))) (require_expression (binary_expression (_ (string_content) @source @all)))])
(require_once_expression (_ (string_content) @source @all))
(require_expression (_ (string_content) @source @all))
(include_once_expression (_ (string_content) @source @all))
(include_expression (_ (string_content) @source @all))
`,
    modules: "namespace",
    reexportsImports: true,
    superReceiver: /^parent$/i,
  },
  hierarchy: {
    supertypes: phpSupertypes,
    demandsMembers: true,
    shapes: {
      typeNames: ["name"],
      through: ["qualified_name", "base_clause", "class_interface_clause"],
      rules: [{ shape: "anonymous class", nodes: ["anonymous_class"] }],
    },
  },
  signatures: {
    parameters: ["formal_parameters"],
    arguments: ["arguments"],
    declaresMember: /^(?:#\[[^]*\]\s*)?(?:public|private|protected|readonly)\b/,
    label: ": ",
    readsByPlace: /\bfunc_(?:get_args?|num_args)\b/i,
    readsByName: /\b(?:compact|extract|get_defined_vars|eval)\s*\(|\$\$|\$\{\s*\$/i,
    innerFunction: /\bfunction\s*&?\s*\(/,
    optionalLast: "defaults",
    upperConstructor: /^parent::__construct$/i,
    inheritsConstructors: true,
  },
  checks: {
    forbidden: {
      query: `
(interface_declaration body: (declaration_list (method_declaration body: (_) @forbidden)))
(method_declaration (abstract_modifier) body: (_) @forbidden)
`,
      why: "A method of an interface and an abstract one have no body",
    },
  },
  servers: [intelephense],
  editing: phpEditing,
} satisfies GrammarLanguage;

/** `class A extends B`, and the traits that it uses: `use T, N\U { … }`. */
function phpSupertypes(text: string, type: TypeDeclaration): readonly SuperName[] {
  const { bodySpan } = type;
  const body = bodySpan === undefined ? "" : text.slice(bodySpan.start, bodySpan.end);
  const statements = body.matchAll(/(?<=[{};]\s*)use\s+((?:[\w\\]+\s*,\s*)*[\w\\]+)\s*[;{]/g);
  const traits = [...statements].flatMap(({ index, 0: whole, 1: list = "" }) => {
    const start = (bodySpan?.start ?? 0) + index + whole.indexOf(list, "use".length);
    return [...list.matchAll(/\w+(?=\s*(?:,|$))/g)].map((name) => ({ name: name[0], start: start + name.index }));
  });
  return [...afterWords(text, type), ...traits];
}

/** `private Store $store` and `function open(): Store`. */
function typeInPhp({ name, kind, signature }: TypedDeclaration): string | undefined {
  if (kind === "method" || kind === "function") return /\)\s*:\s*([^{;]+?)\s*$/.exec(signature)?.[1];
  if (kind !== "property") return undefined;
  const before = signature.slice(0, Math.max(0, signature.indexOf(`$${name}`)));
  const type = before.replaceAll(/\b(?:public|private|protected|static|readonly|var|final)\b(?:\(set\))?/g, "").trim();
  return type === "" ? undefined : type;
}

/** A file may have a closing tag at the end. */
function beforeClosingTag(text: string, end: number): number {
  const isClosed = text.endsWith("?>", end) && text.lastIndexOf("<?php") > text.lastIndexOf("<?=");
  return isClosed ? text.slice(0, end - 2).trimEnd().length : end;
}
