/**
 * node train/run.mjs ranking/train.ts --checkouts FOLDER [--data FOLDER] [--model FOLDER]: learns the weights of the ranking from judged
 * queries and writes them where the ranking reads them. Before, it tells what weights learned in the same way from four fifths of the
 * repositories reach on the others.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { indexCheckout } from "../judged/checkout.ts";
import { openEncoder } from "../judged/encoder.ts";
import { readJudgedSet } from "../judged/judge.ts";
import { crossValidate, evaluate, isUsed } from "./evaluate.ts";
import { readExample } from "./examples.ts";
import { learnWeights } from "./learn.ts";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { values: args } = parseArgs({
  options: {
    checkouts: { type: "string" },
    data: { type: "string", default: join(repository, "../shared/bench/retrieval") },
    model: { type: "string" },
    out: { type: "string", default: join(repository, "packages/outrider/src/search/ranking/weights.json") },
  },
});
if (args.checkouts === undefined)
  throw new Error("Name the folder with the checked-out repositories: --checkouts FOLDER.");

const { repositories, queries } = readJudgedSet(args.data);
const encode = await openEncoder(args.model);
const checkouts = new Map<string, Awaited<ReturnType<typeof indexCheckout>>>();
for (const each of repositories) checkouts.set(each.name, await indexCheckout(args.checkouts, each, encode));

const seeds = [1, 2, 3];
const written: Record<string, unknown> = {};
for (const set of ["lexical", "vectors", "full"] as const) {
  const examples = queries.flatMap((query) => {
    const checkout = checkouts.get(query.repo);
    return checkout === undefined ? [] : [readExample(checkout, query, set)];
  });
  const options = { use: isUsed(set) };
  const held = seeds.map((seed) => mean([...crossValidate(examples, options, seed)]));
  const learned = learnWeights(examples, options);
  const seen = mean(examples.map((example) => evaluate(example, learned)));
  console.log(
    `${set}: NDCG@10 ${mean(held).toFixed(4)} on repositories not learned from (${held.map((each) => each.toFixed(4)).join(", ")}), ${seen.toFixed(4)} on all`,
  );
  written[set] = learned;
}
writeFileSync(args.out, `${JSON.stringify(written, undefined, 2)}\n`);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
