import type { GrammarLanguage } from "../language.ts";
import { meaningAt } from "./meaning.ts";
import { sigiledNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import type { SymbolKind } from "../symbol-kind.ts";
import { wholeNameAt } from "./whole-names.ts";

const elixir: ServerSpec = {
  id: "elixir",
  title: "ElixirLS",
  languages: { elixir: "elixir" },
  program: { names: ["elixir-ls", "language_server.sh"], args: [] },
  obtain: "brew install elixir-ls, or https://github.com/elixir-lsp/elixir-ls",
  rootMarkers: ["mix.exs"],
  runsCode: "mix.exs and macros of the repository",
  settings: () => ({ elixirLS: { dialyzerEnabled: false, fetchDeps: false, suggestSpecs: false } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const called = "[(identifier) @name (call target: (identifier) @name)]";
/** A head with a guard is an operator whose left side is the head; the defined function may itself be an operator. */
const head = `[
  (identifier) @name
  (call target: (identifier) @name)
  (binary_operator left: (identifier) @name operator: "when")
  (binary_operator left: (call target: (identifier) @name) operator: "when")
  (binary_operator operator: _ @name)
] @head`;

/** Everything is a call; the called word tells what it defines. */
const kindWords: ReadonlyMap<string, SymbolKind> = new Map([
  ["defmodule", "module"],
  ["defprotocol", "interface"],
  ...wordsFor("function", "def defp defn defnp defdelegate defguard defguardp callback macrocallback"),
  ...wordsFor("macro", "defmacro defmacrop"),
  ...wordsFor("type", "type typep opaque"),
]);

function wordsFor(kind: SymbolKind, words: string): readonly (readonly [string, SymbolKind])[] {
  return words.split(" ").map((word) => [word, kind]);
}

export default {
  id: "elixir",
  title: "Elixir",
  extensions: ["ex", "exs"],
  interpreters: ["elixir"],
  grammar: "tree-sitter-elixir/tree-sitter-elixir.wasm",
  symbols: `
(call target: (identifier) @_word (arguments . (alias) @name) (do_block) @docIn @body
  (#eq? @_word "defmodule") (#match? @docIn "^do\\\\s+@moduledoc[\\\\s(]*\\"")) @module
(call target: (identifier) @kindWord (arguments . (alias) @name) (do_block) @body
  (#any-of? @kindWord "defmodule" "defprotocol")) @declared
(call target: (identifier) @_word (arguments . (alias) (keywords (pair value: (alias) @name))) (do_block) @body
  (#eq? @_word "defimpl")) @impl
(call target: (identifier) @_word (arguments . (alias) @name [(keywords (pair value: (list)))]?  .) (do_block) @body
  (#eq? @_word "defimpl")) @impl
(call target: (identifier) @kindWord (arguments . ${head}) (#match? @kindWord "^def")
  (#not-any-of? @kindWord "defmodule" "defprotocol") (#not-eq? @name "when")) @declared
(unary_operator operator: "@" operand: (call target: (identifier) @kindWord
  (arguments . (binary_operator left: ${called} operator: "::"))) (#not-match? @kindWord "^def")) @declared
(call target: (identifier) @_word (arguments (list [
  (atom) @name @property
  (keywords (pair key: (keyword) @name) @property)
])) (#any-of? @_word "defstruct" "defexception"))
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))
  (#not-match? @name "^(doc|moduledoc|typedoc|spec|type|typep|opaque|callback|macrocallback|optional_callbacks|behaviour|impl|derive|enforce_keys|compile|deprecated|since|dialyzer|external_resource|before_compile|after_compile|on_load|on_definition|tag|moduletag|describetag|fallback_to_any)$")) @constant
(call target: (identifier) @_word (arguments . (string) @name) (do_block)? @body
  (#any-of? @_word "test" "describe" "property" "feature" "scenario")) @test
`,
  kindWords,
  attributes: ["unary_operator"],
  attributeWords: /^@(?:spec|impl|since|deprecated|dialyzer|tag|describetag|decorate)\b/,
  docWords: /^@(?:doc|typedoc)\b/,
  comments: ["comment"],
  joinsClauses: true,
  cleanName: (text) => text.replaceAll(/^:|:\s*$|^"|"$/g, ""),
  isExported: ({ kind, head: text }) =>
    !/^(?:defp|defmacrop|defguardp|defnp|@typep)\b/.test(text) && kind !== "test" && kind !== "constant",
  isTest: ({ name, kind }) => kind === "module" && name.endsWith("Test"),
  references: {
    identifiers: ["identifier", "alias", "keyword"],
    calls: `
(call target: (identifier) @call)
(call target: (dot left: (_) @receiver right: (identifier) @call))
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @call operator: "/"))
(binary_operator operator: "|>" right: (identifier) @call)
`,
    locals: `
(do_block (binary_operator left: (identifier) @local operator: "="))
(stab_clause left: (arguments (identifier) @local))
(stab_clause right: (body (binary_operator left: (identifier) @local operator: "=")))
`,
    scopes: ["do_block", "stab_clause"],
    imports: `
(call target: (identifier) @_word (arguments . (alias) @source @module) (#any-of? @_word "alias" "import" "require" "use"))
(call target: (identifier) @_word (arguments . (alias) @source (keywords (pair value: (alias) @module))) (#eq? @_word "alias"))
(call target: (identifier) @_word (arguments . (dot left: (alias) @source right: (tuple (alias) @name))) (#eq? @_word "alias"))
`,
    qualifiedLeaves: true,
    bareCallsNeverLocal: true,
    meaningAt,
    wholeNameAt,
    modules: "namespace",
  },
  servers: [elixir],
  editing: { commentMarks: ["#"], names: sigiledNames("[?!]?"), moves: { files: "named by path" } },
} satisfies GrammarLanguage;
