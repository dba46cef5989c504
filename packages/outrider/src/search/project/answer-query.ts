import { languageById } from "../../languages/language-of.ts";
import type { SymbolView } from "../../syntax/project-symbols.ts";
import type { SearchAnswer, SearchHit, SearchOptions } from "../project-search.ts";
import type { Corpus } from "../ranking/corpus.ts";
import type { EncodeWords } from "../ranking/path-vectors.ts";
import { finishRanking, prepareRanking, type RankedChunk } from "../ranking/rank.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import { isDocs } from "./searchable.ts";

export interface AnswerContext {
  readonly contents: IndexedContents;
  readonly vectors: ProjectVectors;
  /** Symbols as they are now. */
  readonly view: SymbolView;
  readonly coverage: { readonly done: number; readonly total: number };
  readonly encodeWords: EncodeWords | undefined;
}

/** From a question to the places that answer it: words first, then meaning, then the lines as they are now. */
export async function answerQuery(
  query: string,
  options: SearchOptions,
  context: AnswerContext,
): Promise<SearchAnswer> {
  const { contents, vectors, coverage, encodeWords } = context;
  const corpus = corpusOf(contents, options);
  const prepared = prepareRanking(query, corpus, {
    filter: (content) => corpus.facts(content) !== undefined,
    ...(encodeWords === undefined ? {} : { encodeWords }),
  });
  const { chunks, why } = await vectors.nearest(query, prepared.candidates, options.signal);
  const inScope = chunks?.filter(({ content }) => corpus.facts(content) !== undefined);
  const { kind, hits, total } = finishRanking(prepared, inScope, { explain: options.explain ?? false });
  const wanted = options.kind === undefined ? hits : hits.filter((hit) => hasKind(hit, options.kind, context));
  const offset = options.offset ?? 0;
  return {
    kind,
    hits: wanted.slice(offset, offset + options.limit).map((hit) => describeHit(hit, context)),
    total: wanted.length,
    unlisted: Math.max(0, total - new Set(hits.map(({ content }) => content)).size),
    coverage: {
      ...coverage,
      lexicalOnly: chunks === undefined ? why : undefined,
      note: chunks === undefined ? undefined : why,
    },
  };
}

/** Only what the question is about. */
function corpusOf(contents: IndexedContents, { scope, content: wanted, language }: SearchOptions): Corpus {
  const fits = (own: string): boolean =>
    (language === undefined || own === language) && (wanted === undefined || isDocs(own) === (wanted === "docs"));
  return {
    index: contents.index,
    facts(content) {
      const facts = contents.facts(content);
      if (facts === undefined || !fits(facts.language)) return undefined;
      if (scope === undefined) return facts;
      const paths = facts.paths.filter(scope);
      return paths.length === 0 ? undefined : { ...facts, paths };
    },
  };
}

function describeHit(
  { content, path, chunk, score, parts }: RankedChunk,
  { contents, view }: AnswerContext,
): SearchHit {
  const { startLine = 0, endLine = 0, symbol } = contents.terms(content)?.chunks[chunk] ?? {};
  const [hash = ""] = content.split(".", 1);
  const file = view.file(path);
  return {
    path,
    copies: contents.pathsOf(content).filter((other) => other !== path),
    startLine,
    endLine,
    language: languageById(file?.language ?? "")?.id ?? "text",
    symbol: symbol === undefined ? undefined : file?.symbols[symbol],
    declared: file?.symbols.filter(({ line }) => line >= startLine && line < endLine) ?? [],
    score,
    hash,
    ...(parts === undefined ? {} : { parts }),
  };
}

function hasKind(
  { content, path, chunk }: RankedChunk,
  kind: string | undefined,
  { contents, view }: AnswerContext,
): boolean {
  const symbol = contents.terms(content)?.chunks[chunk]?.symbol;
  return symbol !== undefined && view.file(path)?.symbols[symbol]?.kind === kind;
}
