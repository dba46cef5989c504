import type { SymbolKind } from "./symbol-kind.ts";

export interface WholeName {
  /** The whole name of the module that is named, or that is before the name; "" if no module is named there. */
  readonly module?: string;
  /** Whole names of the modules that a bare name may come from. */
  readonly imported?: readonly string[];
}

export interface PlaceMeaning {
  /** Kinds of symbols that the name may mean; none for a local value. */
  readonly kinds: readonly SymbolKind[];
  /** What the name belongs to, where no dot before it tells; "" for the module around. */
  readonly owner?: string;
  /** Even with a symbol of that kind and name, nothing proves that it is meant. */
  readonly isOpen?: true;
}
