import type { Span } from "../span.ts";
import type { SymbolKind } from "../symbol-kind.ts";

/** How a language says what a type extends or implements. */
export interface TypeHierarchy {
  readonly supertypes: ReadSupertypes;
  /** A type goes on in declarations of kind `impl`, which name supertypes, too. Default: only its own head does. */
  readonly continuesInImpls?: true;
  /** Which supertypes no declaration names, in a clause for people. Default: there are none. */
  readonly unnamed?: string;
}

/** The types that a declaration names as those it extends or implements. */
export type ReadSupertypes = (text: string, type: TypeDeclaration) => readonly SuperName[];

export interface TypeDeclaration {
  readonly kind: SymbolKind;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly bodySpan: Span | undefined;
}

/** A name in the head of a type that says what it is a kind of. */
export interface SuperName {
  readonly name: string;
  readonly start: number;
}
