/** What a grammar lets pass although the language does not; an edit that brings it in is refused. */
export interface SyntaxChecks {
  /** Marks of comments that may stand inside of each other, so that each has to be closed. Default: the first mark closes. */
  readonly nestedComments?: readonly [open: string, close: string];
  /** Words that are no names, where the grammar takes them for names. Default: the grammar knows them. */
  readonly reservedWords?: ReadonlySet<string>;
  /** A query for blocks whose statements all have to be equally deep, and which may not be empty. Default: indentation means nothing. */
  readonly evenBlocks?: string;
}

/** Words with a space between. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
