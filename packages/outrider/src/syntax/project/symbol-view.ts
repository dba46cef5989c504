import { searchNames } from "../names/search-names.ts";
import type { Completeness, Importance, SymbolView } from "../project-symbols.ts";
import { readNames, readWords } from "../table/file-record.ts";
import { type RankedFile, rankFiles } from "./importance.ts";
import type { SymbolEntries } from "./symbol-entries.ts";

/** What can be asked of the table. Sorting and ranking are done when first needed and kept until something changes. */
export function createSymbolView(entries: SymbolEntries, completeness: Completeness): SymbolView {
  return {
    completeness,
    get paths() {
      return derivedOf(entries).paths;
    },
    file(path) {
      const record = entries.decode(path);
      return record === undefined ? undefined : { path, ...record };
    },
    symbolCount: (path) => entries.all.get(path)?.head.symbolCount ?? 0,
    search: (query) => searchNames(entries.names, query),
    importance({ signal }) {
      const derived = derivedOf(entries);
      derived.importance ??= rankFiles(rankedFiles(entries), new AbortController().signal);
      return withSignal(derived.importance, signal);
    },
  };
}

interface Derived {
  readonly version: number;
  readonly paths: readonly string[];
  importance?: Promise<Importance>;
}

function derivedOf(entries: SymbolEntries): Derived {
  const known = derivations.get(entries);
  if (known !== undefined && known.version === entries.version()) return known;
  const derived = { version: entries.version(), paths: [...entries.all.keys()].sort() };
  derivations.set(entries, derived);
  return derived;
}

const derivations = new WeakMap<SymbolEntries, Derived>();

function rankedFiles({ all }: SymbolEntries): readonly RankedFile[] {
  return Array.from(all, ([path, { bytes }]) => ({
    path,
    declares: readNames(bytes).flatMap(({ name, kind }) => (unlinked.has(kind) ? [] : [name])),
    words: readWords(bytes),
  }));
}

/** Nobody refers to these by name. */
const unlinked: ReadonlySet<string> = new Set(["section", "key", "rule", "test", "property", "member"]);

/** Others may wait for the same ranking; whoever is cancelled just leaves. */
function withSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
