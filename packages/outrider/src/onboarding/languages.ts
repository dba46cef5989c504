/** Endings of files that hold code; documents and data are not what a project is written in. */
const byEnding: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  tsx: "TypeScript",
  mts: "TypeScript",
  cts: "TypeScript",
  js: "JavaScript",
  jsx: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  py: "Python",
  pyi: "Python",
  rs: "Rust",
  go: "Go",
  java: "Java",
  kt: "Kotlin",
  kts: "Kotlin",
  scala: "Scala",
  c: "C",
  h: "C",
  cc: "C++",
  cpp: "C++",
  cxx: "C++",
  hpp: "C++",
  hh: "C++",
  cs: "C#",
  fs: "F#",
  vb: "Visual Basic",
  rb: "Ruby",
  php: "PHP",
  ex: "Elixir",
  exs: "Elixir",
  erl: "Erlang",
  hs: "Haskell",
  ml: "OCaml",
  clj: "Clojure",
  swift: "Swift",
  m: "Objective-C",
  dart: "Dart",
  lua: "Lua",
  pl: "Perl",
  pm: "Perl",
  r: "R",
  jl: "Julia",
  zig: "Zig",
  sh: "Shell",
  bash: "Shell",
  ps1: "PowerShell",
  sql: "SQL",
  vue: "Vue",
  svelte: "Svelte",
  html: "HTML",
  css: "CSS",
  scss: "CSS",
  tf: "Terraform",
  proto: "Protocol Buffers",
  sol: "Solidity",
  nix: "Nix",
};

export interface LanguageCount {
  readonly name: string;
  readonly files: number;
}

/** The most used first. */
export function countLanguages(paths: Iterable<string>): readonly LanguageCount[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = languageNameOf(path);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const languages = [...counts].map(([name, files]) => ({ name, files }));
  return languages.toSorted((left, right) => right.files - left.files || (left.name < right.name ? -1 : 1));
}

function languageNameOf(path: string): string | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(path) ?? [];
  const name = ending.toLowerCase();
  return Object.hasOwn(byEnding, name) ? byEnding[name] : undefined;
}
