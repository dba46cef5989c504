import { languageById } from "../../languages/language-of.ts";
import type { SymbolView, ViewedFile } from "../../syntax/project-symbols.ts";
import type { Coverage, SearchAnswer, SearchHit, SearchOptions } from "../project-search.ts";
import type { Corpus, EncodeWords } from "../ranking/corpus.ts";
import { finishRanking, prepareRanking, type RankedChunk } from "../ranking/rank.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import { fitsLanguage } from "./searchable.ts";

export interface AnswerContext {
  readonly contents: IndexedContents;
  readonly vectors: ProjectVectors;
  /** The current symbols. */
  readonly view: SymbolView;
  readonly coverage: Pick<Coverage, "done" | "total" | "cut">;
  readonly encodeWords: EncodeWords | undefined;
}

/** From a question to the places that answer it: first words, then meaning, then the current lines. */
export async function answerQuery(
  query: string,
  options: SearchOptions,
  context: AnswerContext,
): Promise<SearchAnswer> {
  const { contents, vectors, coverage, encodeWords } = context;
  const corpus = corpusOf(contents, options);
  const prepared = prepareRanking(query, corpus, encodeWords === undefined ? {} : { encodeWords });
  const always = [...new Set([...prepared.candidates, ...smallScope(contents, corpus, options)])];
  const { chunks, why } = await vectors.nearest(query, always, options.signal);
  const offset = options.offset ?? 0;
  const { kind, hits, count, ranked, total } = finishRanking(prepared, chunks, {
    explain: options.explain ?? false,
    worded: coverage.done < coverage.total,
    ...(options.kind === undefined ? { first: offset + options.limit } : {}),
  });
  const fileOf = createFileLookup(context.view);
  const wanted = options.kind === undefined ? hits : hits.filter((hit) => hasKind(hit, options.kind, contents, fileOf));
  const found = options.kind === undefined ? count : wanted.length;
  return {
    kind,
    hits: wanted
      .slice(offset, offset + options.limit)
      .map((hit) => narrowToKind(describeHit(hit, contents, fileOf), options.kind)),
    total: found,
    unlisted: Math.max(0, total - ranked),
    coverage: {
      ...coverage,
      lexicalOnly: chunks === undefined ? why : undefined,
      note: chunks === undefined ? undefined : why,
      ...(found === 0 ? { fitting: countFitting(contents, corpus) } : {}),
    },
  };
}

function countFitting({ paths }: IndexedContents, corpus: Corpus): number {
  let files = 0;
  for (const content of new Set(paths.values())) files += corpus.facts(content)?.paths.length ?? 0;
  return files;
}

/** The closest chunks of the whole project may all be outside a small scope, so each of its files is compared. */
function smallScope(contents: IndexedContents, corpus: Corpus, { scope }: SearchOptions): readonly ContentKey[] {
  if (scope === undefined) return [];
  const found = new Set<ContentKey>();
  for (const [path, content] of contents.paths) {
    if (!scope(path) || corpus.facts(content) === undefined) continue;
    found.add(content);
    if (found.size > maxCompared) return [];
  }
  return [...found];
}

const maxCompared = 300;

/** Restricted to what the question is about. */
function corpusOf(contents: IndexedContents, { scope, content, language }: SearchOptions): Corpus {
  const filter = { language, content };
  return {
    // Clearing replaces the index.
    get index() {
      return contents.index;
    },
    facts(wanted) {
      const own = contents.facts(wanted);
      if (own === undefined || !fitsLanguage(filter, own.language)) return undefined;
      if (scope === undefined) return own;
      const paths = own.paths.filter(scope);
      return paths.length === 0 ? undefined : { ...own, paths };
    },
    // A scope contains fewer contents, and may change which path of a content comes first.
    ...(scope === undefined ? { chosen: () => contents.choose(filter) } : {}),
  };
}

function describeHit(
  { content, path, chunk, score, parts }: RankedChunk,
  contents: IndexedContents,
  fileOf: FileLookup,
): SearchHit {
  const { startLine = 0, endLine = 0, symbol } = contents.terms(content)?.chunks[chunk] ?? {};
  const symbols = fileOf(content, path)?.symbols ?? [];
  return {
    path,
    copies: contents.pathsOf(content).filter((other) => other !== path),
    startLine,
    endLine,
    language: languageById(contents.facts(content)?.language ?? "")?.id ?? "text",
    symbol: symbol === undefined ? undefined : symbols[symbol],
    declared: symbols.filter(({ line }) => line >= startLine && line < endLine),
    score,
    hash: hashOf(content),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** Small declarations share a chunk: one that matches is enough. */
function hasKind(
  { content, path, chunk }: RankedChunk,
  kind: string | undefined,
  contents: IndexedContents,
  fileOf: FileLookup,
): boolean {
  const { startLine = 0, endLine = 0, symbol: own } = contents.terms(content)?.chunks[chunk] ?? {};
  const symbols = fileOf(content, path)?.symbols ?? [];
  return symbols.some(
    (symbol, at) => symbol.kind === kind && (at === own || (symbol.line >= startLine && symbol.line < endLine)),
  );
}

/** Of declarations that share a chunk, only those of the wanted kind and their lines, with the comments above them. */
function narrowToKind(hit: SearchHit, kind: string | undefined): SearchHit {
  if (kind === undefined) return hit;
  const declared = hit.declared.filter((symbol) => symbol.kind === kind);
  const [first] = declared;
  if (first === undefined || hit.symbol?.kind === kind) return { ...hit, declared };
  const ends = hit.declared.map(({ line, endLine }) => (endLine <= first.startLine ? endLine : line + 1));
  return {
    ...hit,
    declared,
    symbol: first,
    startLine: Math.max(hit.startLine, ...ends.filter((end) => end <= first.startLine)),
    endLine: Math.min(hit.endLine, Math.max(...declared.map(({ endLine }) => endLine))),
  };
}

type FileLookup = (content: ContentKey, path: string) => ViewedFile | undefined;

/** The table's entry for a file, if it is for the same content: symbols of other content would refer to other lines. */
function createFileLookup(view: SymbolView): FileLookup {
  const decoded = new Map<string, ViewedFile | undefined>();
  return (content, path) => {
    if (view.stored(path)?.hash !== hashOf(content)) return undefined;
    if (!decoded.has(path)) decoded.set(path, view.file(path));
    return decoded.get(path);
  };
}

function hashOf(content: ContentKey): string {
  return content.slice(0, content.indexOf("."));
}
