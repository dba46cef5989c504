import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { eachName, wordsOfName } from "../text/words.ts";

/** What a vector is made of. The first words of a long chunk tell what it is; more of them make it like every other. */
export const mostWords = 400;

/** A chunk's: the name of its declaration, then all of its text. */
export function wordsOfChunk(text: string, main: CodeSymbol | undefined): string[] {
  const words: string[] = [];
  if (main !== undefined) addWords(words, main.name);
  addWords(words, text);
  return words;
}

/** A content's as a whole, for one vector more than it has chunks: what it declares. */
export function wordsOfOutline(symbols: readonly CodeSymbol[]): string[] {
  const words: string[] = [];
  for (const { name } of symbols) {
    if (words.length >= mostWords) break;
    addWords(words, name);
  }
  return words;
}

function addWords(words: string[], text: string): void {
  eachName(text, (name) => {
    if (words.length < mostWords) for (const word of wordsOfName(name)) words.push(word);
  });
}
