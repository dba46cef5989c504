import type { Parser } from "web-tree-sitter";
import type { GrammarLanguage, Language, Span } from "../../languages/language.ts";
import { languageById } from "../../languages/language-of.ts";
import { type LoadedGrammar, loadGrammar } from "./load-grammar.ts";
import { type ParseOptions, parseText } from "./parse-text.ts";

/** The parts of a text that are not code: changing a line that begins in such a string changes the program. */
export interface TextParts {
  readonly comments: readonly Span[];
  /** Only multi-line strings, templates and heredocs. */
  readonly strings: readonly Span[];
  /** All text: strings, also those on one line, patterns and text between tags. Code embedded in it is part of it. */
  readonly quoted: readonly Span[];
  /** Words that name no declaration: the types that a language has itself, and labels. */
  readonly ownWords: readonly Span[];
}

export const noParts: TextParts = { comments: [], strings: [], quoted: [], ownWords: [] };

/** The comments and multi-line strings of a text, in order; empty without a grammar or if parsing took too long. */
export async function findTextParts(language: Language, text: string): Promise<TextParts> {
  if ("grammar" in language) return await partsOf(language, text, { keep: true });
  const found: TextParts[] = [];
  for (const part of language.embedded?.(text) ?? []) {
    const inner = languageById(part.language);
    if (inner !== undefined && "grammar" in inner) found.push(await partsOf(inner, text, { part }));
  }
  return {
    comments: found.flatMap(({ comments }) => comments),
    strings: found.flatMap(({ strings }) => strings),
    quoted: found.flatMap(({ quoted }) => quoted),
    ownWords: found.flatMap(({ ownWords }) => ownWords),
  };
}

async function partsOf(language: GrammarLanguage, text: string, options: ParseOptions): Promise<TextParts> {
  const { strings, texts } = textQueries(language, await loadGrammar(language));
  const comments = nodesOf(language.comments);
  const ownWords = nodesOf(language.ownWords ?? []);
  const found = await parseText(language, text, options, ({ rootNode }, grammar) => {
    const spansOf = (query: string): readonly Span[] =>
      query === ""
        ? []
        : grammar
            .query(`[${query}] @part`)
            .captures(rootNode)
            .map(({ node }) => ({
              start: node.startIndex,
              end: endWithoutSpace(text, node.startIndex, node.endIndex),
            }));
    const quoted = spansOf(strings);
    return {
      comments: spansOf(comments),
      strings: quoted.filter((span) => isLong(text, span)),
      quoted: [...quoted, ...spansOf(texts)],
      ownWords: spansOf(ownWords),
    };
  });
  return found ?? noParts;
}

function nodesOf(types: readonly string[]): string {
  return types.map((type) => `(${type})`).join(" ");
}

/** In some grammars a node includes the line ending after it. */
function endWithoutSpace(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === "\n" || text[at - 1] === "\r")) at -= 1;
  return at;
}

function isLong(text: string, { start, end }: Span): boolean {
  const at = text.indexOf("\n", start);
  return at !== -1 && at < end;
}

interface TextQueries {
  readonly strings: string;
  /** Other text that is not code. */
  readonly texts: string;
}

/** By the names of the grammar's nodes: each grammar has its own kinds of strings. */
function textQueries({ grammar }: GrammarLanguage, { parser }: LoadedGrammar): TextQueries {
  const known = queries.get(grammar);
  if (known !== undefined) return known;
  const types = namedTypes(parser);
  const query = {
    strings: nodesOf(types.filter((type) => stringWords.test(type) && !otherWords.test(type))),
    texts: nodesOf(types.filter((type) => textWords.test(type))),
  };
  queries.set(grammar, query);
  return query;
}

const queries = new Map<string, TextQueries>();
const stringWords = /string|heredoc|nowdoc|text_block|quoted|raw_text|char_array|sigil/;
/** They contain code, or are parts of strings that are found anyway. */
const otherWords = /interpolation|substitution|concatenat|_list$|_array$|_start|_end$|_begin|import|type|escape/;
const textWords = /^(?:jsx_text|text|regex|regex_pattern|regex_literal|char_literal|character_literal)$/;

function namedTypes({ language }: Parser): readonly string[] {
  if (language === null) return [];
  const types = new Set<string>();
  for (let id = 0; id < language.nodeTypeCount; id += 1) {
    const type = language.nodeTypeForId(id);
    if (type !== null && language.nodeTypeIsNamed(id)) types.add(type);
  }
  return [...types];
}
