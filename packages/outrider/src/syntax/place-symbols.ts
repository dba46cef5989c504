import { codeKinds } from "../languages/symbol-kind.ts";
import type { CodeSymbol } from "./code-symbol.ts";

/** A symbol with its position among those of its file. */
export interface Placed {
  readonly symbol: CodeSymbol;
  /** Number of enclosing symbols. */
  readonly level: number;
  /** Inside a function, so nothing outside can refer to it. */
  readonly isLocal: boolean;
}

/** Places each symbol below its owner, even if that is elsewhere in the file: a Go method below its type. */
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

/** The direct children of a symbol, the last first. */
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
    // Tests nest in tests; anything else inside a test is local.
    isLocal: isLocal || (around?.kind === "test" && symbol.kind !== "test"),
  }));
}
