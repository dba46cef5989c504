import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { eachName, wordsOfName } from "../text/words.ts";

/** What a vector is made of. The first words of a long chunk tell what it is; more of them make it like every other. */
export const mostWords = 400;

/** Of what declares something. A chunk's vector begins with those of its own name; a content's outline has nothing else. */
export function wordsOfNames(symbols: readonly CodeSymbol[]): string[] {
  const words: string[] = [];
  for (const { name } of symbols) {
    if (words.length >= mostWords) break;
    eachName(name, (part) => {
      if (words.length < mostWords) for (const word of wordsOfName(part)) words.push(word);
    });
  }
  return words;
}
