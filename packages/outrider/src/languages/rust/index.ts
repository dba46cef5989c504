import { afterColon } from "../hierarchy/head-names.ts";
import { type HeadWord, readHeadWords, type SuperName, type TypeDeclaration } from "../hierarchy/type-hierarchy.ts";
import { typeAfterName } from "../written-types.ts";
import type { GrammarLanguage } from "../language.ts";
import type { Manifest } from "../manifest.ts";
import { shebang } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { wordSet } from "../syntax-checks.ts";
import { outsideType } from "./outside.ts";
import { bracketPasting } from "./pasting.ts";
import { kindsAt, literalKeyAt, rustScopes, scopeOfName } from "./places.ts";
import { repairRust } from "./repair.ts";
import type { ModuleOfFile } from "../modules/module-facts.ts";

const fallible: ReadonlySet<string> = new Set(["Option", "Result"]);

/** Gives empty answers for seconds while it loads, and reports when it is done. */
const rustAnalyzer: ServerSpec = {
  id: "rust-analyzer",
  title: "rust-analyzer",
  languages: { rust: "rust" },
  program: { names: ["rust-analyzer"], args: [] },
  obtain: "rustup component add rust-analyzer rust-src",
  // Cargo loads libraries and compiler plugins that it names, even to list packages.
  runsCode: "what .cargo/config.toml of the repository names",
  rootMarkers: ["Cargo.toml", "rust-project.json"],
  env: { CARGO_NET_OFFLINE: "true" },
  inherits: ["CARGO_HOME", "RUSTUP_HOME"],
  options: analyzerSettings,
  settings: () => ({ "rust-analyzer": analyzerSettings() }),
  usesRustup: true,
  readiness: { by: "quiescent" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: false,
  memory: { softMb: 3072, hardMb: 6144 },
};

const dependencyTitle = /(?:^|\.)(?:dev-|build-)?dependencies$/;

function dependencyText(sections: ReadonlyMap<string, string>): string {
  return [...sections].flatMap(([title, part]) => (dependencyTitle.test(title) ? [part] : [])).join("\n");
}

/** The name by which other crates refer to a crate, and what it takes from a registry. */
const cargoManifest: Manifest = {
  file: "Cargo.toml",
  read(text) {
    const sections = new Map(
      text.split(/^(?=\[)/m).map((part) => [/^\[([^\]]+)\]/.exec(part)?.[1]?.trim() ?? "", part] as const),
    );
    const nameIn = (section: string): string | undefined =>
      /^name\s*=\s*["']([^"']+)["']/m.exec(sections.get(section) ?? "")?.[1];
    const name = nameIn("lib") ?? nameIn("package");
    if (name === undefined) return undefined;
    const dependencies = [...sections].flatMap(([title, part]) =>
      dependencyTitle.test(title)
        ? [...part.matchAll(/^([\w-]+)\s*=\s*(?:"|\{(?![^}\n]*\b(?:path|workspace)\s*=))/gm)].map(
            ([, each = ""]) => each,
          )
        : [],
    );
    const asWritten = (each: string): string => each.replaceAll("-", "_");
    const ownTables = [...sections.keys()].some((title) => /(?:^|\.)(?:dev-|build-)?dependencies\.[^.]+$/.test(title));
    const isOwn = ownTables || /^[^#\n]*\b(?:path|workspace)\s*=/m.test(dependencyText(sections));
    return {
      name: asWritten(name),
      dependencies: dependencies.map(asWritten),
      ...(isOwn ? { dependsOnOwn: true } : {}),
    };
  },
};

export default {
  id: "rust",
  title: "Rust",
  projectSigns: { files: ["Cargo.toml"], order: 3 },
  extensions: ["rs"],
  grammar: "tree-sitter-rust/tree-sitter-rust.wasm",
  repairs: [repairRust],
  symbols: `
(function_item name: (_) @name body: (block) @body) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (type_identifier) @name body: (field_declaration_list)? @body) @struct
(union_item name: (type_identifier) @name body: (_) @body) @struct
(enum_item name: (type_identifier) @name body: (_) @body) @enum
(enum_variant name: (identifier) @name) @member
(field_declaration name: (field_identifier) @name) @property
(trait_item name: (type_identifier) @name body: (_) @body) @trait
(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
  (scoped_type_identifier name: (_) @name)
  (reference_type type: [
    (type_identifier) @name
    (primitive_type) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (dynamic_type) @name
    (array_type) @name
    (tuple_type) @name
    (reference_type) @name
  ])
  (dynamic_type trait: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
  ])
  (array_type) @name
  (tuple_type) @name
  (unit_type) @name
  (never_type) @name
  (pointer_type) @name
  (function_type) @name
  (macro_invocation) @name
] body: (_) @body) @impl
(mod_item name: (identifier) @name body: (_)? @body) @module
(type_item name: (type_identifier) @name) @type
(associated_type name: (type_identifier) @name) @type
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
(macro_definition name: (identifier) @name) @macro
`,
  attributes: ["attribute_item"],
  entryPoints: ["main"],
  comments: ["line_comment", "block_comment"],
  cleanName: (text) => text.replace(/^r#/, ""),
  // Variants, their fields and trait items are as visible as the enclosing type.
  isExported: ({ kind, head, parentKind }) =>
    kind === "member" ||
    parentKind === "member" ||
    parentKind === "trait" ||
    /^(?:\s*#\[[^\n]*\])*\s*pub\b(?!\(self\))/.test(head) ||
    (kind === "macro" && head.includes("#[macro_export")),
  isTest: ({ kind, head }) =>
    kind === "module"
      ? /#\[cfg\((?:all\()?test\b/.test(head)
      : /#\[(?:\w+::)*(?:test|rstest|test_case|bench)\b/.test(head),
  moduleOf,
  references: {
    identifiers: ["identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"],
    calls: `
(call_expression function: [
  (identifier) @call
  (field_expression value: (_) @receiver field: (field_identifier) @call)
  (scoped_identifier path: (_) @receiver name: (identifier) @call)
  (generic_function function: [
    (identifier) @call
    (field_expression value: (_) @receiver field: (field_identifier) @call)
    (scoped_identifier path: (_) @receiver name: (identifier) @call)
  ])
])
(macro_invocation macro: [
  (identifier) @call
  (scoped_identifier path: (_) @receiver name: (identifier) @call)
])
(token_tree (identifier) @call . (token_tree . "("))
`,
    locals: `
(parameter pattern: (identifier) @local)
(let_declaration pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(closure_parameters (identifier) @local)
((tuple_pattern (identifier) @scoped) (#not-match? @scoped "^[A-Z]"))
((tuple_struct_pattern type: (_) (identifier) @scoped) (#not-match? @scoped "^[A-Z]"))
((slice_pattern (identifier) @scoped) (#not-match? @scoped "^[A-Z]"))
((match_pattern . (identifier) @scoped) (#not-match? @scoped "^[A-Z]"))
((let_condition pattern: (identifier) @scoped) (#not-match? @scoped "^[A-Z]"))
((field_pattern pattern: (identifier) @scoped) (#not-match? @scoped "^[A-Z]"))
(field_pattern name: (shorthand_field_identifier) @scoped)
(mut_pattern (identifier) @scoped)
(ref_pattern (identifier) @scoped)
(reference_pattern (identifier) @scoped)
(captured_pattern . (identifier) @scoped)
(type_parameter name: (type_identifier) @local)
(const_parameter name: (identifier) @local)
`,
    typedValues: `
(parameter pattern: (identifier) @value type: (_) @type)
(let_declaration pattern: (identifier) @value type: (_) @type)
(let_declaration pattern: (identifier) @value !type value: (struct_expression name: (_) @type))
(let_declaration pattern: (identifier) @value !type value: [
  (call_expression) (try_expression) (field_expression) (await_expression) (reference_expression) (identifier)
] @from)
`,
    writtenTypes: {
      of: typeAfterName,
      outside: outsideType,
      transparent: new Set(["Box", "Rc", "Arc"]),
      opened: new Map([
        ["?", fallible],
        ["unwrap", fallible],
        ["expect", fallible],
        ["unwrap_or", fallible],
        ["unwrap_or_else", fallible],
        ["unwrap_or_default", fallible],
      ]),
      kept: new Set(["clone", "await", "default"]),
    },
    bindsBehind: ["let_declaration", "let_condition"],
    namesInMacroText: /(?<!\{)\{$/,
    unseenCalls: /^::<(?:[^<>()=;]|<[^<>()]*>){1,200}>\(/,
    scopes: rustScopes,
    scopeOfName,
    imports: `
(use_declaration argument: (identifier) @source @module)
(use_declaration argument: (scoped_identifier path: (_) @source name: (identifier) @name))
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @source name: (identifier) @name) alias: (identifier) @alias))
(use_wildcard (_) @source) @all
(scoped_use_list path: (_) @source list: (use_list (identifier) @name))
(scoped_use_list path: (_) @source list: (use_list (self) @module))
(scoped_use_list path: (_) @source list: (use_list (use_as_clause path: (identifier) @name alias: (identifier) @alias)))
(scoped_use_list path: (_) @source list: (use_list (scoped_identifier name: (identifier) @name)))
(mod_item name: (identifier) @source @module !body)
`,
    importScopes: ["block", "declaration_list"],
    modules: "path",
    readsHeaders: true,
    manifest: cargoManifest,
    isBuiltIn: (source) => /^(?:std|core|alloc)(?:::|$)/.test(source),
    hasPartialTypes: true,
    superReceiver: "module",
    importsNoMembers: "but variants",
    kindsAt,
    literalKeyAt,
    macrosApart: true,
  },
  members: { shared: "heads", ownFields: true },
  hierarchy: { supertypes: rustSupertypes, continuesInImpls: true, demandsMembers: true },
  signatures: {
    parameters: ["parameters"],
    arguments: ["arguments"],
    between: ["type_arguments"],
    receiver: /^(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b/,
    passesReceiver: /self\b/,
    namedInStrings: /(?<!\{)(?:\{\{)*\{[^{}"]*$/,
    moves: true,
    unparsed: "token_tree",
  },
  checks: {
    nestedComments: ["/*", "*/"],
    reservedWords: wordSet(
      "as break const continue else enum fn for if impl in let loop match mod move mut pub ref return static struct trait type unsafe use where while",
    ),
  },
  servers: [rustAnalyzer],
  rank: 4,
  editing: {
    indent: "    ",
    lists: { holders: ["struct", "enum", "member"] },
    header: { clauses: [shebang, /^#!\[[^\n]*\]/] },
    names: { pasted: bracketPasting },
    namesTypeParameters: true,
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;

/** `trait A: B`, and `impl B for A`. */
function rustSupertypes(text: string, type: TypeDeclaration): readonly SuperName[] {
  if (type.kind !== "impl") return afterColon(text, type);
  const head = { start: type.span.start, end: type.nameSpan.start };
  return traitOf(readHeadWords(text, head, { angles: true, comment: "//" }));
}

/** `impl<X> Trait<Y> for`: the last name outside brackets before `for`. */
function traitOf(words: readonly HeadWord[]): readonly SuperName[] {
  const end = words.findLastIndex(({ text, depth }) => text === "for" && depth === 0);
  const name = words.slice(0, Math.max(0, end)).findLast(({ isName, depth }) => isName && depth === 0);
  return name === undefined || name.text === "impl" ? [] : [{ name: name.text, start: name.start }];
}

/** Build scripts and procedural macros run, as in a build: it is started in trusted projects only. */
function analyzerSettings(): Record<string, unknown> {
  return {
    cargo: { autoreload: true, sysroot: "discover" },
    checkOnSave: false,
    files: { watcher: "client" },
    diagnostics: { enable: true },
  };
}

/** `src/a/b.rs` and `src/a/b/mod.rs` are `mod b;` in `src/a.rs` or `src/a/mod.rs`; at the top of a crate in `lib.rs` or `main.rs`. */
function moduleOf(file: string): ModuleOfFile | undefined {
  const found = /^(.*?)([^/]+)\.rs$/.exec(file.replace(/\/mod\.rs$/, ".rs"));
  const [, folder = "", name = ""] = found ?? [];
  if (found === null || /^(?:lib|main|mod)$/.test(name)) return undefined;
  const parent = folder === "" ? [] : [`${folder.slice(0, -1)}.rs`];
  return { name, files: [...parent, `${folder}mod.rs`, `${folder}lib.rs`, `${folder}main.rs`] };
}
