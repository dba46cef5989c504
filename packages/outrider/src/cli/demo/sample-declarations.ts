import { languageOf } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import type { SampleFile } from "./read-sample.ts";

/** A declaration in a file that is not a test. */
export interface Declared {
  readonly path: string;
  readonly symbol: CodeSymbol;
}

const maxParseMs = 5_000;

/** The declarations of these files, read once for everything that chooses from them. */
export async function declarationsOf(code: readonly SampleFile[]): Promise<readonly Declared[]> {
  const declared: Declared[] = [];
  for (const { path, text } of code) {
    const language = isTest(path) ? undefined : languageOf(path);
    if (language === undefined) continue;
    const read = await extractSymbols(language, { file: path, text }, { limitMs: maxParseMs });
    for (const symbol of read?.symbols ?? []) declared.push({ path, symbol });
  }
  return declared;
}

/** Shorter declarations are hardly worth a question. */
export function isWorthReading({ startLine, endLine }: Pick<CodeSymbol, "startLine" | "endLine">): boolean {
  return endLine - startLine >= 3;
}

/** The name that most files mention. */
export function mostMentioned(files: readonly SampleFile[], names: readonly string[]): string | undefined {
  // A plain word such as "config" often means something else.
  const distinct = names.filter((name) => /[a-z\d][A-Z]|\w_\w/.test(name));
  const mentions = countMentions(files, new Set(distinct.length === 0 ? names : distinct));
  return [...mentions].toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1))[0]?.[0];
}

/** The number of files that contain each name. */
function countMentions(files: readonly SampleFile[], names: ReadonlySet<string>): ReadonlyMap<string, number> {
  const mentions = new Map([...names].map((name) => [name, 0]));
  for (const { text } of files) {
    for (const word of new Set(text.match(/[A-Za-z_]\w*/g))) {
      const before = mentions.get(word);
      if (before !== undefined) mentions.set(word, before + 1);
    }
  }
  return mentions;
}

export function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec|fixtures|vendor|third_party|examples?)\/|[._-](?:test|spec)\.|(?:^|\/)test_/.test(
    path,
  );
}
