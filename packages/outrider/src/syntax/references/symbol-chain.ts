import { typeKinds } from "../../languages/symbol-kind.ts";
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

/** Objects, modules, and values of an enum with bodies of their own. */
const otherHolders: ReadonlySet<string> = new Set(["constant", "module", "member"]);

/** The types around a place, the innermost first, and what holds members like one. */
export function holdersAround(
  { symbols }: { readonly symbols: readonly CodeSymbol[] },
  within: number | undefined,
): readonly CodeSymbol[] {
  return chainOf(symbols, within).filter(({ kind }) => typeKinds.has(kind) || otherHolders.has(kind));
}
