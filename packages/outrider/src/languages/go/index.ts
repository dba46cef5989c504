import { join, posix } from "node:path";
import { directoryFrom, homeDirectory } from "../../workspace/paths/inside.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import type { CountedBehind } from "../counted-members.ts";
import type { EditingRules, DerivedNames } from "../editing.ts";
import type { SuperName, TypeDeclaration } from "../hierarchy/type-hierarchy.ts";
import type { GrammarLanguage } from "../language.ts";
import type { ImportFact } from "../modules/module-facts.ts";
import { packageClause, shebang } from "../name-patterns.ts";
import type { ServerFacts, ServerSpec } from "../server-spec.ts";
import type { Span } from "../span.ts";
import { wordSet } from "../syntax-checks.ts";
import { libraryMethods, memberShape } from "./library-methods.ts";
import { readGoModule } from "./module.ts";
import { goReferences } from "./references.ts";

const gopls: ServerSpec = {
  id: "gopls",
  title: "gopls",
  languages: { go: "go" },
  program: { names: ["gopls"], args: ["serve"] },
  obtain: "go install golang.org/x/tools/gopls@latest",
  rootMarkers: ["go.work", "go.mod"],
  // Without `buildvcs`, `go list` does not run git, whose settings in the repository name programs.
  env: { GOFLAGS: "-buildvcs=false", GOPROXY: "off", GOTOOLCHAIN: "local", GOMEMLIMIT: "2GiB" },
  caches: goCaches,
  inherits: ["GOPATH", "GOROOT", "GOMODCACHE", "GOCACHE", "GOEXPERIMENT"],
  options: goplsSettings,
  settings: (facts) => ({ gopls: goplsSettings(facts) }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: false,
  commands: {
    edits: [
      "gopls.add_import",
      "gopls.apply_fix",
      "gopls.change_signature",
      "gopls.extract_to_new_file",
      "gopls.modify_tags",
    ],
  },
  memory: { softMb: 2048, hardMb: 4096 },
};

/** As Go itself finds them. */
function goCaches(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const home =
    process.platform === "darwin" ? join(homeDirectory(), "Library", "Caches") : join(homeDirectory(), ".cache");
  const base = directoryFrom(env["XDG_CACHE_HOME"]) ?? home;
  return [
    directoryFrom(env["GOPLSCACHE"]) ?? join(base, "gopls"),
    directoryFrom(env["GOCACHE"]) ?? join(base, "go-build"),
  ];
}

/** `Type{1, 2}`, `[]Type{{}, {1, 2}}`, `map[int]Type{1: {1, 2}}`; `Type{}` and `Type{name: 1}` list none by position. */
function listsFields(text: string, { end }: Span): boolean {
  if (text[end] !== "{") return false;
  let depth = 0;
  for (let at = end; at < Math.min(text.length, end + longestLiteral); at += 1) {
    if (text[at] === "}" && (depth -= 1) === 0) return false;
    if (text[at] !== "{") continue;
    depth += 1;
    if (/^\s*(?![\s{}]|[\w."]+\s*:)/.test(text.slice(at + 1, at + 80))) return true;
  }
  return depth > 0;
}

const longestLiteral = 2_000;

const exampleMark = "Example";

/** `ExampleStore`, `ExampleStore_Get` and `ExampleStore_Get_second` show a type and its method: the vet tool wants both to exist. */
const exampleNames: DerivedNames = {
  word: ({ name, owner }) => `${exampleMark}${owner ?? name}`,
  offsetIn(other, { name, owner, file }) {
    const isBeside = posix.dirname(other.file) === posix.dirname(file) && other.file.endsWith("_test.go");
    if (!isBeside || !other.name.startsWith(exampleMark)) return undefined;
    const [first = "", second = ""] = other.name.slice(exampleMark.length).split("_");
    if (owner === undefined) return first === name ? exampleMark.length : undefined;
    // What begins with a small letter is no method but tells examples apart.
    const isMember = first === owner && second === name && /^\p{Lu}/u.test(second);
    return isMember ? exampleMark.length + owner.length + 1 : undefined;
  },
};

/** The constant of the same group that takes its value from its place: one without a value of its own, or one with `iota`. */
const countedInGroup: CountedBehind = (text, { kind, span }, symbols) => {
  const end = kind === "constant" ? endOfGroup(text, span.start) : undefined;
  if (end === undefined) return undefined;
  return symbols.find((each) => {
    if (each.kind !== kind || each.span.start < span.end || each.span.start >= end) return false;
    const spec = text.slice(each.span.start, end).split(/[;\n]/, 1)[0] ?? "";
    return !spec.includes("=") || /\biota\b/.test(spec);
  });
};

/** Editing rules of Go. */
const goEditing: EditingRules = {
  indent: "\t",
  header: { clauses: [shebang, packageClause] },
  imports: { partsOf: importsIn, insert: insertImports, dropUnused: spansOfImports },
  groupsDeclarations: true,
  besideTypes: /^\s*func\b/,
  everyFileIsModule: true,
  names: { derived: exampleNames },
  listsFields,
  countedBehind: countedInGroup,
  moves: { files: "go packages", symbols: "go packages" },
};

const embedded =
  /(?<=^|[\n;{])[ \t]*(?:[\p{L}_][\p{L}\p{N}_]*\.)?([\p{L}_][\p{L}\p{N}_]*)[ \t]*(?:\/\/[^\n]*)?(?=[\r\n;}]|$)/dgu;

/** `*store.Disk`: a field without a name of its own. */
const embeddedField = /^\*?(?:([\p{L}_][\p{L}\p{N}_]*)\.)?([\p{L}_][\p{L}\p{N}_]*)(?:\[.*\])?(?:\s*[`"].*)?$/u;

const receiver = `(parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))
]))`;

/** Constraints stand before the package clause. */
const headLength = 8_192;
const builtFor =
  /_(?:windows|linux|darwin|freebsd|netbsd|openbsd|dragonfly|solaris|illumos|aix|plan9|android|ios|js|wasip1|amd64|arm64|arm|386|wasm)(?:_test)?\.go$/;

export default {
  id: "go",
  title: "Go",
  projectSigns: { files: ["go.mod"], order: 2 },
  extensions: ["go"],
  grammar: "tree-sitter-go/tree-sitter-go.wasm",
  symbols: `
(function_declaration name: (identifier) @name body: (block)? @body) @function
(method_declaration receiver: ${receiver} name: (field_identifier) @name body: (block)? @body) @method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @interface
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @method))
(field_declaration name: (field_identifier) @name) @property
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (type_identifier) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)])
]) @property
(const_spec (identifier) @name (#not-eq? @name "_")) @constant
(var_spec . name: (identifier) @name . value: (expression_list . (func_literal body: (block) @body) .)) @function
(var_spec name: (identifier) @name (#not-eq? @name "_")) @variable
`,
  wrappers: ["type_declaration", "const_declaration", "var_declaration", "var_spec_list"],
  entryPoints: ["main", "init"],
  comments: ["comment"],
  impliedMembers: libraryMethods,
  isExported: ({ name }) => /^\p{Lu}/u.test(name),
  isTest: ({ name, kind, file }) =>
    kind === "function" && file.endsWith("_test.go") && /^(?:Test|Benchmark|Fuzz|Example)(?!\p{Ll})/u.test(name),
  references: goReferences,
  readModule: readGoModule,
  members: { shared: "interfaces", ownFields: true },
  hierarchy: {
    supertypes: goSupertypes,
    demandsMembers: true,
    byMembers: (_, { kind }) => kind === "interface",
    memberShape,
    conditional: (file, text) => /^\/\/go:build\s/m.test(text.slice(0, headLength)) || builtFor.test(file),
    isOfPointer: (signature) => /^func\s*\(\s*(?:\w+\s+)?\*/.test(signature),
    embeds(name, signature) {
      const [, qualifier, type] = embeddedField.exec(signature) ?? [];
      return type === name ? { qualifier } : undefined;
    },
    unnamed: "types that get methods by embedding one of a library are not seen",
  },
  signatures: {
    parameters: ["parameter_list"],
    arguments: ["argument_list"],
    between: ["type_arguments"],
    forbidsUnused: true,
    throughType: /(?:\(\s*\*\s*(?:\w+\.)?(\w+)\s*\)|(?<![\w.)\]])(?:\w+\.)?(\w+))\s*\.\s*$/,
  },
  checks: {
    reservedWords: wordSet(
      "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    ),
  },
  servers: [gopls],
  rank: 3,
  editing: goEditing,
} satisfies GrammarLanguage;

/** A Go interface embeds the interfaces that stand alone on one of its lines. */
function goSupertypes(text: string, { kind, span, nameSpan, bodySpan }: TypeDeclaration): readonly SuperName[] {
  if (kind !== "interface") return [];
  const from = text.indexOf("{", bodySpan?.start ?? nameSpan.end) + 1;
  if (from === 0 || from > span.end) return [];
  const names: SuperName[] = [];
  for (const found of text.slice(from, span.end).matchAll(embedded)) {
    const [start] = found.indices?.[1] ?? [];
    const name = found[1];
    if (start !== undefined && name !== undefined) names.push({ name, start: from + start });
  }
  return names;
}

/** Each line of a block is an import. */
function importsIn(statement: string): readonly string[] {
  return statement
    .split("\n")
    .map((line) => line.replace(/^\s*import\s*\(?/, ""))
    .filter((line) => /["`]/.test(line));
}

/** Into the last import block if there is one, else as a statement. */
function insertImports(text: string, leading: readonly Span[], sent: string): readonly Replacement[] | string {
  const specs = readSpecs(sent);
  if (specs === undefined) return sent;
  const block = leading.findLast(({ start, end }) => /^import\s*\(/.test(text.slice(start, end)));
  if (block !== undefined) {
    const close = text.lastIndexOf(")", block.end);
    const at = text.slice(0, close).trimEnd().length;
    const lines = specs.map((spec) => `\n\t${spec}`).join("");
    const isOneLine = !text.slice(at, close).includes("\n");
    return [{ start: at, end: isOneLine ? close : at, text: isOneLine ? `${lines}\n` : lines }];
  }
  if (specs.length === 1) return `import ${specs[0]}`;
  return `import (\n${specs.map((spec) => `\t${spec}`).join("\n")}\n)`;
}

/** `"fmt"`, `import "fmt"` and blocks of them; undefined for anything else. */
function readSpecs(sent: string): readonly string[] | undefined {
  const lines = sent
    .replaceAll(/^[ \t]*import\s*\(([^)]*)\)/gm, "$1")
    .split("\n")
    .map((line) => line.replace(/^\s*import\s+/, "").trim())
    .filter((line) => line !== "");
  const isSpec = /^(?:[\w.]+\s+)?(?:"[^"]*"|`[^`]*`)(?:\s*\/\/.*)?$/;
  return lines.length > 0 && lines.every((line) => isSpec.test(line)) ? lines : undefined;
}

/** A vendored project contains its modules: any other mode would look for them on the network, which is blocked. */
function goplsSettings({ read }: ServerFacts): Record<string, unknown> {
  const mode = read("vendor/modules.txt") === undefined ? "readonly" : "vendor";
  return {
    env: { GOFLAGS: `-mod=${mode} -buildvcs=false`, GOPROXY: "off", GOTOOLCHAIN: "local" },
    vulncheck: "Off",
    staticcheck: false,
  };
}

/** Lines of a block; the whole declaration if none is left in it. */
function spansOfImports(text: string, imports: readonly ImportFact[], drop: readonly ImportFact[]): readonly Span[] {
  const isAll = imports.length === drop.length;
  const block = /^import[ \t]*\([^)]*\)(?:[ \t]*\r?\n)*/m.exec(text);
  if (
    isAll &&
    block !== null &&
    imports.every(({ span }) => span.start > block.index && span.end < block.index + block[0].length)
  )
    return [{ start: block.index, end: block.index + block[0].length }];
  return drop.map(({ span }) => {
    const lineStart = text.lastIndexOf("\n", span.start - 1) + 1;
    const lineEnd = span.end + (/^[^\n]*\n?/.exec(text.slice(span.end))?.[0].length ?? 0);
    const isSingle = text.slice(lineStart, span.start).startsWith("import");
    const blank = isSingle ? (/^(?:[ \t]*\r?\n)+/.exec(text.slice(lineEnd))?.[0].length ?? 0) : 0;
    return { start: lineStart, end: lineEnd + blank };
  });
}

/** Where the brackets of `const ( … )` around a place close. */
function endOfGroup(text: string, at: number): number | undefined {
  const start = [...text.slice(0, at).matchAll(/\bconst\s*\(/g)].at(-1);
  if (start === undefined) return undefined;
  let depth = 0;
  for (let end = start.index; end < text.length; end += 1) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")" && (depth -= 1) === 0) return end > at ? end : undefined;
  }
  return undefined;
}
