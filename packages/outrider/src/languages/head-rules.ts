import type { Span } from "./span.ts";

/** How the head of a function may be separate from its body: prototypes, overload signatures. */
export interface HeadRules {
  /** Whether a declaration is only a head. */
  readonly isHead: (declaration: HeadDeclaration, text: string) => boolean;
  /** The body may be in a different file than the head, as with headers. Default: it is in the same file. */
  readonly acrossFiles?: true;
  /** Functions of the same name differ by types, so several heads cannot be told apart. Default: they are one function. */
  readonly hasOverloads?: true;
  /** A function that is not exported is distinct from others with its name in other files. Default: the name is enough. */
  readonly isFileLocal?: true;
}

export interface HeadDeclaration {
  readonly span: Span;
  readonly nameSpan: Span;
  readonly bodySpan: Span | undefined;
}

export function isWithoutBody({ bodySpan }: HeadDeclaration): boolean {
  return bodySpan === undefined;
}
