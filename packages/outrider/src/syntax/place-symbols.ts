import { codeKinds } from "../languages/symbol-kind.ts";
import type { CodeSymbol } from "./code-symbol.ts";

/** A symbol among those of its file. */
export interface Placed {
  readonly symbol: CodeSymbol;
  /** How many are around it. */
  readonly level: number;
  /** Stands in a function, so that nobody outside can name it. */
  readonly isLocal: boolean;
}

/** Each below what it belongs to, also where that stands elsewhere in the file: a Go method below its type. */
export function placeSymbols(symbols: readonly CodeSymbol[], under?: number): readonly Placed[] {
  const children = new Map<number | undefined, CodeSymbol[]>();
  for (const symbol of symbols) {
    const known = children.get(symbol.parent);
    if (known === undefined) children.set(symbol.parent, [symbol]);
    else known.push(symbol);
  }
  const indexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const placed: Placed[] = [];
  const open = below(children, under, 0, false);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    placed.push(next);
    const { symbol, level, isLocal } = next;
    const isCode = isLocal || (codeKinds.has(symbol.kind) && symbol.kind !== "test");
    open.push(...below(children, indexes.get(symbol), level + 1, isCode, symbol));
  }
  return placed;
}

/** Those right below one, the last first. */
function below(
  children: ReadonlyMap<number | undefined, readonly CodeSymbol[]>,
  parent: number | undefined,
  level: number,
  isLocal: boolean,
  around?: CodeSymbol,
): Placed[] {
  return (children.get(parent) ?? []).toReversed().map((symbol) => ({
    symbol,
    level,
    // Tests stand in tests; what else does is their own.
    isLocal: isLocal || (around?.kind === "test" && symbol.kind !== "test"),
  }));
}
