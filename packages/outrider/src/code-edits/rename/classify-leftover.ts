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
  if (isDoc || isComment(line, column)) return "comment";
  const before = line.slice(0, column);
  if (/\b(?:from|import|require|include|use)\s*\(?\s*["'`<][^"'`<>]*$/.test(before)) return undefined;
  return /^\s*(?:from|import|use|package|module|namespace)\s[^"'`]*$/.test(before) ? "code" : "string";
}

/** A comment that begins in the line, or a line that looks like one inside of a longer comment. */
function isComment(line: string, column: number): boolean {
  if (/^\s*(?:\*|\/\*|\/\/|#|--|;|%|<!--|""")/.test(line)) return true;
  let quote: string | undefined;
  for (let at = 0; at < column; at += 1) {
    const character = line[at] ?? "";
    if (character === "\\") at += 1;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (/["'`]/.test(character)) quote = character;
    else if (/^(?:\/\/|\/\*|#|--\s|<!--)/.test(line.slice(at, at + 4))) return true;
  }
  return false;
}
