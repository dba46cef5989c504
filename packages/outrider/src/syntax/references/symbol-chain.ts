import type { CodeSymbol } from "../code-symbol.ts";

/** The symbols around a place, from the innermost out. */
export function chainOf(symbols: readonly CodeSymbol[], within: number | undefined): readonly CodeSymbol[] {
  const chain: CodeSymbol[] = [];
  for (let at = within; at !== undefined; at = symbols[at]?.parent) {
    const symbol = symbols[at];
    if (symbol !== undefined) chain.push(symbol);
  }
  return chain;
}
