import { countedInEnum } from "../counted-members.ts";
import { afterColon } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";
import { wordSet } from "../syntax-checks.ts";
import { typeBeforeName } from "../written-types.ts";
import { kindsOfLabel, partsWithPattern, patternKeyAt } from "./patterns.ts";
import type { Node } from "web-tree-sitter";

const omnisharp: ServerSpec = {
  id: "omnisharp",
  title: "OmniSharp",
  languages: { csharp: "csharp" },
  program: { names: ["OmniSharp", "omnisharp"], args: ["-lsp"] },
  obtain: "https://github.com/OmniSharp/omnisharp-roslyn/releases",
  env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1" },
  inherits: ["DOTNET_ROOT", "NUGET_PACKAGES"],
  runsCode: "MSBuild files of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};

const csharpLs: ServerSpec = {
  id: "csharp-ls",
  title: "csharp-ls",
  languages: { csharp: "csharp" },
  program: { names: ["csharp-ls"], args: [] },
  obtain: "dotnet tool install --global csharp-ls",
  env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1" },
  inherits: ["DOTNET_ROOT", "NUGET_PACKAGES"],
  runsCode: "MSBuild files of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};

const name = "name: [(identifier) @call (generic_name (identifier) @call)]";

export default {
  id: "csharp",
  title: "C#",
  countedAs: { "C#": ["cs"] },
  extensions: ["cs", "csx"],
  grammar: "tree-sitter-c-sharp/tree-sitter-c_sharp.wasm",
  symbols: `
(namespace_declaration name: (identifier) @name) @module @bodyIn
(namespace_declaration name: (qualified_name qualifier: (_) @owner name: (identifier) @name)) @module @bodyIn
(file_scoped_namespace_declaration name: (identifier) @name) @module
(file_scoped_namespace_declaration name: (qualified_name qualifier: (_) @owner name: (identifier) @name)) @module
(class_declaration) @class
(struct_declaration) @struct
(record_declaration "struct") @struct
(record_declaration) @class
(record_declaration (parameter_list (parameter name: (identifier) @name) @property))
(interface_declaration) @interface
(enum_declaration) @enum
(enum_member_declaration) @member
(delegate_declaration) @type
(method_declaration) @method
(constructor_declaration) @constructor
(destructor_declaration) @method
(operator_declaration operator: _ @name) @method @bodyIn
(conversion_operator_declaration type: (_) @name) @method @bodyIn
(local_function_statement) @function
(indexer_declaration "this" @name) @property @bodyIn.accessors
(property_declaration) @property @bodyIn.accessors
(event_declaration) @property @bodyIn.accessors
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name [(lambda_expression) @bodyIn (anonymous_method_expression (block) @body)]) @method))
(field_declaration (modifier) @_const (variable_declaration (variable_declarator name: (identifier) @name) @constant) (#eq? @_const "const"))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @property))
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @property))
(global_statement (local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @name) @variable)))
`,
  wrappers: [
    "variable_declaration",
    "field_declaration",
    "event_field_declaration",
    "local_declaration_statement",
    "global_statement",
  ],
  attributes: ["attribute_list"],
  comments: ["comment"],
  cleanName: (text) => text.replace(/^@/, ""),
  impliedMembers:
    /^(?:Main|ToString|Equals|GetHashCode|Dispose(?:Async)?|CompareTo|GetEnumerator|MoveNext|Current|GetAwaiter|Deconstruct)$/,
  // Members of interfaces and enums are public without a modifier.
  isExported: ({ kind, head, parentKind }) =>
    kind === "member" || parentKind === "interface" || /(?:^|[\s\]])public\b/.test(head),
  isTest: ({ kind, head }) =>
    (kind === "method" &&
      /\[(?:[\w.]+(?:\([^)]*\))?,\s*)*(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Benchmark)(?:Attribute)?\b/.test(
        head,
      )) ||
    (kind === "class" && /\[(?:\w+\.)*(?:TestFixture|TestClass)\b/.test(head)),
  references: {
    identifiers: ["identifier"],
    calls: `
(invocation_expression function: [(identifier) @call (generic_name (identifier) @call)])
(invocation_expression function: (member_access_expression expression: [(_) "base"] @receiver ${name}))
(invocation_expression function: (conditional_access_expression condition: (_) @receiver (member_binding_expression ${name})))
(object_creation_expression type: [(identifier) @call (generic_name (identifier) @call)])
(object_creation_expression type: (qualified_name qualifier: (_) @receiver ${name}))
(attribute name: (identifier) @call)
`,
    locals: `
(parameter name: (identifier) @local)
(implicit_parameter) @local
(type_parameter name: (identifier) @local)
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(for_statement initializer: (variable_declaration (variable_declarator name: (identifier) @local)))
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(recursive_pattern name: (identifier) @local)
(parenthesized_variable_designation name: (identifier) @local)
(tuple_pattern name: (identifier) @local)
(from_clause name: (identifier) @local)
(let_clause . (identifier) @local)
(join_clause . (identifier) @local)
(join_into_clause (identifier) @local)
(query_expression "into" . (identifier) @local)
`,
    visibleIn: partsWithPattern,
    literalKeyAt: patternKeyAt,
    kindsAt: kindsOfLabel,
    bindsFromName: [
      "local_declaration_statement",
      "declaration_expression",
      "declaration_pattern",
      "recursive_pattern",
      "from_clause",
      "let_clause",
      "join_clause",
    ],
    typedValues: `
(parameter type: (_) @type name: (identifier) @value)
(local_declaration_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @value)) (#not-eq? @type "var"))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @value
  (object_creation_expression type: (_) @type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @value
  [(invocation_expression) (member_access_expression) (await_expression) (identifier)] @from))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @value (as_expression right: (_) @type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @value (cast_expression type: (_) @type)))
(declaration_pattern type: (_) @type name: (identifier) @value)
((foreach_statement type: (_) @type left: (identifier) @value) (#not-eq? @type "var"))
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @field)))
(property_declaration type: (_) @type name: (identifier) @field)
`,
    writtenTypes: { of: typeBeforeName, opened: new Map([["await", new Set(["Task", "ValueTask"])]]) },
    typeBodies: ["declaration_list"],
    scopes: [
      "method_declaration",
      "constructor_declaration",
      "local_function_statement",
      "operator_declaration",
      "conversion_operator_declaration",
      "indexer_declaration",
      "lambda_expression",
      "anonymous_method_expression",
      "block",
      "for_statement",
      "foreach_statement",
      "using_statement",
      "catch_clause",
      "query_expression",
      "class_declaration",
      "struct_declaration",
      "record_declaration",
      "interface_declaration",
      "delegate_declaration",
    ],
    imports: `
(using_directive name: (identifier) @module (_) @source)
(using_directive !name [(identifier) (qualified_name)] @source) @all
`,
    modules: "namespace",
    implicitSelf: true,
    callsFields: true,
    hasPartialTypes: true,
    definesApart: ({ signature }) => /\bpartial\s/.test(signature),
    typeArityAt,
    attributeName: ({ kind, name: whole }) => (kind === "class" ? /^(.+)Attribute$/.exec(whole)?.[1] : undefined),
    seesOuterNamespaces: true,
    isExtension: ({ kind, signature }) => kind === "method" && /\(\s*this\s/.test(signature),
    mayInheritOverloads: ({ signature }) => /\boverride\b/.test(signature),
    superReceiver: /^base$/,
    sharesDirectory: true,
  },
  members: { shared: "heads" },
  hierarchy: { supertypes: afterColon, demandsMembers: true, marksOverrides: true },
  signatures: {
    parameters: ["parameter_list"],
    arguments: ["argument_list"],
    between: ["type_argument_list"],
    recordTypes: ["record_declaration", "record_struct_declaration"],
    label: ": ",
    overloads: true,
    optionalLast: "defaults",
    unnamedConstructors: "by `new(…)`",
    upperConstructor: /(?:^|:\s*)base$/,
    ownConstructor: /(?:^|:\s*)this$/,
  },
  checks: {
    forbidden: {
      query: '(method_declaration (modifier "abstract") body: (_) @forbidden)',
      why: "An abstract method has no body",
    },
    reservedWords: wordSet(
      "break case catch class const continue do else enum finally for foreach if in interface internal is namespace new out override private protected public return sealed static struct switch throw try using virtual while",
    ),
  },
  servers: [csharpLs, omnisharp],
  editing: {
    indent: "    ",
    countedBehind: countedInEnum((member, head) => head.includes("enum") && !member.includes("=")),
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;

/** Two in `Map<int, string>` and `typeof(Map<,>)`, none in `Map`. */
function typeArityAt({ id, parent }: Node): number {
  if (parent?.type !== "generic_name" || parent.firstNamedChild?.id !== id) return 0;
  const list = parent.namedChildren.find(({ type }) => type === "type_argument_list");
  return list === undefined ? 0 : list.children.filter(({ type }) => type === ",").length + 1;
}
