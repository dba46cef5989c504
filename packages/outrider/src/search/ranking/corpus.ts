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
  /** Where it is at hand, perhaps with more than the corpus has: without it, each question makes its own. */
  paths?(): PathTable;
}
