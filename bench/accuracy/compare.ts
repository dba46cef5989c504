/** Both sides of one file matched by kind, name and line; the container is judged apart, among those that match. */
import { type FoundSymbol, type Kind, kinds, type OracleAnswer } from "./model.ts";

export interface Difference {
  readonly side: "missing" | "extra";
  readonly symbol: FoundSymbol;
  readonly path: string;
  /** What the other side has under the same name and line. */
  readonly instead: Kind | undefined;
}

export interface Tally {
  oracle: number;
  ours: number;
  matched: number;
  sameContainer: number;
}

export interface Comparison {
  readonly tallies: Readonly<Record<Kind, Tally>>;
  readonly differences: Difference[];
  readonly containers: string[];
}

export function createComparison(): Comparison {
  const empty = (): Tally => ({ oracle: 0, ours: 0, matched: 0, sameContainer: 0 });
  return { tallies: { function: empty(), class: empty(), method: empty() }, differences: [], containers: [] };
}

export function compareFile(
  comparison: Comparison,
  path: string,
  { symbols: oracle, either, holes }: OracleAnswer,
  all: readonly FoundSymbol[],
): void {
  const { tallies, differences, containers } = comparison;
  const free = new Set(either.map(({ name, line }) => `${line} ${name}`));
  const wanted = new Set(oracle.map(keyOf));
  const ours = all.filter((symbol) => {
    const { name, line } = symbol;
    if (holes.some(({ from, to }) => line >= from && line <= to)) return false;
    return wanted.has(keyOf(symbol)) || !(free.has(`${line} ${name}`) || free.has(`${line} *`));
  });
  const left = new Map<string, FoundSymbol[]>();
  for (const symbol of ours) {
    tallies[symbol.kind].ours += 1;
    left.set(keyOf(symbol), [...(left.get(keyOf(symbol)) ?? []), symbol]);
  }
  const missing: FoundSymbol[] = [];
  for (const symbol of oracle) {
    const tally = tallies[symbol.kind];
    tally.oracle += 1;
    const match = left.get(keyOf(symbol))?.pop();
    if (match === undefined) {
      missing.push(symbol);
      continue;
    }
    tally.matched += 1;
    if (match.container === symbol.container) tally.sameContainer += 1;
    else containers.push(`${path}:${symbol.line} ${symbol.name}: "${symbol.container}", ours "${match.container}"`);
  }
  const extra = [...left.values()].flat();
  const add = (side: Difference["side"], symbols: readonly FoundSymbol[], others: readonly FoundSymbol[]): void => {
    for (const symbol of symbols) {
      const instead = others.find(({ name, line }) => name === symbol.name && line === symbol.line)?.kind;
      differences.push({ side, symbol, path, instead });
    }
  };
  add("missing", missing, extra);
  add("extra", extra, missing);
}

export function printComparison({ tallies, differences, containers }: Comparison, title: string, show: number): void {
  for (const kind of kinds) {
    const { oracle, ours, matched, sameContainer } = tallies[kind];
    const cells = [oracle, ours, percent(matched, oracle), percent(matched, ours), percent(sameContainer, matched)];
    console.log(`| ${title} | ${kind} | ${cells.join(" | ")} |`);
  }
  if (show === 0) return;
  for (const kind of kinds) {
    for (const side of ["missing", "extra"] as const) {
      const those = differences.filter(({ symbol, side: on }) => symbol.kind === kind && on === side);
      if (those.length > 0) console.log(`\n${title}: ${kind} ${side}, ${those.length} in all`);
      for (const { path, symbol, instead } of spreadOut(those, show))
        console.log(
          `  ${path}:${symbol.line} ${symbol.name}${instead === undefined ? "" : ` (other side: ${instead})`}`,
        );
    }
  }
  if (containers.length > 0) console.log(`\n${title}: containers that differ, ${containers.length} in all`);
  for (const line of spreadOut(containers, show)) console.log(`  ${line}`);
  console.log("");
}

/** A few from all over: neighbours tend to differ for one reason. */
function spreadOut<T>(values: readonly T[], count: number): readonly T[] {
  if (values.length <= count) return values;
  return values.filter(
    (_, index) => Math.floor((index * count) / values.length) !== Math.floor(((index - 1) * count) / values.length),
  );
}

function keyOf({ kind, name, line }: FoundSymbol): string {
  return `${kind} ${line} ${name}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;
}
