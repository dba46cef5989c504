import type { SymbolKind } from "./symbol-kind.ts";

export interface WholeName {
  /** The whole name of the module that is named, or that is before the name; "" if no module is named there. */
  readonly module?: string;
  /** The first name of that module, if what the file does not show may make it an alias; "" if it is one of something unknown. */
  readonly unexplained?: string;
  /** Whole names of the modules that a bare name may come from. */
  readonly imported?: readonly string[];
  /** Whole names that a written one may stand for: the first that is declared is meant. */
  readonly lookup?: readonly string[];
  /** Whole names it may be inherited as; they come before the top, which is the last of `lookup`. */
  readonly inherited?: readonly string[];
  /** Whole names that the type of what is before the name may have: the first that is declared; or that type itself. */
  readonly receiver?: ReceiverName;
  /** A value is assigned to the member, which calls another method than reading it. */
  readonly isSetter?: true;
  /** Kinds of symbols that the name may mean. Default: any. */
  readonly kinds?: readonly SymbolKind[];
}

export interface ReceiverName {
  readonly lookup: readonly string[];
  readonly isType: boolean;
  /** Types that the one around extends or includes are asked before the last of the names. */
  readonly mayInherit?: true;
}

export interface PlaceMeaning {
  /** Kinds of symbols that the name may mean; none for a local value. */
  readonly kinds: readonly SymbolKind[];
  /** What the name belongs to, where no dot before it tells; "" for the module around. */
  readonly owner?: string;
  /** Even with a symbol of that kind and name, nothing proves that it is meant. */
  readonly isOpen?: true;
}

/** What a declaration such as `using a::name` makes of a bare name. */
export interface BroughtName {
  /** What stands before the name there. */
  readonly qualifier: string;
  /** It hides what is around; else, others of the name are visible beside it. */
  readonly isAlone: boolean;
}
