export type LeftoverClass = "comment" | "string" | "docs" | "config" | "code";

export interface LeftoverPlace {
  readonly path: string;
  /** Undefined where the name of the file says none. */
  readonly language: string | undefined;
  /** Without its end. */
  readonly line: string;
  readonly column: number;
  /** In the documentation of a symbol. */
  readonly isDoc: boolean;
}

const docs =
  /(?:^|\/)(?:README|CHANGELOG|LICENSE|CONTRIBUTING|AUTHORS|TODO)[^/]*$|\.(?:md|mdx|markdown|rst|txt|adoc|org|tex|html?)$/i;
const configLanguages: ReadonlySet<string> = new Set(["json", "yaml", "toml", "hcl", "dockerfile", "xml", "ini"]);

/** What sort of text a word stands in that is no name in code; undefined for the name of a file that is brought in. */
export function classifyLeftover({ path, language, line, column, isDoc }: LeftoverPlace): LeftoverClass | undefined {
  if (docs.test(path)) return "docs";
  if (language === undefined || configLanguages.has(language)) return "config";
  const before = line.slice(0, column);
  // A private name is another one.
  if (ecmascript.has(language) && before.endsWith("#")) return "code";
  if (isDoc || isComment(line, column, hashComments(language))) return "comment";
  if (/\b(?:from|import|require|include|use)\s*\(?\s*["'`<][^"'`<>]*$/.test(before)) return undefined;
  return /^\s*(?:from|import|use|package|module|namespace)\s[^"'`]*$/.test(before) ? "code" : "string";
}

const ecmascript: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "vue", "svelte"]);
/** `#` begins something else there: a private name, an attribute, what a preprocessor reads. */
const otherHashes: ReadonlySet<string> = new Set(
  "c cpp csharp java kotlin scala go rust swift dart css scss solidity zig protobuf groovy haskell ocaml lua sql".split(
    " ",
  ),
);

function hashComments(language: string): boolean {
  return !ecmascript.has(language) && !otherHashes.has(language);
}

/** A comment that begins in the line, or a line that looks like one inside of a longer comment. */
function isComment(line: string, column: number, withHash: boolean): boolean {
  if (/^\s*(?:\*|\/\*|\/\/|--|;|%|<!--|""")/.test(line) || (withHash && /^\s*#/.test(line))) return true;
  let quote: string | undefined;
  for (let at = 0; at < column; at += 1) {
    const character = line[at] ?? "";
    if (character === "\\") at += 1;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (/["'`]/.test(character)) quote = character;
    else if (/^(?:\/\/|\/\*|--\s|<!--)/.test(line.slice(at, at + 4)) || (withHash && character === "#")) return true;
  }
  return false;
}
