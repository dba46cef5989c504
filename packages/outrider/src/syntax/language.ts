/** How a language groups its declarations, as far as an outline by pattern has to know. */
export interface Language {
  readonly blocks: "braces" | "indentation" | "end";
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  /** Delimiters of strings that may span lines, longest first. */
  readonly longStrings: readonly string[];
  readonly quotes: string;
  /** `'` begins a character and not a string: 'a' but also 'lifetime. */
  readonly characters?: true;
  /** How functions without a keyword look at the top: `int main(…) {`, `main() {`, or not at all. */
  readonly freeFunctions?: "typed" | "bare";
  readonly regularExpressions?: true;
  /** `${…}` in long strings holds code again. */
  readonly templates?: true;
  /** Strings whose end depends on how they begin: r#"…"#, R"x(…)x", @"…", #"…"#. */
  readonly rawStrings?: "rust" | "cpp" | "csharp" | "swift";
  /** How `<<` begins a text that ends with a line of its own. */
  readonly hereDocuments?: "shell" | "ruby" | "php";
}

const slashes = { lineComments: ["//"], blockComments: [["/*", "*/"]] } as const;

const java = {
  freeFunctions: "typed",
  blocks: "braces",
  ...slashes,
  longStrings: ['"""'],
  quotes: '"',
  characters: true,
} as const;
const c = {
  freeFunctions: "typed",
  blocks: "braces",
  ...slashes,
  longStrings: [],
  quotes: '"',
  characters: true,
} as const;
const cpp = { ...c, rawStrings: "cpp" } as const;
const rust = { ...c, longStrings: [`"`], rawStrings: "rust" } as const;
const csharp = { ...java, rawStrings: "csharp" } as const;
const script = {
  blocks: "braces",
  ...slashes,
  longStrings: ["`"],
  quotes: `"'`,
  regularExpressions: true,
  templates: true,
} as const;
const go = { blocks: "braces", ...slashes, longStrings: ["`"], quotes: '"', characters: true } as const;
const php = {
  blocks: "braces",
  lineComments: ["//", "#"],
  blockComments: [["/*", "*/"]],
  longStrings: [],
  quotes: `"'`,
  hereDocuments: "php",
} as const;
const swift = { blocks: "braces", ...slashes, longStrings: ['"""'], quotes: '"', rawStrings: "swift" } as const;
const dart = {
  freeFunctions: "typed",
  blocks: "braces",
  ...slashes,
  longStrings: ['"""', "'''"],
  quotes: `"'`,
} as const;
const python = {
  blocks: "indentation",
  lineComments: ["#"],
  blockComments: [],
  longStrings: ['"""', "'''"],
  quotes: `"'`,
} as const;
const ruby = {
  blocks: "end",
  lineComments: ["#"],
  blockComments: [["\n=begin", "\n=end"]],
  longStrings: [],
  quotes: `"'\``,
  hereDocuments: "ruby",
} as const;
const lua = {
  blocks: "end",
  lineComments: ["--"],
  blockComments: [["--[[", "]]"]],
  longStrings: [],
  quotes: `"'`,
} as const;
const elixir = { blocks: "end", lineComments: ["#"], blockComments: [], longStrings: ['"""'], quotes: '"' } as const;
const shell = {
  freeFunctions: "bare",
  blocks: "braces",
  lineComments: ["#"],
  blockComments: [],
  longStrings: [],
  quotes: `"'`,
  hereDocuments: "shell",
} as const;

const byExtension: Readonly<Record<string, Language>> = {
  ...named(script, "ts mts cts tsx js mjs cjs jsx"),
  ...named(java, "java kt kts scala groovy gradle"),
  ...named(csharp, "cs"),
  ...named(c, "c m zig proto"),
  ...named(cpp, "h cc cpp cxx hh hpp hxx mm"),
  ...named(rust, "rs"),
  ...named(go, "go"),
  ...named(php, "php"),
  ...named(swift, "swift"),
  ...named(dart, "dart"),
  ...named(python, "py pyi gd nim"),
  ...named(ruby, "rb rake jl cr"),
  ...named(lua, "lua"),
  ...named(elixir, "ex exs"),
  ...named(shell, "sh bash zsh"),
};

/** By the ending of the name; undefined for what is not known to be code. */
export function languageOf(path: string): Language | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : byExtension[ending];
}

function named(language: Language, endings: string): Readonly<Record<string, Language>> {
  return Object.fromEntries(endings.split(" ").map((ending) => [ending, language]));
}
