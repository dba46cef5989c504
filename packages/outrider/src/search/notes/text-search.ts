/** A text of ours that is not a file of the project: a note, a page of a guide. */
export interface SearchableText {
  /** Counts as part of the title; of equal hits the smaller one comes first. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The same object as long as id, title and body are the same: then they are read only once. */
  readonly source: object;
}

export interface TextHit<Item> {
  readonly item: Item;
  /** Only to be compared with others of the same question. */
  readonly score: number;
  /** The line of the body that says most about the question, from 1, and as much of it as is worth showing. */
  readonly line: number;
  readonly excerpt: string;
}

export interface TextAnswer<Item> {
  /** The best first, as many as were asked for. */
  readonly found: readonly TextHit<Item>[];
  /** How many there are in all. */
  readonly total: number;
}

export interface TextSearchOptions {
  /** False: by words alone. */
  readonly byMeaning: boolean;
}

/** Searches some texts, up to some thousands, in memory. Keeps what it knows of the last ones. */
export interface TextSearch {
  search<Item extends SearchableText>(
    items: readonly Item[],
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ): Promise<TextAnswer<Item>>;
}
