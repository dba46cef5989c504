import type { LexicalIndex } from "../lexical/lexical-index.ts";
import { findTerm } from "../lexical/segment.ts";
import { countIn } from "../records/file-terms.ts";
import type { Query } from "./read-query.ts";

export interface Declared {
  /** How significant the declaration is (`nameLevel`). */
  readonly level: number;
  /** Index of the chunk in the content. */
  readonly chunk: number;
}

/** Contents that declare what a question names, by their number, each with the best chunk. */
export interface Declarations {
  readonly exact: ReadonlyMap<number, Declared>;
  readonly qualified: ReadonlyMap<number, Declared>;
}

export function findDeclarations(index: LexicalIndex<unknown>, { declared, qualified }: Query): Declarations {
  return { exact: find(index, declared), qualified: find(index, qualified) };
}

function find(index: LexicalIndex<unknown>, wanted: readonly number[]): ReadonlyMap<number, Declared> {
  const found = new Map<number, Declared>();
  for (const term of wanted) {
    for (const { terms, starts, chunks, counts, contentOf, alive, contentBase, firstChunk } of index.segments) {
      const at = findTerm(terms, term);
      if (terms[at] !== term) continue;
      for (let place = starts[at] ?? 0; place < (starts[at + 1] ?? 0); place += 1) {
        const chunk = chunks[place] ?? 0;
        const content = contentOf[chunk] ?? 0;
        if (alive[content] !== 1) continue;
        const level = countIn(counts[place] ?? 0, "name");
        const number = contentBase + content;
        if (level > (found.get(number)?.level ?? 0))
          found.set(number, { level, chunk: chunk - (firstChunk[content] ?? 0) });
      }
    }
  }
  return found;
}
