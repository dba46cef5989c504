import { type Feature, features } from "../../packages/outrider/src/search/ranking/features.ts";
import type { Example } from "./examples.ts";

/** By feature: for questions of words, and for names. */
export interface Learned {
  readonly words: Record<string, number>;
  readonly symbol: Record<string, number>;
}

export interface LearnOptions {
  readonly use: (feature: Feature) => boolean;
  readonly rounds?: number;
}

/** What speaks against a content; everything else but these and the free ones speaks for it. */
const against: ReadonlySet<Feature> = new Set([
  "test",
  "example",
  "legacy",
  "older",
  "foreign",
  "vendored",
  "declarations",
  "generated",
]);
const free: ReadonlySet<Feature> = new Set(["size", "standsForFolder"]);
/** Where the judged queries say nothing, weights stay where common sense puts them: no query quotes a trace or wants generated files. */
const assumed: Partial<Record<Feature, number>> = {
  place: 2,
  vendored: -0.4,
  generated: -0.4,
  declarations: -0.3,
  legacy: -0.2,
  older: -0.2,
  foreign: -0.4,
  test: -0.4,
  example: -0.4,
};

/** What names add to the weights of words before anything is learned: who types a name wants the place that declares it. */
const assumedOfNames: Partial<Record<Feature, number>> = { exact: 0.6, qualified: 0.3 };

export const settings = { pullWords: 3e-2, pullSymbol: 1e-1, sharpness: 6, rate: 0.06 };

/**
 * Linear weights by gradient descent on a listwise loss: for each file that was to be found, the logarithm of the share that its
 * score has beside all that were not. Names have their own weights, held close to those of words, because there are few.
 * Signs are fixed where they are known. Nothing is random.
 */
export function learnWeights(examples: readonly Example[], { use, rounds = 80 }: LearnOptions): Learned {
  const columns = features
    .map((feature, column) => ({ feature, column }))
    .filter(({ feature }) => use(feature) && feature !== "place");
  const lists = examples
    .map((example) =>
      packRows(
        example,
        columns.map(({ column }) => column),
      ),
    )
    .filter((list) => list !== undefined);
  const size = columns.length;
  const prior = Float64Array.from(columns, ({ feature }) => assumed[feature] ?? 0);
  // First the weights of words, then what names add to them.
  const weights = new Float64Array(2 * size);
  weights.set(prior);
  const symbolPrior = Float64Array.from(columns, ({ feature }) => assumedOfNames[feature] ?? 0);
  weights.set(symbolPrior, size);
  const gradient = new Float64Array(2 * size);
  const mean = new Float64Array(2 * size);
  const square = new Float64Array(2 * size);
  const own = new Float64Array(size);
  for (let round = 1; round <= rounds; round += 1) {
    gradient.fill(0);
    for (const list of lists) {
      for (let at = 0; at < size; at += 1)
        own[at] = (weights[at] ?? 0) + (list.isSymbol ? (weights[size + at] ?? 0) : 0);
      addGradient(list, own, gradient, list.isSymbol ? size : undefined);
    }
    for (let at = 0; at < 2 * size; at += 1) {
      const pull =
        at < size
          ? settings.pullWords * ((weights[at] ?? 0) - (prior[at] ?? 0))
          : settings.pullSymbol * ((weights[at] ?? 0) - (symbolPrior[at - size] ?? 0));
      const slope = (gradient[at] ?? 0) / lists.length + pull;
      // Adam.
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope;
      const step = (mean[at] ?? 0) / (1 - 0.9 ** round) / (Math.sqrt((square[at] ?? 0) / (1 - 0.999 ** round)) + 1e-8);
      weights[at] = (weights[at] ?? 0) - settings.rate * (1 - (round - 1) / rounds) * step;
    }
    columns.forEach(({ feature }, at) => {
      if (free.has(feature)) return;
      const sign = against.has(feature) ? -1 : 1;
      weights[at] = sign * Math.max(0, sign * (weights[at] ?? 0));
      weights[size + at] =
        sign * Math.max(0, sign * ((weights[at] ?? 0) + (weights[size + at] ?? 0))) - (weights[at] ?? 0);
    });
  }
  const named = (value: (at: number) => number): Record<string, number> => ({
    ...Object.fromEntries(columns.map(({ feature }, at) => [feature, Math.round(value(at) * 1e4) / 1e4])),
    place: assumed.place ?? 0,
  });
  return {
    words: named((at) => weights[at] ?? 0),
    symbol: named((at) => (weights[at] ?? 0) + (weights[size + at] ?? 0)),
  };
}

interface PackedRows {
  readonly isSymbol: boolean;
  readonly values: Float64Array;
  readonly relevant: Uint8Array;
}

/** Undefined for a query that teaches nothing: all of its rows are to be found, or none. */
function packRows({ rows, relevant, kind }: Example, columns: readonly number[]): PackedRows | undefined {
  const found = relevant.reduce((sum, one) => sum + one, 0);
  if (found === 0 || found === relevant.length) return undefined;
  const values = new Float64Array(rows.length * columns.length);
  rows.forEach((row, at) =>
    columns.forEach((column, place) => (values[at * columns.length + place] = row.values[column] ?? 0)),
  );
  return { isSymbol: kind === "symbol", values, relevant };
}

function addGradient(
  { values, relevant }: PackedRows,
  weights: Float64Array,
  to: Float64Array,
  also: number | undefined,
): void {
  const size = weights.length;
  const count = relevant.length;
  const scores = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    let sum = 0;
    for (let at = 0; at < size; at += 1) sum += (values[row * size + at] ?? 0) * (weights[at] ?? 0);
    scores[row] = sum * settings.sharpness;
  }
  let wanted = 0;
  for (let row = 0; row < count; row += 1) wanted += relevant[row] ?? 0;
  const share = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    if (relevant[row] !== 1) continue;
    let all = 1;
    for (let other = 0; other < count; other += 1)
      if (relevant[other] !== 1) all += Math.exp(clip((scores[other] ?? 0) - (scores[row] ?? 0)));
    for (let other = 0; other < count; other += 1) {
      if (relevant[other] !== 1)
        share[other] = (share[other] ?? 0) + Math.exp(clip((scores[other] ?? 0) - (scores[row] ?? 0))) / all / wanted;
    }
    share[row] = (share[row] ?? 0) - (1 - 1 / all) / wanted;
  }
  for (let row = 0; row < count; row += 1) {
    const part = (share[row] ?? 0) * settings.sharpness;
    if (part === 0) continue;
    for (let at = 0; at < size; at += 1) {
      const slope = part * (values[row * size + at] ?? 0);
      to[at] = (to[at] ?? 0) + slope;
      if (also !== undefined) to[also + at] = (to[also + at] ?? 0) + slope;
    }
  }
}

function clip(value: number): number {
  return Math.max(-30, Math.min(30, value));
}
