import type { Node } from "web-tree-sitter";
import { countedInEnum } from "../counted-members.ts";
import { afterColon } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import type { PackageFacts } from "../manifest.ts";
import type { ServerSpec } from "../server-spec.ts";
import type { Span } from "../span.ts";
import { swiftRepairs } from "./repair.ts";
import { swiftTypes } from "./types.ts";

const sourcekit: ServerSpec = {
  id: "sourcekit",
  title: "SourceKit-LSP",
  languages: { swift: "swift" },
  program: { names: ["sourcekit-lsp"], args: [] },
  obtain: "comes with Swift: https://www.swift.org/install",
  rootMarkers: ["Package.swift"],
  runsCode: "Package.swift of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const value = "name: (pattern bound_identifier: (simple_identifier) @name)";

const declared = value.replace("@name", "@value");
const field = value.replace("@name", "@field");

const writtenType =
  "[(user_type) (optional_type) (array_type) (dictionary_type) (existential_type) (opaque_type)] @type";

/** Few and short ones: queries of this grammar take long to compile. */
const typedValues = `
(parameter name: (simple_identifier) @value ":" ${writtenType})
(parameter name: (simple_identifier) @value "...")
(lambda_parameter name: (simple_identifier) @value . ":" . ${writtenType})
(statements (property_declaration ${declared} (type_annotation (_) @type)))
(statements (property_declaration ${declared} . "=" . value: (_) @from))
(class_body (property_declaration ${field} (type_annotation (_) @type)))
(enum_class_body (property_declaration ${field} (type_annotation (_) @type)))
(protocol_property_declaration ${field} (type_annotation (_) @type))
(_ bound_identifier: (simple_identifier) @value . "=" . (_) @from)
(_ bound_identifier: (simple_identifier) @value . (type_annotation (_) @type))
(for_statement item: (pattern bound_identifier: (simple_identifier) @value) (type_annotation (_) @type))
(for_statement item: (pattern bound_identifier: (simple_identifier) @value) . "in" . collection: (_) @each)
`;

export default {
  id: "swift",
  title: "Swift",
  extensions: ["swift"],
  interpreters: ["swift"],
  grammar: "@cursorless/tree-sitter-wasms/out/tree-sitter-swift.wasm",
  repairs: swiftRepairs,
  symbols: `
(class_declaration declaration_kind: ["class" "actor" "struct" "enum"] @kindWord name: (type_identifier) @name) @declared @bodyIn
(class_declaration declaration_kind: "extension" name: (user_type . (type_identifier) @name . (type_arguments)? .)) @impl @bodyIn
(class_declaration declaration_kind: "extension" name: (user_type . (type_identifier) @owner . (type_identifier) @name .)) @impl @bodyIn
(class_declaration declaration_kind: "extension" name: (user_type . (type_identifier) . (type_identifier) @owner . (type_identifier) @name .)) @impl @bodyIn
(protocol_declaration name: (type_identifier) @name body: (protocol_body) @body) @interface
(enum_entry name: (simple_identifier) @name) @member
(function_declaration "init" @name) @constructor @bodyIn
(function_declaration "func" . _ @name) @function @bodyIn
((protocol_function_declaration "init" @name) @constructor . (protocol_function_declaration . "{") @body)
((protocol_function_declaration "func" . _ @name) @method . (protocol_function_declaration . "{") @body)
(protocol_function_declaration "init" @name) @constructor
(protocol_function_declaration "func" . _ @name) @method
(deinit_declaration "deinit" @name body: (_) @body) @method
(subscript_declaration "subscript" @name (computed_property)? @body) @method
(protocol_property_declaration ${value}) @property
(typealias_declaration name: (type_identifier) @name) @type
(associatedtype_declaration name: (type_identifier) @name) @type
(class_body (property_declaration ${value} value: (lambda_literal) @body) @method)
(class_body (property_declaration ${value}) @property @bodyIn.computed_value)
(enum_class_body (property_declaration ${value}) @property @bodyIn.computed_value)
(source_file (property_declaration ${value} value: (lambda_literal) @body) @function)
(source_file (property_declaration (value_binding_pattern mutability: "let") ${value}) @constant)
(source_file (property_declaration ${value}) @variable @bodyIn.computed_value)
`,
  kindWords: new Map([
    ["class", "class"],
    ["actor", "class"],
    ["struct", "struct"],
    ["enum", "enum"],
  ]),
  attributes: ["attribute"],
  comments: ["comment", "multiline_comment"],
  // The parameters after an operator match too: a field for the name would make the query compile a second slower.
  cleanName: (text) => (/[(:]/.test(text) ? "" : text.replaceAll("`", "")),
  impliedMembers: /^(?:description|debugDescription|hash|hashValue|encode|==|<|body|makeIterator|next)$/,
  // Enum cases and protocol requirements are as visible as the enclosing type.
  isExported: ({ kind, head, parentKind }) =>
    kind === "member" || parentKind === "interface" || /(?:^|\s)(?:public|open)\b(?!\()/.test(head),
  isTest: ({ name, kind, head }) =>
    ((kind === "method" || kind === "function") && (/^test[\p{Lu}_\d]/u.test(name) || /(?:^|\s)@Test\b/.test(head))) ||
    (kind === "class" && /:\s*XCTestCase\b/.test(head)) ||
    /(?:^|\s)@Suite\b/.test(head),
  references: {
    identifiers: ["simple_identifier", "type_identifier"],
    calls: `
(call_expression . (simple_identifier) @call (call_suffix))
(call_expression . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @call)) (call_suffix))
(constructor_expression constructed_type: (user_type (type_identifier) @call))
`,
    locals: `
(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local)
(capture_list_item name: (simple_identifier) @local value: (_))
(statements (property_declaration ${value.replace("@name", "@local")}))
(for_statement item: (pattern bound_identifier: (simple_identifier) @local))
(_ (value_binding_pattern) . bound_identifier: (simple_identifier) @local)
(pattern (value_binding_pattern) (pattern bound_identifier: (simple_identifier) @local))
(pattern (value_binding_pattern) (pattern . (simple_identifier) @local .))
(for_statement item: (pattern (pattern . (simple_identifier) @local .)))
(statements (property_declaration name: (pattern (pattern . (simple_identifier) @local .))))
(_ condition: "case" . condition: (value_binding_pattern) . condition: "." . condition: (simple_identifier)
  . condition: "(" . condition: (pattern . (simple_identifier) @local .))
(type_parameter (type_identifier) @local)
`,
    visibleIn: partsBehindCondition,
    typedValues,
    typeBodies: ["class_body", "enum_class_body", "protocol_body"],
    writtenTypes: swiftTypes,
    scopes: [
      "function_declaration",
      "protocol_function_declaration",
      "subscript_declaration",
      "lambda_literal",
      "statements",
      "for_statement",
      "if_statement",
      "while_statement",
      "switch_entry",
      "catch_block",
      "class_declaration",
    ],
    imports: "(import_declaration (identifier) @source) @all",
    modules: "directory",
    isOfType: ({ signature }) => /(?:^|\s)(?:static|class)\s+(?:\w+(?:\(\w+\))?\s+)*(?:var|let|func)\s/.test(signature),
    readsHeaders: true,
    moduleDirectory,
    manifest: { file: "Package.swift", read: readPackage },
    valueMembers: "functions",
    implicitSelf: true,
    callsFields: true,
    hasPartialTypes: true,
    sharesDirectory: true,
  },
  members: { shared: "heads" },
  hierarchy: { supertypes: afterColon, continuesInImpls: true, demandsMembers: true },
  checks: {
    nestedComments: ["/*", "*/"],
    // The grammar parses a body there as one more member, without a name.
    forbidden: {
      query: '(protocol_function_declaration . "{") @forbidden',
      why: "A member of a protocol has no body (an extension of the protocol may give one)",
    },
  },
  servers: [sourcekit],
  editing: {
    indent: "    ",
    countedBehind: countedInEnum(countsOn),
    lists: { members: false, inBraces: false },
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;

/** `Sources/Name` and `Tests/Name` are modules; elsewhere, a directory at the top is. */
function moduleDirectory(file: string): string {
  return /^(?:.*\/)?(?:Sources|Tests)\/[^/]+(?=\/)/.exec(file)?.[0] ?? file.split("/").slice(0, -1)[0] ?? "";
}

/** Cases of `enum Kind: Int` are numbered by their order. */
function countsOn(member: string, head: string): boolean {
  return /:\s*U?Int\d*\b/.test(head) && !member.includes("=");
}

/**
 * What a condition binds, as in `if let name = value`, is visible behind that value, but not in an `else`. What `guard` binds is
 * visible after the statement.
 */
function partsBehindCondition(name: Node): readonly Span[] | undefined {
  if (name.parent?.type === "capture_list_item") return partsOfClosure(name, name.parent);
  const statement = name.parent;
  const around = statement?.parent;
  if (statement === null || around == null || !conditional.has(statement.type)) return undefined;
  const value = name.nextSibling?.type === "=" ? name.nextNamedSibling : null;
  const otherwise = statement.children.find((child) => child?.type === "else" && child.startIndex > name.startIndex);
  const own = { start: name.startIndex, end: name.endIndex };
  const behind = { start: value?.endIndex ?? name.endIndex, end: otherwise?.startIndex ?? statement.endIndex };
  const after = { start: statement.endIndex, end: around.endIndex };
  return statement.type === "guard_statement" ? [own, behind, after] : [own, behind];
}

/** `{ [name = value] in … }`: the value is read outside of the closure. */
function partsOfClosure(name: Node, item: Node): readonly Span[] | undefined {
  const list = item.parent;
  const closure = list?.parent;
  if (list == null || closure == null) return undefined;
  const own = { start: name.startIndex, end: name.endIndex };
  return [own, { start: list.endIndex, end: closure.endIndex }];
}

const conditional = new Set(["guard_statement", "if_statement", "while_statement"]);

/** The modules of a package by the folders that `Package.swift` gives them. */
function readPackage(text: string): PackageFacts | undefined {
  const code = withoutComments(text);
  const name = /\bPackage\s*\(\s*name:\s*"([^"]+)"/.exec(code)?.[1];
  if (name === undefined) return undefined;
  const targets = [...code.matchAll(/\.(target|executableTarget|testTarget|macro)\s*\(\s*name:\s*"([^"]+)"/g)];
  const directories = new Map<string, readonly string[]>();
  for (const { 1: kind = "", 2: module = "", index } of targets) {
    const next = /\.(?:target|executableTarget|testTarget|macro)\s*\(\s*name:/.exec(code.slice(index + 1))?.index;
    const path = /\bpath:\s*"([^"]*)"/.exec(code.slice(index, next === undefined ? undefined : index + 1 + next))?.[1];
    directories.set(module, path === undefined ? usualFolders(kind, module) : [path.replace(/^\.\/|\/$/g, "")]);
  }
  return { name, dependencies: [], directories };
}

/** Comment marks in a string are part of it; a comment that nothing closes goes on to the end. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const marks = /"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (found[0].startsWith('"')) continue;
    kept.push(text.slice(from, found.index));
    if (found[0] === "/*") marks.lastIndex = endOfComment(text, marks.lastIndex);
    from = marks.lastIndex;
  }
  return [...kept, text.slice(from)].join("");
}

/** Comments may hold others. */
function endOfComment(text: string, start: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  for (let depth = 1; depth > 0;) {
    const mark = marks.exec(text)?.[0];
    if (mark === undefined) return text.length;
    depth += mark === "/*" ? 1 : -1;
  }
  return marks.lastIndex;
}

function usualFolders(kind: string, module: string): readonly string[] {
  const roots = kind === "testTarget" ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"];
  return roots.map((root) => `${root}/${module}`);
}
