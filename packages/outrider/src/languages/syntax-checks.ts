/** Errors that a grammar accepts although the language does not; an edit that introduces one is refused. */
export interface SyntaxChecks {
  /** Marks of comments that nest, so that each has to be closed. Default: the first closing mark ends the comment. */
  readonly nestedComments?: readonly [open: string, close: string];
  /** Reserved words that the grammar accepts as names. Default: the grammar rejects them. */
  readonly reservedWords?: ReadonlySet<string>;
  /** A query for blocks that must not be empty and whose statements must be equally indented. Default: indentation means nothing. */
  readonly evenBlocks?: string;
  /** What the grammar accepts and the language forbids, such as a body in an interface. Default: nothing. */
  readonly forbidden?: ForbiddenCode;
}

export interface ForbiddenCode {
  /** A query that captures it as `@forbidden`. */
  readonly query: string;
  /** A sentence for the refusal, without its full stop. */
  readonly why: string;
}

/** Splits a space-separated list of words. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
