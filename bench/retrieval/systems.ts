import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { scoreTerms } from "../../packages/outrider/src/search/lexical/score-terms.ts";
import { createTermScores } from "../../packages/outrider/src/search/lexical/term-scores.ts";
import { finishRanking, prepareRanking } from "../../packages/outrider/src/search/ranking/rank.ts";
import { isTelling, termOfWord } from "../../packages/outrider/src/search/text/terms.ts";
import { splitWords } from "../../packages/outrider/src/search/text/words.ts";
import type { IndexedCheckout } from "../../train/judged/checkout.ts";
import type { Found } from "../../train/judged/judge.ts";

/** Answers a query with places, the best first. */
export type System = (checkout: IndexedCheckout, query: string) => readonly Found[];

/** Files by how often they have the query, letter for letter but for the case. */
export function byLiteral(folder: string): System {
  return (checkout, query) => wholeFiles(countMatches(folder, checkout, query));
}

/** As an agent does it: one run a word, files by how many of the words they have, then by how often. */
export function byWords(folder: string): System {
  return (checkout, query) => {
    const words = new Map<string, number>();
    const matches = new Map<string, number>();
    for (const word of new Set(splitWords(query).filter(isTelling))) {
      for (const [file, count] of countMatches(folder, checkout, word)) {
        words.set(file, (words.get(file) ?? 0) + 1);
        matches.set(file, (matches.get(file) ?? 0) + count);
      }
    }
    return wholeFiles(new Map(Array.from(words, ([file, count]) => [file, count * 1e6 + (matches.get(file) ?? 0)])));
  };
}

function countMatches(
  folder: string,
  { repository, records }: IndexedCheckout,
  text: string,
): ReadonlyMap<string, number> {
  const { stdout } = spawnSync(
    rgPath,
    ["--count-matches", "--ignore-case", "--fixed-strings", "--no-ignore", "--", text, repository.root || "."],
    {
      cwd: join(folder, repository.name),
      encoding: "utf8",
    },
  );
  const counts = new Map<string, number>();
  for (const line of stdout.split("\n")) {
    const at = line.lastIndexOf(":");
    const file = line.slice(0, at).replace(/^\.\//, "").replaceAll("\\", "/");
    if (records.has(file)) counts.set(file, Number(line.slice(at + 1)));
  }
  return counts;
}

function wholeFiles(scores: ReadonlyMap<string, number>): readonly Found[] {
  return [...scores]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([path]) => ({ path, startLine: 1, endLine: Number.POSITIVE_INFINITY }));
}

/** The best chunk of each file by its words. */
export const byTerms: System = (checkout, query) => places(checkout, termChunks(checkout, query));

/** The best chunk of each file by its vector. */
export const byDense: System = (checkout, query) => places(checkout, denseChunks(checkout, query));

interface ScoredChunk {
  readonly content: string;
  readonly chunk: number;
  readonly score: number;
}

function termChunks({ corpus: { index } }: IndexedCheckout, query: string): readonly ScoredChunk[] {
  const scores = createTermScores(index.totals.chunks, index.totals.contents);
  scoreTerms(
    index,
    [...new Set(splitWords(query).filter(isTelling))].map((word) => ({ terms: [termOfWord(word)], weight: 1 })),
    scores,
  );
  const found: ScoredChunk[] = [];
  for (const [content, { segment, content: number }] of index.slots) {
    const first = segment.firstChunk[number] ?? 0;
    for (let at = first; at < (segment.firstChunk[number + 1] ?? 0); at += 1) {
      const score = scores.chunk[segment.chunkBase + at] ?? 0;
      if (score > 0) found.push({ content, chunk: at - first, score });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

function denseChunks(checkout: IndexedCheckout, query: string): readonly ScoredChunk[] {
  return checkout
    .nearest(checkout.encode(splitWords(query), "query"), Number.POSITIVE_INFINITY, [])
    .filter(({ content, chunk }) => chunk < (checkout.records.get(content)?.chunks.length ?? 0));
}

/** Files by the sum of 1 / (60 + rank) in both lists, each with the chunk that is best by words. */
export const byFusion: System = (checkout, query) => {
  const fused = new Map<string, number>();
  const lists = [bestOfFiles(termChunks(checkout, query)), bestOfFiles(denseChunks(checkout, query))];
  for (const list of lists)
    list.forEach(({ content }, rank) => fused.set(content, (fused.get(content) ?? 0) + 1 / (61 + rank)));
  const chunks = new Map(
    lists.toReversed().flatMap((list) => list.map(({ content, chunk }) => [content, chunk] as const)),
  );
  return places(
    checkout,
    [...fused]
      .sort((a, b) => b[1] - a[1])
      .map(([content, score]) => ({ content, score, chunk: chunks.get(content) ?? 0 })),
  );
};

function bestOfFiles(chunks: readonly ScoredChunk[]): readonly ScoredChunk[] {
  const seen = new Set<string>();
  return chunks.filter(({ content }) => !seen.has(content) && seen.add(content));
}

function places(checkout: IndexedCheckout, chunks: readonly ScoredChunk[]): readonly Found[] {
  return bestOfFiles(chunks).map((chunk) => placeOf(checkout, chunk));
}

function placeOf(
  { records }: IndexedCheckout,
  { content, chunk }: { readonly content: string; readonly chunk: number },
): Found {
  const lines = records.get(content)?.chunks[chunk];
  return { path: content, startLine: (lines?.startLine ?? 0) + 1, endLine: lines?.endLine ?? 0 };
}

/** What the product answers, with the weights that it ships. */
export function byRanking(withVectors: boolean): System {
  return (checkout, query) => {
    const { corpus, encode } = checkout;
    const prepared = prepareRanking(query, corpus, withVectors ? { encodeWords: encode } : {});
    const dense = withVectors
      ? checkout.nearest(encode(splitWords(query), "query"), 200, prepared.candidates)
      : undefined;
    return finishRanking(prepared, dense, {}).hits.map((hit) => placeOf(checkout, hit));
  };
}
