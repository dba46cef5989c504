import { countTokens } from "toolwright";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Importance, SymbolView } from "../project-symbols.ts";

export interface RankedNames {
  readonly file: string;
  /** Top-level symbols, the most used first. */
  readonly names: readonly string[];
  /** Number of further top-level symbols. */
  readonly more: number;
  /** Whether others can refer to any of them: sections of a text and keys of data have names too. */
  readonly isCode: boolean;
}

export interface RankOptions {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** In tokens, used if no limit is given. */
  readonly budget: number;
  readonly signal: AbortSignal;
}

const maxNames = 5;

/** The files that most other files depend on, with the names that these use. */
export async function rankNames(
  view: SymbolView,
  { files, usesOf }: Importance,
  paths: readonly string[],
  { offset = 0, limit, budget, signal }: RankOptions,
): Promise<readonly RankedNames[]> {
  const order = paths
    .map((path) => ({ path, share: (files.get(path) ?? 0) * (isAside(path) ? asideWeight : 1) }))
    .sort((a, b) => b.share - a.share || (a.path < b.path ? -1 : 1));
  const ranked: RankedNames[] = [];
  let left = budget;
  for (const { path: file } of order.slice(offset, limit === undefined ? undefined : offset + limit)) {
    signal.throwIfAborted();
    const row = namesOf(file, view.file(file)?.symbols ?? [], usesOf);
    left -= (await countTokens(`${row.file}: ${row.names.join(", ")}`)) + 4;
    if (limit === undefined && left < 0 && ranked.length > 0) return ranked;
    ranked.push(row);
  }
  return ranked;
}

const asideWeight = 0.02;

/** Tests, their data and third-party code say little about a project. */
function isAside(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures|mocks?|examples?|vendor|third_party|bench|benchmarks?)\/|[._-](?:test|spec)s?\.[^/]*$|(?:^|\/)test_[^/]*$/i.test(
    path,
  );
}

/** Kinds that nothing refers to by name. */
const unused: ReadonlySet<SymbolKind> = new Set(["test", "section", "key", "rule"]);

function namesOf(file: string, symbols: readonly CodeSymbol[], usesOf: (name: string) => number): RankedNames {
  const outer = symbols.filter(({ parent }) => parent === undefined);
  const code = outer.filter(({ kind }) => !unused.has(kind));
  const top = code.length > 0 ? code : outer;
  const names = new Map<string, number>();
  for (const { name, kind, exported } of top) {
    const uses = exported && !unused.has(kind) ? usesOf(name) : -1;
    names.set(name, Math.max(uses, names.get(name) ?? -1));
  }
  const order = [...names].toSorted(([, a], [, b]) => b - a).slice(0, maxNames);
  return {
    file,
    names: order.map(([name]) => visibleLine(name.replaceAll(/\s+/g, " ")).slice(0, 60)),
    more: names.size - order.length,
    isCode: code.length > 0,
  };
}
