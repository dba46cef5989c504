/**
 * How well a search by meaning finds what was asked for: NDCG@10 over judged queries, by the rules of the benchmark they come from
 * (shared/bench/retrieval/README.md), for ripgrep, BM25, the bundled embedder, both joined by reciprocal ranks, and our ranking without
 * and with the embedder. What is learned is judged on repositories it was not learned from, in five folds; the shipped weights have seen
 * all of them, and their row says so. Beside it: time to index, time of a query, memory, all in this process on one core.
 *
 *   npm run bench:retrieval -- FOLDER [--data FOLDER] [--model FOLDER] [--only NAME,NAME]
 *
 * FOLDER holds the repositories of the set, checked out by their names at the revisions in repositories.json.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { finishRanking, prepareRanking } from "../packages/outrider/src/search/ranking/rank.ts";
import { splitWords } from "../packages/outrider/src/search/text/words.ts";
import { crossValidate, isUsed } from "../train/ranking/evaluate.ts";
import { readExample } from "../train/ranking/examples.ts";
import { type IndexedCheckout, indexCheckout } from "../train/judged/checkout.ts";
import { openEncoder } from "../train/judged/encoder.ts";
import { type JudgedQuery, ndcg, readJudgedSet } from "../train/judged/judge.ts";
import { byDense, byFusion, byLiteral, byRanking, byTerms, byWords, type System } from "./retrieval/systems.ts";
import { mean, printTable, quantile, type Result } from "./retrieval/table.ts";

const { values: args, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    data: { type: "string", default: join(dirname(fileURLToPath(import.meta.url)), "../../../shared/bench/retrieval") },
    model: { type: "string" },
    only: { type: "string" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Name the folder with the checked-out repositories: npm run bench:retrieval -- FOLDER.");
  process.exit(2);
}

const { repositories, queries } = readJudgedSet(args.data);
const encode = await openEncoder(args.model);
const started = performance.now();
const checkouts = new Map<string, IndexedCheckout>();
for (const repository of repositories) checkouts.set(repository.name, await indexCheckout(folder, repository, encode));
const indexSeconds = (performance.now() - started) / 1_000;

const wanted = args.only?.split(",");
const systems: Readonly<Record<string, System>> = {
  "ripgrep, the query as it is": byLiteral(folder),
  "ripgrep, word by word": byWords(folder),
  BM25: byTerms,
  embedder: byDense,
  "BM25 and embedder, reciprocal ranks": byFusion,
  "ranking, words only (seen)": byRanking(false),
  "ranking (seen)": byRanking(true),
};
const results: Result[] = [];
for (const [name, system] of Object.entries(systems)) {
  if (wanted !== undefined && !wanted.some((part) => name.includes(part))) continue;
  results.push({ name, scores: queries.map((query) => ndcg(system(checkoutOf(query), query.query), query)) });
}
for (const [name, set] of [
  ["ranking, words only (held out)", "lexical"],
  ["ranking (held out)", "full"],
] as const) {
  if (wanted !== undefined && !wanted.some((part) => name.includes(part))) continue;
  const examples = queries.map((query) => readExample(checkoutOf(query), query, set));
  const runs = [1, 2, 3].map((seed) => crossValidate(examples, { use: isUsed(set) }, seed));
  results.push({
    name,
    scores: queries.map((_, at) => mean(runs.map((run) => run[at] ?? 0))),
    spread: runs.map((run) => mean([...run])),
  });
}
printTable(results, queries, repositories);

const times = queries.flatMap((query) => {
  const checkout = checkoutOf(query);
  return [0, 1, 2].map(() => {
    const from = performance.now();
    const prepared = prepareRanking(query.query, checkout.corpus, { encodeWords: encode });
    const between = performance.now();
    // The store's own time is measured with the store: here it is a plain loop.
    const dense = checkout.nearest(encode(splitWords(query.query), "query"), 200, prepared.candidates);
    const then = performance.now();
    finishRanking(prepared, dense, {});
    return performance.now() - then + between - from;
  });
});
const files = [...checkouts.values()].reduce((sum, { records }) => sum + records.size, 0);
const chunks = [...checkouts.values()].reduce((sum, { corpus }) => sum + corpus.index.totals.chunks, 0);
console.log(
  `\nIndexed ${files} files (${chunks} chunks) of ${repositories.length} repositories in ${indexSeconds.toFixed(1)} s, parsing included, on one core.`,
);
console.log(
  `Query without the store's part: p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms.`,
);
console.log(
  `Memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident, with parsers, model and all repositories.`,
);

function checkoutOf({ repo }: JudgedQuery): IndexedCheckout {
  const checkout = checkouts.get(repo);
  if (checkout === undefined) throw new Error(`queries.json asks for ${repo}, which repositories.json does not have.`);
  return checkout;
}
