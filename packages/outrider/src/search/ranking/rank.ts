import type { Slot } from "../lexical/lexical-index.ts";
import { scoreTerms } from "../lexical/score-terms.ts";
import { findTerm } from "../lexical/segment.ts";
import type { TermScores } from "../lexical/term-scores.ts";
import type { ContentKey, NearestChunk } from "../stores/vector-store.ts";
import { chooseContents, findBests } from "./choose-contents.ts";
import { chunkScores, countChunks, orderChunks, type ScoreChunk } from "./chunk-order.ts";
import { fillCited } from "./citations.ts";
import { composeHits, type RankedChunk, type RowChunks } from "./compose-hits.ts";
import { type Corpus, type EncodeWords, giveScores, takeScores } from "./corpus.ts";
import { type DenseScores, readDense } from "./dense-scores.ts";
import { findDeclarations } from "./find-declarations.ts";
import { type LexicalState, isSamePath } from "./lexical-row.ts";
import { createPathMatcher, type MatchPathWord } from "./match-path-words.ts";
import type { PathSiblings } from "./path-family.ts";
import { createPathTable, type PathTable, type TableWord } from "./path-table.ts";
import type { QueryKind } from "./query-kind.ts";
import { type Query, readQuery } from "./read-query.ts";
import { createRow, fillDense, fillPathVectors, type RankedRow, scoreRow } from "./rows.ts";
import { type Weights, weightsFor, type WeightSet } from "./weights.ts";

export type { RankedChunk } from "./compose-hits.ts";
export type { QueryKind } from "./query-kind.ts";

export interface PrepareOptions {
  /** From an embedder that answers at once: paths are compared by meaning, too. */
  readonly encodeWords?: EncodeWords;
}

/** A question whose words were looked up. Must be finished once; the vectors may be requested in between. */
export interface Prepared {
  readonly kind: QueryKind;
  /** Contents whose vectors are decisive, so all of them are wanted. */
  readonly candidates: readonly ContentKey[];
  readonly text: string;
  readonly corpus: Corpus;
  readonly options: PrepareOptions;
  /** Generation of the index that it was prepared with. */
  readonly generation: number;
  readonly rows: readonly RankedRow[];
  /** Number of contents that match the question at all. */
  readonly total: number;
  /** Undefined once it is finished. */
  state: LexicalState | undefined;
}

export interface Ranking {
  readonly kind: QueryKind;
  /** Number of matching contents; if there are very many, only the best are among the hits. */
  readonly total: number;
  /** Number of contents that have a hit, whether requested or not. */
  readonly ranked: number;
  /** In final order, as many as requested, perhaps more. */
  readonly hits: readonly RankedChunk[];
  /** The total number of hits. */
  readonly count: number;
}

/** Contents that are ranked in detail, and those whose vectors are requested. */
const maxRows = 100;
const maxCandidates = 100;

export function prepareRanking(text: string, corpus: Corpus, options: PrepareOptions): Prepared {
  const { index } = corpus;
  const query = readQuery(text, (term) => index.segments.some(({ terms }) => terms[findTerm(terms, term)] === term));
  const scores = takeScores(index);
  scoreTerms(index, query.groups, scores);
  keepKnown(scores, corpus);
  const bests = findBests(index, scores);
  const keys = new Set<ContentKey>();
  for (const number of chooseContents(index, scores, bests, maxRows)) {
    const key = index.keyAt(number);
    if (key !== undefined) keys.add(key);
  }
  const paths = lookAtPaths(corpus, query, keys);
  for (const key of paths.named) keys.add(key);
  const state: LexicalState = {
    query,
    index,
    scores,
    bests,
    declarations: findDeclarations(index, query),
    pathIdf: paths.idf,
    siblings: paths.siblings,
    matchPath: paths.match,
  };
  const rows = [...keys].map((key) => createRow(state, corpus, key)).filter((row) => row !== undefined);
  fillCited(rows, rows);
  const weights = weightsFor("lexical", query.kind);
  const candidates =
    rows.length <= maxCandidates
      ? rows
      : rows
          .map((row) => ({ row, score: scoreRow(row, weights) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, maxCandidates)
          .map(({ row }) => row);
  return {
    kind: query.kind,
    candidates: candidates.map(({ content }) => content),
    text,
    corpus,
    options,
    generation: index.generation,
    rows,
    total: scores.touchedCount + paths.named.filter((key) => !hasWords(index.slots.get(key), scores)).length,
    state,
  };
}

/** Contents that the corpus does not know, or excludes here, are treated as if they did not match the question. */
function keepKnown(scores: TermScores, corpus: Corpus): void {
  // For a few matches it does not pay off to look at all contents.
  const isMany = scores.touchedCount * 8 > corpus.index.slots.size;
  const known = isMany ? corpus.chosen?.().numbers() : undefined;
  const isKnown = (number: number): boolean => {
    if (known !== undefined) return known[number] === 1;
    const key = corpus.index.keyAt(number);
    return key !== undefined && corpus.facts(key) !== undefined;
  };
  let kept = 0;
  for (let at = 0; at < scores.touchedCount; at += 1) {
    const number = scores.touched[at] ?? 0;
    if (!isKnown(number)) continue;
    scores.touched[kept] = number;
    kept += 1;
  }
  scores.touchedCount = kept;
}

export interface FinishOptions {
  /** Each hit lists the parts of its score. */
  readonly explain?: boolean;
  /** Used instead of the learned weights, for training. */
  readonly weights?: Weights;
  /** How many hits are wanted. Default: all of them. */
  readonly first?: number;
  /** Leaves out contents that are only close in meaning: while others are unread, they are no answer. */
  readonly worded?: boolean;
}

/** `dense` undefined: by words alone. */
export function finishRanking(
  before: Prepared,
  dense: readonly NearestChunk[] | undefined,
  options: FinishOptions,
): Ranking {
  const prepared = refresh(before);
  const { kind } = prepared;
  const { state, rows, similarity, set } = completeRows(prepared, dense, options);
  const weights = options.weights ?? weightsFor(set, kind);
  const { hits, count } = composeHits(
    rows.map((row) => ({ row, score: scoreRow(row, weights) })),
    rowChunks(state, similarity),
    { weights, explain: options.explain === true, ...(options.first === undefined ? {} : { first: options.first }) },
  );
  prepared.state = undefined;
  giveScores(state.scores);
  return { kind, total: prepared.total + rows.length - prepared.rows.length, ranked: rows.length, hits, count };
}

export function rowChunks(state: LexicalState, similarity: CompleteRows["similarity"]): RowChunks {
  const score = ({ slot, content, path }: RankedRow): ScoreChunk =>
    chunkScores(state, slot, similarity.get(content), linesIn(state.query, path));
  return {
    order: (row, most) => orderChunks(score(row), chunksIn(row.slot), most),
    count: (row, most) => countChunks(score(row), chunksIn(row.slot), most),
  };
}

function chunksIn({ segment, content }: Slot<ContentKey>): number {
  return (segment.firstChunk[content + 1] ?? 0) - (segment.firstChunk[content] ?? 0);
}

/** A file may have changed while the vectors were requested: then the words are looked up again. */
function refresh(prepared: Prepared): Prepared {
  const { state, generation, corpus, text, options } = prepared;
  if (state === undefined) throw new Error("This ranking is finished; prepare the question again.");
  if (generation === corpus.index.generation) return prepared;
  prepared.state = undefined;
  giveScores(state.scores);
  return prepareRanking(text, corpus, options);
}

/**
 * A content without any word of the question must be close in meaning: 95 in 100 relevant files of the development set are
 * closer than this, and less than 1 in 100 of all files for questions about guitar chords and wedding invitations.
 */
const minSimilarity = 0.35;
/** If no file has a word of the question, a guess is better than nothing; five in 100 unrelated files come this close. */
const minSimilarityAlone = 0.25;

export interface CompleteRows {
  readonly state: LexicalState;
  readonly rows: readonly RankedRow[];
  readonly similarity: ReadonlyMap<ContentKey, DenseScores>;
  /** The weights for what is known. */
  readonly set: WeightSet;
}

/** Adds what the vectors say, and the contents that only they find. */
export function completeRows(
  prepared: Prepared,
  dense: readonly NearestChunk[] | undefined,
  { worded = false }: Pick<FinishOptions, "worded"> = {},
): CompleteRows {
  const { corpus, options, state } = prepared;
  if (state === undefined) throw new Error("This ranking is finished; prepare the question again.");
  if (dense === undefined) return { state, rows: prepared.rows, similarity: new Map(), set: "lexical" };
  const similarity = readDense(corpus.index, dense);
  const known = new Set(prepared.rows.map(({ content }) => content));
  const found: RankedRow[] = [];
  const least = known.size === 0 ? minSimilarityAlone : minSimilarity;
  for (const [key, { best }] of similarity) {
    if (worded || known.has(key) || best < least) continue;
    const row = createRow(state, corpus, key);
    if (row !== undefined) found.push(row);
  }
  fillCited(found, prepared.rows);
  const rows = [...prepared.rows, ...found];
  fillDense(rows, similarity, state);
  if (options.encodeWords === undefined) return { state, rows, similarity, set: "vectors" };
  fillPathVectors(rows, state, options.encodeWords);
  return { state, rows, similarity, set: "full" };
}

function linesIn({ places }: Query, path: string): readonly number[] {
  return places.flatMap(({ path: named, line }) => (line !== undefined && isSamePath(path, named) ? [line] : []));
}

function hasWords(slot: Slot<ContentKey> | undefined, { cover }: TermScores): boolean {
  return slot !== undefined && (cover[slot.segment.contentBase + slot.content] ?? 0) > 0;
}

interface PathsSeen {
  /** The rarity of each group among paths: the project's own name is in many of them, and says little there. */
  readonly idf: readonly number[];
  /** Contents whose path the question names, or whose file name has a word of it: their text may not contain any. */
  readonly named: readonly ContentKey[];
  readonly siblings: PathSiblings;
  readonly match: MatchPathWord;
}

const maxNamed = 60;
/** With more contents, only those whose text matches the question are looked at. */
const maxLooked = 3_000;

function lookAtPaths(corpus: Corpus, query: Query, chosen: ReadonlySet<ContentKey>): PathsSeen {
  const { groups, places } = query;
  const match = createPathMatcher(query);
  const { keys, paths, siblings, wordsFor } = tableFor(corpus, query, chosen);
  const matching = groups.map((): TableWord[] => []);
  for (const found of wordsFor(query)) matching[match(found.word)?.group ?? -1]?.push(found);
  const named = new Map<number, number>();
  const idf = groups.map(({ weight }, group) => {
    const inStem = (matching[group] ?? []).flatMap((word) => word.inStem);
    const inFolders = (matching[group] ?? []).flatMap((word) => word.inFolders);
    const having = new Set([...inStem, ...inFolders]).size;
    const rare = weight * Math.max(0, Math.log((corpus.index.totals.contents + 1) / (having + 0.5)));
    for (const at of inStem) named.set(at, (named.get(at) ?? 0) + rare);
    return rare;
  });
  const byName = Array.from(named).sort(([a, weightOfA], [b, weightOfB]) => weightOfB - weightOfA || a - b);
  const byPlace = places.length === 0 ? [] : [...paths.keys()].filter((at) => isAtPlace(paths[at] ?? "", places));
  const best = new Set([...byPlace, ...byName.slice(0, maxNamed).map(([at]) => at)]);
  return { idf, siblings, match, named: Array.from(best, (at) => keys[at] ?? "") };
}

function tableFor(corpus: Corpus, { places }: Query, chosen: ReadonlySet<ContentKey>): PathTable {
  const { slots } = corpus.index;
  const pathOf = (content: ContentKey): string | undefined => corpus.facts(content)?.paths[0];
  if (slots.size > maxLooked && places.length === 0) return createPathTable(chosen, pathOf);
  return corpus.chosen?.().paths() ?? createPathTable(slots.keys(), pathOf);
}

function isAtPlace(path: string, places: Query["places"]): boolean {
  return places.some((place) => isSamePath(path, place.path));
}
