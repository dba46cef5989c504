/** Which symbols are asked for: drawn by seed, in turns from the kinds, not chosen. */
import { type Declaration, lineOf, outside, type Table } from "./model.ts";
import { createRandom } from "./random.ts";

export interface DrawnSymbol {
  readonly id: string;
  readonly name: string;
  readonly container: string;
  readonly kind: Declaration["kind"];
  readonly declarations: readonly Declaration[];
  /** Lines `file:line` that refer to it, with the column of the first reference; lines that declare it are left out. */
  readonly truth: ReadonlyMap<string, number>;
}

export const drawRule =
  "Symbols are drawn by seed, in turns from functions, methods, classes, interfaces, types, constants, variables, fields, " +
  "methods whose name three or more methods have, and names with several declarations; first those that are used in two or more lines.";

const kinds = ["function", "method", "class", "interface", "type", "constant", "variable", "field"] as const;
const notAsked = new Set(["constructor", "default", "_", "__init__", "main", "init"]);

/** All symbols in the order in which they are drawn; the caller takes the first ones that the server knows. */
export function drawSymbols(table: Table, seed: number, { unused = false } = {}): readonly DrawnSymbol[] {
  const random = createRandom(seed);
  const named = new Map<string, number>();
  const methods = new Map<string, number>();
  for (const [first] of table.declarations.values()) {
    if (first === undefined) continue;
    named.set(first.name, (named.get(first.name) ?? 0) + 1);
    if (first.kind === "method") methods.set(first.name, (methods.get(first.name) ?? 0) + 1);
  }
  const all = Array.from(table.declarations.keys())
    .sort()
    .flatMap((id) => symbolOf(table, id) ?? [])
    .filter(({ truth }) => unused || truth.size > 0);
  const shuffled = shuffle(all, random);
  const strata = [
    ...kinds.map((kind) => (each: DrawnSymbol) => each.kind === kind),
    (each: DrawnSymbol) => each.kind === "method" && (methods.get(each.name) ?? 0) >= 3,
    (each: DrawnSymbol) => (named.get(each.name) ?? 0) >= 2,
  ];
  const often = takeInTurns(
    shuffled.filter(({ truth }) => truth.size >= 2),
    strata,
  );
  const once = takeInTurns(
    shuffled.filter(({ truth }) => truth.size === 1),
    strata,
  );
  const never = unused
    ? takeInTurns(
        shuffled.filter(({ truth }) => truth.size === 0),
        strata,
      )
    : [];
  return [...often, ...once, ...never];
}

function symbolOf(table: Table, id: string): DrawnSymbol | undefined {
  const declarations = table.declarations.get(id) ?? [];
  const [first] = declarations;
  if (first === undefined || id === outside || first.kind === "local" || first.kind === "module") return undefined;
  if (notAsked.has(first.name) || (table.names !== undefined && !table.names.has(first.name))) return undefined;
  const declared = new Set(declarations.map(({ at }) => lineOf(at)));
  const truth = new Map<string, number>();
  for (const { at } of table.uses.get(id) ?? []) {
    const line = lineOf(at);
    if (!declared.has(line)) truth.set(line, Math.min(truth.get(line) ?? at[2], at[2]));
  }
  const { name, container, kind } = first;
  return { id, name, container, kind, declarations, truth };
}

function takeInTurns(
  symbols: readonly DrawnSymbol[],
  strata: readonly ((symbol: DrawnSymbol) => boolean)[],
): readonly DrawnSymbol[] {
  const taken = new Set<DrawnSymbol>();
  const queues = strata.map((fits) => symbols.filter(fits));
  while (queues.some(({ length }) => length > 0)) {
    for (const queue of queues) {
      let next = queue.shift();
      while (next !== undefined && taken.has(next)) next = queue.shift();
      if (next !== undefined) taken.add(next);
    }
  }
  return [...taken];
}

function shuffle<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
