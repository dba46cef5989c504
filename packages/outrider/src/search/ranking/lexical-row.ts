import type { LexicalIndex, Slot } from "../lexical/lexical-index.ts";
import type { LiveSegment } from "../lexical/live-segment.ts";
import type { TermScores } from "../lexical/term-scores.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { ContentFacts } from "./corpus.ts";
import type { Declarations } from "./find-declarations.ts";
import { columnOf } from "./features.ts";
import type { MatchPathWord } from "./match-path-words.ts";
import { isForeign, isHeaderOnly, isOlder, type PathSiblings } from "./path-family.ts";
import { type PathFacts, pathFacts, type PathWord } from "./path-facts.ts";
import type { Query } from "./read-query.ts";

/** The best value of each field among all contents, to which others are compared. */
export interface Bests {
  readonly body: number;
  readonly head: number;
  readonly doc: number;
  readonly name: number;
  readonly chunk: number;
  /** The weight of the whole question. */
  readonly cover: number;
}

export interface LexicalState {
  readonly query: Query;
  readonly index: LexicalIndex<ContentKey>;
  readonly scores: TermScores;
  readonly declarations: Declarations;
  readonly bests: Bests;
  /** How rare each group of the question is among paths. */
  readonly pathIdf: readonly number[];
  readonly siblings: PathSiblings;
  readonly matchPath: MatchPathWord;
}

const at = {
  body: columnOf("body"),
  head: columnOf("head"),
  doc: columnOf("doc"),
  name: columnOf("name"),
  chunk: columnOf("chunk"),
  chunks: columnOf("chunks"),
  about: columnOf("about"),
  cover: columnOf("cover"),
  chunkCover: columnOf("chunkCover"),
  nameMatch: columnOf("nameMatch"),
  stemCover: columnOf("stemCover"),
  stemShare: columnOf("stemShare"),
  folderCover: columnOf("folderCover"),
  exact: columnOf("exact"),
  qualified: columnOf("qualified"),
  place: columnOf("place"),
  test: columnOf("test"),
  example: columnOf("example"),
  legacy: columnOf("legacy"),
  older: columnOf("older"),
  foreign: columnOf("foreign"),
  vendored: columnOf("vendored"),
  declarations: columnOf("declarations"),
  generated: columnOf("generated"),
  standsForFolder: columnOf("standsForFolder"),
  size: columnOf("size"),
};

/** Everything about a content that needs no vectors. */
export function fillLexicalRow(
  row: Float32Array,
  state: LexicalState,
  slot: Slot<ContentKey>,
  facts: ContentFacts,
  path: string,
): void {
  const { scores, bests, declarations, query } = state;
  const { segment, content } = slot;
  const number = segment.contentBase + content;
  row[at.body] = (scores.body[number] ?? 0) / bests.body;
  row[at.head] = (scores.head[number] ?? 0) / bests.head;
  row[at.doc] = (scores.doc[number] ?? 0) / bests.doc;
  row[at.name] = (scores.name[number] ?? 0) / bests.name;
  row[at.cover] = (scores.cover[number] ?? 0) / bests.cover;
  fillChunks(row, state, segment, content);
  const found = pathFacts(path);
  fillPath(row, state, found);
  row[at.exact] = (declarations.exact.get(number)?.level ?? 0) / 3;
  row[at.qualified] = declarations.qualified.has(number) ? 1 : 0;
  row[at.place] = query.places.some((place) => isSamePath(path, place.path)) ? 1 : 0;
  const { marks } = found;
  row[at.test] = marks.test ? 1 : 0;
  row[at.example] = marks.example ? 1 : 0;
  row[at.legacy] = marks.legacy ? 1 : 0;
  row[at.older] = isOlder(state.siblings, found.family) ? 1 : 0;
  row[at.foreign] = isForeign(state.siblings, found.family, query.words) ? 1 : 0;
  row[at.vendored] = marks.vendored ? 1 : 0;
  row[at.declarations] = marks.declarations || isHeaderOnly(state.siblings, found.family) ? 1 : 0;
  row[at.standsForFolder] = marks.standsForFolder ? 1 : 0;
  row[at.generated] = facts.note === undefined ? 0 : 1;
}

function fillChunks(
  row: Float32Array,
  { scores, bests }: LexicalState,
  segment: LiveSegment<ContentKey>,
  content: number,
): void {
  const first = segment.firstChunk[content] ?? 0;
  const end = segment.firstChunk[content + 1] ?? 0;
  let [best, second, third, sum, cover, nameMatch] = [0, 0, 0, 0, 0, 0];
  for (let chunk = first; chunk < end; chunk += 1) {
    const number = segment.chunkBase + chunk;
    const score = scores.chunk[number] ?? 0;
    if (score === 0) continue;
    sum += score;
    if (score > best) [best, second, third] = [score, best, second];
    else if (score > second) [second, third] = [score, second];
    else if (score > third) third = score;
    cover = Math.max(cover, scores.chunkCover[number] ?? 0);
    nameMatch = Math.max(nameMatch, matchOfNames(scores, segment, chunk, bests));
  }
  row[at.chunk] = best / bests.chunk;
  row[at.chunks] = (best + second + third) / (3 * bests.chunk);
  row[at.about] = sum / Math.max(1, end - first) / bests.chunk;
  row[at.chunkCover] = cover / bests.cover;
  row[at.nameMatch] = nameMatch;
  row[at.size] = Math.log(1 + end - first) / 5;
}

/** How well the names of a chunk and the question cover each other: the harmonic mean of both shares. */
export function matchOfNames(scores: TermScores, segment: LiveSegment<unknown>, chunk: number, bests: Bests): number {
  const number = segment.chunkBase + chunk;
  const hits = scores.nameHits[number] ?? 0;
  if (hits === 0) return 0;
  const share = Math.min(1, hits / Math.max(1, segment.lengths.name[chunk] ?? 0));
  const cover = (scores.nameCover[number] ?? 0) / bests.cover;
  return (2 * share * cover) / (share + cover);
}

function fillPath(row: Float32Array, state: LexicalState, { stem, folders }: PathFacts): void {
  let all = 0;
  for (const idf of state.pathIdf) all += idf;
  const inStem = weigh(stem, state);
  const inFolders = weigh(folders, state);
  row[at.stemCover] = all === 0 ? 0 : inStem.sum / all;
  row[at.folderCover] = all === 0 ? 0 : inFolders.sum / all;
  row[at.stemShare] = stem.length === 0 ? 0 : inStem.hits / stem.length;
}

function weigh(
  words: readonly PathWord[],
  { matchPath, pathIdf }: LexicalState,
): { readonly sum: number; readonly hits: number } {
  let sum = 0;
  let hits = 0;
  for (const word of words) {
    const match = matchPath(word);
    if (match === undefined) continue;
    hits += match.share;
    sum += match.share * (pathIdf[match.group] ?? 0);
  }
  return { sum, hits };
}

/** Paths in a trace may be relative to any root, or just file names. */
export function isSamePath(path: string, named: string): boolean {
  return path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`);
}
