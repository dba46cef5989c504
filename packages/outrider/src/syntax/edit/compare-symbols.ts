import { type SymbolKind, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { type EditedPlaces, isShifted, mayGrow, shiftedOffset, standingOf } from "./edited-places.ts";

/** Symbols outside the edit that differ afterwards: offsets of their names in the text before. */
export function compareSymbols(
  places: EditedPlaces,
  before: readonly CodeSymbol[],
  after: readonly CodeSymbol[],
): readonly number[] {
  const byName = indexNames(after);
  return before
    .filter((old) => isKept(places, old))
    .filter((old) => {
      const found = byName.get(keyOf(old.name, shiftedOffset(places, old.nameSpan.start))) ?? [];
      return !found.some((now) => isSameSymbol(places, old, now));
    })
    .map(({ nameSpan }) => nameSpan.start);
}

/** Symbols that an outline has lost: without a grammar, their extent depends on the text around them. */
export function findLostPaths(
  places: EditedPlaces,
  before: readonly CodeSymbol[],
  after: readonly CodeSymbol[],
): readonly number[] {
  const paths = new Set(after.map(({ kind, path }) => `${kind} ${path}`));
  const lost = before.filter((old) => isKept(places, old) && !paths.has(`${old.kind} ${old.path}`));
  // Symbols inside a renamed one have a different path at the same place.
  return findLostNames(places, lost, after);
}

/** Symbols whose names are gone: for a broken text, where a repair changes the parse anyway. */
export function findLostNames(
  places: EditedPlaces,
  before: readonly CodeSymbol[],
  after: readonly CodeSymbol[],
): readonly number[] {
  const byName = indexNames(after);
  return before
    .filter((old) => isKept(places, old))
    .filter(({ name, nameSpan }) => !byName.has(keyOf(name, shiftedOffset(places, nameSpan.start))))
    .map(({ nameSpan }) => nameSpan.start);
}

function isKept({ before }: EditedPlaces, { span, nameSpan }: CodeSymbol): boolean {
  return standingOf(before, span) !== "inside" && standingOf(before, nameSpan) === "outside";
}

function isSameSymbol(places: EditedPlaces, old: CodeSymbol, now: CodeSymbol): boolean {
  if (old.kind !== now.kind) return false;
  if (isShifted(places, old.span, now.span)) return true;
  if (!holders.has(old.kind) && standingOf(places.before, old.span) === "outside") return false;
  return mayGrow(places, old.span, now.span);
}

/** If indentation ends blocks, a new last member comes after the end of its class. */
const holders: ReadonlySet<SymbolKind> = new Set([...typeKinds, "module", "section", "key", "rule", "table"]);

function indexNames(symbols: readonly CodeSymbol[]): ReadonlyMap<string, readonly CodeSymbol[]> {
  const byName = new Map<string, CodeSymbol[]>();
  for (const symbol of symbols) {
    const key = keyOf(symbol.name, symbol.nameSpan.start);
    const known = byName.get(key);
    if (known === undefined) byName.set(key, [symbol]);
    else known.push(symbol);
  }
  return byName;
}

function keyOf(name: string, start: number): string {
  return `${start} ${name}`;
}
