/** One word for a POSIX shell, quoted only if necessary. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command line that can be pasted. The program is used as is: it may be two words, as in `npx toolwright`. */
export function commandLine(program: string, ...words: readonly string[]): string {
  return [program, ...words.map(quoteWord)].join(" ");
}
