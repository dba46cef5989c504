import type { EmbeddedPart, GrammarLanguage, Language, RawSymbol } from "../../languages/language.ts";
import { languageById } from "../../languages/language-of.ts";
import type { FileSymbols } from "../code-symbol.ts";
import { finishSymbols } from "./finish-symbols.ts";
import { type ParseOptions, parseText } from "./parse-text.ts";
import { querySymbols } from "./query-symbols.ts";

export interface Source {
  /** Path below the project's root, "/" between. */
  readonly file: string;
  readonly text: string;
}

/** What a text declares; undefined when parsing it took too long. */
export async function extractSymbols(
  language: Language,
  { file, text }: Source,
  options: Pick<ParseOptions, "limitMs"> = {},
): Promise<FileSymbols | undefined> {
  const read =
    "grammar" in language ? await readTree(language, text, options) : await readOutlined(language, text, options);
  if (read === undefined) return undefined;
  return { language: language.id, symbols: finishSymbols(language, file, text, read.symbols), broken: read.broken };
}

interface RawFile {
  readonly symbols: readonly RawSymbol[];
  readonly broken: boolean;
}

async function readTree(language: GrammarLanguage, text: string, options: ParseOptions): Promise<RawFile | undefined> {
  return await parseText(language, text, options, (tree, grammar) => ({
    symbols: querySymbols(language, text, tree, grammar),
    broken: tree.rootNode.hasError,
  }));
}

async function readOutlined(
  language: Extract<Language, { outline: unknown }>,
  text: string,
  options: ParseOptions,
): Promise<RawFile | undefined> {
  const symbols = [...(await language.outline(text))];
  let broken = false;
  for (const part of language.embedded?.(text) ?? []) {
    const inner = await readPart(part, text, options);
    if (inner === undefined) return undefined;
    symbols.push(...inner.symbols);
    broken ||= inner.broken;
  }
  return { symbols, broken };
}

async function readPart(part: EmbeddedPart, text: string, options: ParseOptions): Promise<RawFile | undefined> {
  const language = languageById(part.language);
  if (language === undefined || !("grammar" in language)) throw new Error(`No grammar for ${part.language}.`);
  return await readTree(language, text, { ...options, part });
}
