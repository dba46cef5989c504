/** What a symbol is, in words that fit every language. */
export const symbolKinds = [
  "function",
  "method",
  "constructor",
  "class",
  "interface",
  "struct",
  "enum",
  "member",
  "trait",
  "type",
  "module",
  "impl",
  "constant",
  "variable",
  "property",
  "macro",
  "test",
  "section",
  "key",
  "rule",
  "table",
] as const;

export type SymbolKind = (typeof symbolKinds)[number];

/** Kinds that contain methods: a function directly inside one is a method. */
export const typeKinds: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "enum", "trait", "impl"]);

/** Kinds that contain code: values declared there are local, not symbols. */
export const codeKinds: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "test"]);

/** Kinds that hold a value. */
export const valueKinds: ReadonlySet<SymbolKind> = new Set(["constant", "variable", "property"]);

export function isSymbolKind(word: string): word is SymbolKind {
  return known.has(word);
}

const known: ReadonlySet<string> = new Set(symbolKinds);
