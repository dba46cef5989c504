import type { Node } from "web-tree-sitter";
import { countedInEnum } from "../counted-members.ts";
import type { EditingRules } from "../editing.ts";
import { inBrackets } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";
import type { Span } from "../span.ts";
import { wordSet } from "../syntax-checks.ts";
import { basedpyright } from "./basedpyright.server.ts";
import { readPythonModule } from "./module.ts";
import { comprehensions, outerOffset, scopeOfName } from "./places.ts";
import { namedType, writtenTypes } from "./types.ts";
import { pythonAnalysis, pythonRoots } from "./python-facts.ts";
import { pythonSignatures } from "./signatures.ts";
import { isStandardModule } from "./standard-modules.ts";

const pyright: ServerSpec = {
  id: "pyright",
  title: "Pyright",
  languages: { python: "python" },
  program: {
    names: ["pyright-langserver"],
    args: ["--stdio"],
    npm: {
      package: "pyright",
      version: "1.1.414",
      entry: "langserver.index.js",
      sizeMb: 19,
      integrity: {
        pyright: "sha512-FPZZb51jepDX4eP7TEYDeNFtmE3WgwkkEcJpvH3/QmUSsj0EAy3LXu+xB4T/FWDejtsXlCfFr/rbWFjwuwuXww==",
      },
    },
  },
  obtain: "outrider languages install pyright",
  rootMarkers: pythonRoots,
  settings: (facts) => ({ python: pythonAnalysis(facts), pyright: { disableOrganizeImports: true } }),
  // Its first answers cover only open files; this log line says that it has found the others.
  readiness: { by: "log", text: "source file", afterMs: 15_000 },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  namesIn: '"',
  memory: { softMb: 1536, hardMb: 3072 },
};

/** It reads a virtual environment but runs nothing from it. */
const ty: ServerSpec = {
  id: "ty",
  title: "ty",
  languages: { python: "python" },
  program: { names: ["ty"], args: ["server"] },
  obtain: "uv tool install ty",
  rootMarkers: ["ty.toml", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"],
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  // It misses re-exports, which breaks imports.
  unreliable: ["rename"],
};

const noMembers = /^__/;
const ofErrors = /^(?:__\w+__|args|add_note|with_traceback)$/;

const docstring = /^[rRuU]?("""|''')[^]*?\1|^[rRuU]?(["'])(?:(?!\2)[^\n\\]|\\.)*\2[ \t]*(?=\n|$)/;

/** Editing rules of Python. */
const pythonEditing: EditingRules = {
  commentMarks: ["#"],
  indent: "    ",
  topLevelGap: 2,
  lists: { members: false },
  // A `#!` line counts as one of the comments at the top.
  header: { clauses: [], last: docstring },
  imports: { first: /^from __future__/ },
  indentedBlocks: { filler: "pass", placeholder: /^(?:pass|\.\.\.)$/ },
  documentsInside: true,
  everyFileIsModule: true,
  starImportsReexport: true,
  listsFields: listsPython,
  countedBehind: countedInEnum((member) => /=\s*(?:enum\.)?auto\(\s*\)/.test(member)),
  directoryFile: "__init__",
  moves: { files: "python packages", symbols: "python packages" },
};

/** `Point(1, 2)`, where the fields are declared by annotations, as in data classes. */
function listsPython(text: string, { end }: Span, field: string): boolean {
  return /^\w+\s*:/.test(field) && /^\(\s*(?!\)|\*\*|\w+\s*=(?!=))/.test(text.slice(end, end + longestFirst));
}

/** Longer first arguments are cut. */
const longestFirst = 100;

const block = "(block . (expression_statement (string) @doc)?) @body";

const values = `(expression_statement [
  (assignment left: [(identifier) @name (pattern_list (identifier) @name)])
  (assignment right: (assignment left: (identifier) @name))
] @KIND)`;
/** Values that no type is read off. Nothing is called on `None`, which a field may hold at first. */
const otherValues = `[
  (identifier) (attribute) (subscript) (await) (conditional_expression) (boolean_operator) (binary_operator) (lambda)
  (list) (dictionary) (set) (tuple) (string) (integer) (float) (true) (false) (parenthesized_expression)
  (list_comprehension) (dictionary_comprehension) (set_comprehension) (generator_expression)
]`;
const typeParameter = `(type_parameter (type [
  (identifier) @scoped
  (splat_type (identifier) @scoped)
  (constrained_type . (type (identifier) @scoped))
]))`;
const lambda = "(expression_statement (assignment left: (identifier) @name right: (lambda body: (_) @body)) @function)";
const capitals = `(#match? @name "^_*[A-Z][A-Z0-9_]*$")`;
const enumBase = `(argument_list [(identifier) @_base (attribute attribute: (identifier) @_base)])`;

/** `if` and `try` around module-level declarations, which depend on the platform or on what is installed. */
function inBranch(statement: string): string {
  return `[
  (if_statement [(block ${statement}) (elif_clause (block ${statement})) (else_clause body: (block ${statement}))])
  (try_statement [(block ${statement}) (except_clause (block ${statement}))])
]`;
}

function of(kind: string): string {
  return values.replace("@KIND", `@${kind}`);
}

export default {
  id: "python",
  title: "Python",
  projectSigns: { files: ["pyproject.toml", "setup.py", "requirements.txt"], order: 4 },
  countedAs: { Python: ["py", "pyi"] },
  extensions: ["py", "pyi", "pyw"],
  interpreters: ["python", "python2", "python3", "pypy"],
  grammar: "tree-sitter-python/tree-sitter-python.wasm",
  symbols: `
(function_definition name: (identifier) @name (#eq? @name "__init__") body: ${block}) @constructor
(function_definition name: (identifier) @name body: ${block}) @function
(class_definition name: (identifier) @name body: ${block}) @class
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @type
(class_definition body: (block ${lambda}))
(class_definition superclasses: ${enumBase} body: (block ${of("member")}) (#match? @_base "(Enum|Flag)$"))
(class_definition body: (block ${of("property")}))
`,
  topSymbols: `
${lambda}
(${of("constant")} ${capitals})
${of("variable")}
${inBranch(of("variable"))}
`,
  wrappers: ["decorated_definition", "expression_statement"],
  attributes: ["decorator"],
  comments: ["comment"],
  // What files, mappings, handlers and generators have, whatever they extend.
  impliedMembers:
    /^(?:__\w+__|a?close|closed|commit|cursor|decode|encode|execute(?:many)?|fetch(?:all|many|one)|fileno|filter|flush|get|handle|isatty|items|keys|mode|name|open|read(?:_bytes|_text|able|into|line|lines)?|run|seek(?:able)?|a?send|tell|a?throw|truncate|update|value|writ(?:able|e|elines))$/,
  isExported: ({ name, parentKind }) => parentKind === undefined && !name.startsWith("_"),
  isTest: ({ name, kind, head }) =>
    (/^test(?:_|[A-Z]|$)/.test(name) && (kind === "function" || kind === "method")) ||
    (kind === "class" && (/^Test[A-Z]/.test(name) || /\(.*TestCase\b/.test(head))),
  references: {
    identifiers: ["identifier"],
    calls: `
(call function: (identifier) @call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @call))
(decorator (identifier) @call)
(decorator (attribute object: (_) @receiver attribute: (identifier) @call))
`,
    locals: `
(parameters [
  (identifier) @local
  (default_parameter name: (identifier) @local)
  (typed_parameter [
    (identifier) @local
    (list_splat_pattern (identifier) @local)
    (dictionary_splat_pattern (identifier) @local)
  ])
  (typed_default_parameter name: (identifier) @local)
  (list_splat_pattern (identifier) @local)
  (dictionary_splat_pattern (identifier) @local)
])
(lambda_parameters [
  (identifier) @local
  (default_parameter name: (identifier) @local)
  (list_splat_pattern (identifier) @local)
  (dictionary_splat_pattern (identifier) @local)
])
(for_statement left: (identifier) @scoped)
(for_in_clause left: (identifier) @scoped)
(assignment left: (identifier) @scoped)
(pattern_list (identifier) @scoped)
(tuple_pattern (identifier) @scoped)
(list_pattern (identifier) @scoped)
(pattern_list (list_splat_pattern (identifier) @scoped))
(tuple_pattern (list_splat_pattern (identifier) @scoped))
(list_pattern (list_splat_pattern (identifier) @scoped))
(named_expression name: (identifier) @scoped)
(as_pattern_target [(identifier) @scoped (tuple (identifier) @scoped) (list (identifier) @scoped)])
(delete_statement [(identifier) @scoped (expression_list (identifier) @scoped) (tuple (identifier) @scoped)])
(case_pattern (dotted_name . (identifier) @scoped .))
(keyword_pattern (identifier) (dotted_name . (identifier) @scoped .))
(splat_pattern (identifier) @scoped)
(as_pattern (case_pattern) (identifier) @scoped)
(function_definition type_parameters: ${typeParameter})
(class_definition type_parameters: ${typeParameter})
(type_alias_statement left: (type (generic_type ${typeParameter})))
(global_statement (identifier) @outer)
(nonlocal_statement (identifier) @outer)
`,
    typeBodies: ["class_definition"],
    typedValues: `
(typed_parameter . (identifier) @value type: (type ${namedType} @type))
(typed_default_parameter name: (identifier) @value type: (type ${namedType} @type))
(assignment left: (identifier) @value type: (type ${namedType} @type))
(for_statement left: (identifier) @value right: (_) @each)
(for_in_clause left: (identifier) @value right: (_) @each)
(assignment left: (identifier) @value !type right: (call function: [(identifier) (attribute)] @type) @from)
(assignment left: (identifier) @value !type right: [(attribute) (await)] @from)
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @assigned) !type right: (call function: [(identifier) (attribute)] @type) (#eq? @_self "self"))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field) type: (type ${namedType} @type) (#eq? @_self "self"))
(class_definition body: (block (expression_statement (assignment left: (identifier) @field type: (type ${namedType} @type)))))
(with_item value: (as_pattern (call) @entered alias: (as_pattern_target (identifier) @value)))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @assigned) !type right: ${otherValues} (#eq? @_self "self"))
(pattern_list (attribute object: (identifier) @_self attribute: (identifier) @assigned) (#eq? @_self "self"))
`,
    writtenTypes,
    scopes: ["function_definition", "lambda", ...comprehensions],
    imports: `
(import_statement name: (dotted_name) @source @module)
(import_statement name: (aliased_import name: (dotted_name) @source alias: (identifier) @module))
(import_from_statement module_name: (_) @source name: (dotted_name) @name)
(import_from_statement module_name: (_) @source name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias))
(import_from_statement module_name: (_) @source (wildcard_import) @all)
`,
    outerOffset,
    scopeOfName,
    calledSymbols: isAttributeName,
    modules: "dotted",
    isBuiltIn: isStandardModule,
    bodiesSeeMembers: true,
    joinsBases: true,
    quotedCode: ["type"],
    quotedNames:
      /^(?:(?:t|te|typing|typing_extensions|collections)\.)?(?:TypeVar|NewType|ParamSpec|TypeVarTuple|cast|NamedTuple|namedtuple|TypedDict)\(|^__all__\b/,
    closedModules: true,
    valueMembers: "modules",
    reexportsImports: true,
    modulesAreNoSymbols: true,
    importsNoMembers: true,
  },
  readModule: readPythonModule,
  members: { shared: "shapes" },
  hierarchy: {
    extendsResults: true,
    supertypes: inBrackets,
    known: {
      object: noMembers,
      ABC: noMembers,
      Generic: noMembers,
      Protocol: noMembers,
      Exception: ofErrors,
      ValueError: ofErrors,
      TypeError: ofErrors,
      RuntimeError: ofErrors,
      Enum: /^_?(?:name|value)_?$|^_/,
    },
    byMembers: (text, type) => inBrackets(text, type).some(({ name }) => name === "Protocol"),
  },
  heads: { isHead: ({ span, nameSpan }, text) => /@(?:\w+\.)*overload\b/.test(text.slice(span.start, nameSpan.start)) },
  signatures: pythonSignatures,
  checks: {
    evenBlocks: "[(block) (module)] @block",
    reservedWords: wordSet(
      "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
    ),
  },
  servers: [pyright, basedpyright, ty],
  rank: 2,
  editing: pythonEditing,
} satisfies GrammarLanguage;

/** `getattr(value, "name")`: the value may be of any type. */
function isAttributeName({ type, parent: text }: Node): boolean {
  const list = text?.type === "string" ? text.parent : null;
  if (type !== "string_content" || list?.type !== "argument_list") return false;
  const asks = /^(?:getattr|hasattr|setattr|delattr|attrgetter|methodcaller)$/;
  return asks.test(list.parent?.childForFieldName("function")?.text.split(".").at(-1) ?? "");
}
