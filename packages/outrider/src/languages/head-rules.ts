import type { Span } from "./span.ts";

/** Where the head of a function may stand apart from its code: prototypes, signatures of overloads. */
export interface HeadRules {
  /** Whether a declaration is a head alone. */
  readonly isHead: (declaration: HeadDeclaration, text: string) => boolean;
  /** The code may be in another file than the head, as with headers. Default: it is in the same file. */
  readonly acrossFiles?: true;
  /** Functions of one name differ by their types, so that several heads cannot be told apart. Default: they are one function. */
  readonly hasOverloads?: true;
  /** What a file does not export is a function of its own, whatever other files call alike. Default: a name is enough. */
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
