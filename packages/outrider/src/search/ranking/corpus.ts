import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { PathTable } from "./path-table.ts";

/** What a content's name and place say, which the content itself does not know. */
export interface ContentFacts {
  /** Below the project's root, the best first. */
  readonly paths: readonly string[];
  readonly language: string;
  /** Why it counts less: "generated", "minified" … */
  readonly note: string | undefined;
}

/** What is searched. */
export interface Corpus {
  readonly index: LexicalIndex<ContentKey>;
  /** Undefined for a content that is not in the project any more. */
  facts(content: ContentKey): ContentFacts | undefined;
  /** All that it has facts of, where that is at hand: without it, each question finds out by itself. */
  chosen?(): ChosenContents;
}

export interface ChosenContents {
  /** By number in the index, 1 for each of them. */
  numbers(): Uint8Array;
  /** The words of their paths. */
  paths(): PathTable;
}
