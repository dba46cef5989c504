import { searchNames } from "../names/search-names.ts";
import type { Completeness, Importance, SymbolView } from "../project-symbols.ts";
import { readWords } from "../table/file-record.ts";
import { type RankedFile, rankFiles } from "./importance.ts";
import type { SymbolEntries } from "./symbol-entries.ts";

/**
 * Queries on the table. Sorting and ranking are done when first needed and kept until something changes. `signal` ends
 * with the table: a ranking continues after its caller has gone, since the next call asks for the same.
 */
export function createSymbolView(
  entries: SymbolEntries,
  completeness: Completeness,
  signal: AbortSignal = never,
  pending: ReadonlySet<string> = new Set(),
): SymbolView {
  return {
    completeness,
    get paths() {
      return derivedOf(entries).paths;
    },
    file(path) {
      const record = entries.decode(path);
      return record === undefined ? undefined : { path, ...record };
    },
    stored: (path) => (pending.has(path) ? undefined : entries.all.get(path)),
    symbolCount: (path) => entries.all.get(path)?.head.symbolCount ?? 0,
    search: (query) => searchNames(entries.names, query),
    importance(options) {
      const derived = derivedOf(entries);
      derived.ranking ??= startRanking(entries, signal);
      return waitFor(derived.ranking, options.signal);
    },
  };
}

const never = new AbortController().signal;

interface Derived {
  readonly version: number;
  readonly paths: readonly string[];
  ranking?: Ranking;
}

interface Ranking {
  readonly result: Promise<Importance>;
  /** Number of waiting callers. */
  waiting: number;
  /** Something has changed, so it will not be requested again. */
  isOutdated: boolean;
  readonly controller: AbortController;
}

function derivedOf(entries: SymbolEntries): Derived {
  const known = derivations.get(entries);
  if (known !== undefined && known.version === entries.version()) return known;
  if (known?.ranking !== undefined) {
    known.ranking.isOutdated = true;
    endUnwanted(known.ranking);
  }
  const derived = { version: entries.version(), paths: [...entries.all.keys()].sort() };
  derivations.set(entries, derived);
  return derived;
}

function endUnwanted({ isOutdated, waiting, controller }: Ranking): void {
  if (isOutdated && waiting === 0) controller.abort();
}

const derivations = new WeakMap<SymbolEntries, Derived>();

function startRanking({ all, names }: SymbolEntries, tableSignal: AbortSignal): Ranking {
  const files = Array.from(all, ([path, { bytes }]): RankedFile => ({
    path,
    declares: () => names.namesOf(path).flatMap(({ name, kind }) => (unlinked.has(kind) ? [] : [name])),
    words: () => readWords(bytes),
  }));
  const controller = new AbortController();
  const end = (): void => controller.abort(tableSignal.reason);
  if (tableSignal.aborted) end();
  tableSignal.addEventListener("abort", end, { once: true });
  const result = rankFiles(files, controller.signal);
  // It may fail after all callers have gone, which is not an error.
  result.catch(() => {}).finally(() => tableSignal.removeEventListener("abort", end));
  return { result, waiting: 0, isOutdated: false, controller };
}

/** Kinds that nothing refers to by name. */
const unlinked: ReadonlySet<string> = new Set(["section", "key", "rule", "test", "property", "member"]);

/** Others may wait for the same ranking; a cancelled call only stops waiting. */
async function waitFor(ranking: Ranking, signal: AbortSignal): Promise<Importance> {
  ranking.waiting += 1;
  try {
    return await withSignal(ranking.result, signal);
  } finally {
    ranking.waiting -= 1;
    endUnwanted(ranking);
  }
}

function withSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
