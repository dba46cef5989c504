import type { SymbolKind } from "../../languages/symbol-kind.ts";

export interface NameQuery {
  /** A name, part of one, initials (`gUN`), or names from the outside in, separated by "/", "." or "::". */
  readonly name: string;
  /** "auto": whole names if there are any, else parts and initials, else letters in order. */
  readonly match?: "auto" | "exact" | "substring" | "fuzzy" | undefined;
  readonly kinds?: ReadonlySet<SymbolKind> | undefined;
  /** Which files to search. */
  readonly inFile?: ((path: string) => boolean) | undefined;
}

/** How a name matches, best first. */
export type Fit = "exact" | "same-letters" | "prefix" | "initials" | "part" | "fuzzy";

export interface NameHit {
  /** Path of the file. */
  readonly file: string;
  /** Index of the symbol in its file. */
  readonly index: number;
  readonly fit: Fit;
}
