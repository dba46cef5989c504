/** A text that is not a file of the project: a note, or a page of a guide. */
export interface SearchableText {
  /** Counts as part of the title; among equal hits the smaller id comes first. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The same object as long as id, title and body stay the same, so that they are read only once. */
  readonly source: object;
}

export interface TextHit<Item> {
  readonly item: Item;
  /** Only comparable within the same question. */
  readonly score: number;
  /** The line of the body that matches the question best, from 1, and an excerpt of it. */
  readonly line: number;
  readonly excerpt: string;
}

export interface TextAnswer<Item> {
  /** Best first, as many as requested. */
  readonly found: readonly TextHit<Item>[];
  /** The total number of hits. */
  readonly total: number;
}

export interface TextSearchOptions {
  /** False: by words alone. */
  readonly byMeaning: boolean;
}

/** Searches up to some thousands of texts in memory. Caches what it knows about the last ones. */
export interface TextSearch {
  search<Item extends SearchableText>(
    items: readonly Item[],
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ): Promise<TextAnswer<Item>>;
}
