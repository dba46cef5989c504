import type { EmbeddedPart, GrammarLanguage, Language, RawSymbol, Span } from "../../languages/language.ts";
import { languageById } from "../../languages/language-of.ts";
import type { FileSymbols } from "../code-symbol.ts";
import { findImportStatements } from "./find-import-statements.ts";
import { finishSymbols } from "./finish-symbols.ts";
import { type ParseOptions, parseText } from "./parse-text.ts";
import { querySymbols } from "./query-symbols.ts";

export interface Source {
  /** Path relative to the project's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

export interface ExtractOptions extends Pick<ParseOptions, "limitMs" | "keep"> {
  /** Also find imports. */
  readonly imports?: boolean;
}

export interface ExtractedSymbols extends FileSymbols {
  readonly imports: readonly Span[];
}

/** The declarations of a text; undefined if parsing took too long. */
export async function extractSymbols(
  language: Language,
  { file, text }: Source,
  options: ExtractOptions = {},
): Promise<ExtractedSymbols | undefined> {
  const read =
    "grammar" in language ? await readTree(language, text, options) : await readOutlined(language, text, options);
  if (read === undefined) return undefined;
  const symbols = finishSymbols(language, file, text, read.symbols);
  return { language: language.id, symbols, broken: read.broken, imports: read.imports };
}

interface RawFile {
  readonly symbols: readonly RawSymbol[];
  readonly broken: boolean;
  readonly imports: readonly Span[];
}

type ReadOptions = ExtractOptions & ParseOptions;

async function readTree(language: GrammarLanguage, text: string, options: ReadOptions): Promise<RawFile | undefined> {
  const { imports: query } = language.references ?? {};
  const queries = options.imports === true && query !== undefined ? [query] : [];
  return await parseText(language, text, { ...options, queries }, (tree, grammar) => {
    const symbols = querySymbols(language, text, tree, grammar);
    const imports = options.imports === true ? findImportStatements(language, tree, grammar, symbols) : [];
    return { symbols, broken: tree.rootNode.hasError, imports };
  });
}

async function readOutlined(
  language: Extract<Language, { outline: unknown }>,
  text: string,
  options: ReadOptions,
): Promise<RawFile | undefined> {
  const symbols = [...(await language.outline(text))];
  const imports: Span[] = [];
  let broken = false;
  for (const part of language.embedded?.(text) ?? []) {
    const inner = await readPart(part, text, options);
    if (inner === undefined) return undefined;
    symbols.push(...inner.symbols);
    imports.push(...inner.imports);
    broken ||= inner.broken;
  }
  return { symbols, broken, imports };
}

async function readPart(part: EmbeddedPart, text: string, options: ReadOptions): Promise<RawFile | undefined> {
  const language = languageById(part.language);
  if (language === undefined || !("grammar" in language)) throw new Error(`No grammar for ${part.language}.`);
  return await readTree(language, text, { ...options, part });
}
