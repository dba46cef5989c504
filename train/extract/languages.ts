/** How a language is scanned: what ends a body, what a comment line starts with, and what a declaration looks like. */
export type Language = {
  readonly name: string;
  readonly body: "braces" | "indent" | "end";
  /** What a line of a comment starts with, without block comments. */
  readonly lineComment: RegExp;
  readonly blockComments: boolean;
  /** The first that matches names the declaration in the group `name`. */
  readonly declarations: readonly RegExp[];
  /** Declarations that count only below a doc comment: constants, fields, signatures. */
  readonly documented: readonly RegExp[];
};

const slashes = /^\s*\/\/+[!/]?/;
const hashes = /^\s*#+(?!\[|!|include|define|if|endif|else|pragma)/;
const dashes = /^\s*--+\s?[|^]?/;

const typeLike =
  /^\s*(?:[\w@()]+\s+)*?(?:class|interface|enum|record|trait|object|struct|protocol|extension|actor|typealias|namespace|module)\s+(?<name>[A-Za-z_]\w*)/;
const method =
  /^\s+(?:(?:public|private|protected|internal|static|final|abstract|virtual|override|async|sealed|synchronized|default|native|unsafe|partial|new)\s+)*(?!return\b|new\b|throw\b|else\b|await\b|yield\b|case\b|if\b|for\b|while\b|switch\b|catch\b|using\b|lock\b)[A-Za-z_][\w.<>[\],?]*(?:\s*,\s*[\w<>?]+>)?\s+(?<name>[A-Za-z_]\w*)\s*(?:<[\w, ]+>)?\((?![^)]*\)\s*;)/;
const member =
  /^\s+(?:(?:public|private|protected|internal|static|final|abstract|readonly|const|virtual|override)\s+)*[A-Za-z_][\w.<>[\],? ]*\s+(?<name>[A-Za-z_]\w*)\s*[=;({]/;

const script: Language = {
  name: "javascript",
  body: "braces",
  lineComment: slashes,
  blockComments: true,
  declarations: [
    /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|enum|namespace)\s+(?<name>[\w$]+)/,
    /^\s*(?:export\s+)?(?:declare\s+)?type\s+(?<name>[\w$]+)\s*(?:<.*>)?\s*=/,
    /^\s*(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\(.*=>|\([^)]*$|\w+\s*=>|class\b)/,
    /^\s*(?:module\.)?[\w$]+(?:\.[\w$]+)*\.(?<name>[\w$]+)\s*=\s*(?:async\s+)?(?:function\b|\(.*=>)/,
    /^\s+(?<name>[\w$]+)\s*:\s*(?:async\s+)?function\b/,
    /^\s+(?:(?:public|private|protected|static|async|override|get|set)\s+|\*)*(?!if\b|for\b|while\b|switch\b|catch\b|function\b|return\b|with\b)(?<name>[\w$]+)\s*(?:<[^>]*>)?\([^;]*\)\s*(?::[^{;=]+)?\{\s*$/,
  ],
  documented: [
    /^\s*(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+(?<name>[\w$]+)/,
    /^\s+(?:(?:public|private|protected|static|readonly|abstract|override|get|set)\s+)*(?<name>[\w$]+)\??\s*(?:<[^>]*>)?[(:]/,
  ],
};

const jvm = { body: "braces", lineComment: slashes, blockComments: true } as const;

const all: readonly Language[] = [
  script,
  { ...script, name: "typescript" },
  {
    name: "python",
    body: "indent",
    lineComment: hashes,
    blockComments: false,
    declarations: [/^\s*(?:async\s+)?(?:def|class)\s+(?<name>\w+)/],
    documented: [],
  },
  {
    name: "go",
    ...jvm,
    declarations: [/^func\s+(?:\([^)]*\)\s*)?(?<name>\w+)/, /^type\s+(?<name>\w+)/],
    documented: [/^(?:var|const)\s+(?<name>\w+)/, /^\t(?<name>[A-Z]\w*)\s*\(/],
  },
  {
    name: "rust",
    ...jvm,
    declarations: [
      /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?(?:extern\s+(?:"[^"]*"\s+)?)?(?:fn|struct|enum|trait|union|macro_rules!)\s+(?<name>\w+)/,
    ],
    documented: [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static|type|mod)\s+(?<name>\w+)/],
  },
  { name: "java", ...jvm, declarations: [typeLike, method], documented: [member] },
  { name: "csharp", ...jvm, declarations: [typeLike, method], documented: [member] },
  {
    name: "kotlin",
    ...jvm,
    declarations: [/^\s*(?:\w+\s+)*fun\s+(?:<[^>]+>\s*)?(?:[\w.<>?, *]+\.)?(?<name>\w+)\s*\(/, typeLike],
    documented: [/^\s*(?:\w+\s+)*va[lr]\s+(?:<[^>]+>\s*)?(?:[\w.<>?]+\.)?(?<name>\w+)/],
  },
  {
    name: "scala",
    ...jvm,
    declarations: [
      /^\s*(?:[\w[\]]+\s+)*def\s+(?<name>\w+)/,
      /^\s*(?:\w+\s+)*(?:class|trait|object|enum|given)\s+(?<name>\w+)/,
    ],
    documented: [/^\s*(?:[\w[\]]+\s+)*(?:va[lr]|type)\s+(?<name>\w+)/],
  },
  {
    name: "swift",
    ...jvm,
    declarations: [/^\s*(?:[\w@()]+\s+)*func\s+(?<name>\w+)/, typeLike],
    documented: [/^\s*(?:[\w@()]+\s+)*(?:var|let|case)\s+(?<name>\w+)/],
  },
  {
    name: "php",
    ...jvm,
    declarations: [
      /^\s*(?:\w+\s+)*function\s+&?(?<name>\w+)/,
      /^\s*(?:\w+\s+)*(?:class|interface|trait|enum)\s+(?<name>\w+)/,
    ],
    documented: [
      /^\s*(?:(?:public|protected|private|static|readonly|const|var)\s+)+(?:\??[\w\\|]+\s+)?\$?(?<name>\w+)/,
    ],
  },
  {
    name: "c",
    ...jvm,
    declarations: [
      /^(?:typedef\s+)?(?:struct|enum|union|class)\s+(?<name>\w+)\s*(?:\{|$)/,
      /^(?!return\b|else\b|if\b|typedef\b|#)[A-Za-z_][\w\s*&]*?[\s*](?<name>[A-Za-z_]\w*)\s*\([^;]*$/,
      /^(?!if\b|for\b|while\b|switch\b|return\b)(?<name>[a-z_]\w+)\s*\([^;]*$/,
    ],
    documented: [
      /^(?!return\b)[A-Za-z_][\w\s*&()]*?[\s*](?<name>[A-Za-z_]\w*)\s*\(/,
      /^\s*#\s*define\s+(?<name>\w+)/,
      /^typedef\s.*?(?<name>\w+)\s*;/,
    ],
  },
  {
    name: "cpp",
    ...jvm,
    declarations: [
      /^\s*(?:typedef\s+)?(?:struct|enum(?:\s+class)?|union|class|namespace)\s+(?:[A-Z_]+\s+)?(?<name>\w+)\s*(?:\{|$|:|final)/,
      /^(?!\s*(?:return|else|if|for|while|switch|case|throw|delete|using|typedef|new)\b|\s*#)\s{0,4}[A-Za-z_][\w\s*&:<>,]*?[\s*&:](?<name>~?[A-Za-z_]\w*)\s*\([^;]*$/,
    ],
    documented: [
      /^(?!\s*(?:return|throw)\b)\s*[A-Za-z_][\w\s*&:<>,]*?[\s*&](?<name>[A-Za-z_]\w*)\s*[(;=]/,
      /^\s*#\s*define\s+(?<name>\w+)/,
    ],
  },
  {
    name: "ruby",
    body: "end",
    lineComment: hashes,
    blockComments: false,
    declarations: [/^\s*def\s+(?:self\.)?(?<name>\w+[?!]?)/, /^\s*(?:class|module)\s+(?:\w+::)*(?<name>\w+)/],
    documented: [
      /^\s*(?:attr_\w+|scope|delegate|has_many|belongs_to)\s+:(?<name>\w+)/,
      /^\s*(?<name>[A-Z][A-Z0-9_]+)\s*=/,
    ],
  },
  {
    name: "lua",
    body: "end",
    lineComment: /^\s*---?(?!\[\[)-*/,
    blockComments: false,
    declarations: [
      /^\s*(?:local\s+)?function\s+(?:[\w.]+[.:])?(?<name>\w+)/,
      /^\s*(?:local\s+)?(?:[\w.]+\.)?(?<name>\w+)\s*=\s*function/,
    ],
    documented: [],
  },
  {
    name: "elixir",
    body: "end",
    lineComment: hashes,
    blockComments: false,
    declarations: [
      /^\s*(?:defp?|defmacrop?|defguardp?|defdelegate)\s+(?<name>\w+[?!]?)/,
      /^\s*(?:defmodule|defprotocol)\s+(?:\w+\.)*(?<name>\w+)/,
    ],
    documented: [/^\s*@(?:callback|type)\s+(?<name>\w+)/],
  },
  {
    name: "bash",
    body: "braces",
    lineComment: /^\s*#+(?!!)/,
    blockComments: false,
    declarations: [
      /^\s*(?:function\s+)?(?<name>[A-Za-z_][\w:-]*)\s*\(\)\s*\{?/,
      /^\s*function\s+(?<name>[A-Za-z_][\w:-]*)/,
    ],
    documented: [],
  },
  {
    name: "zig",
    ...jvm,
    blockComments: false,
    declarations: [
      /^\s*(?:pub\s+)?(?:export\s+|extern\s+|inline\s+)*fn\s+(?<name>\w+)/,
      /^\s*(?:pub\s+)?const\s+(?<name>\w+)\s*=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union|error)\b/,
    ],
    documented: [/^\s*(?:pub\s+)?(?:const|var)\s+(?<name>\w+)/],
  },
  {
    name: "haskell",
    body: "indent",
    lineComment: dashes,
    blockComments: true,
    declarations: [
      /^(?<name>[a-z_][\w']*)\s*::/,
      /^(?:data|newtype|class|type(?:\s+family)?)\s+(?:[^=>]*=>\s*)?(?<name>[A-Z]\w*)/,
    ],
    documented: [],
  },
];

const byName = new Map(all.map((language) => [language.name, language]));

const extensions: Readonly<Record<string, string>> = {
  py: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  tsx: "typescript",
  mts: "typescript",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "kotlin",
  kts: "kotlin",
  rb: "ruby",
  php: "php",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  cxx: "cpp",
  hpp: "cpp",
  hh: "cpp",
  hxx: "cpp",
  cs: "csharp",
  swift: "swift",
  scala: "scala",
  ex: "elixir",
  exs: "elixir",
  lua: "lua",
  sh: "bash",
  bash: "bash",
  zig: "zig",
  hs: "haskell",
};

/** The language of a path, or undefined for files that are not code. */
export function languageOf(path: string): Language | undefined {
  return byName.get(extensions[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "");
}
