/** A name in a text. */
export interface Word {
  readonly name: string;
  readonly start: number;
}

/** All occurrences of these names. */
export function namedWords(text: string, names: readonly string[]): readonly Word[] {
  return names.flatMap((name) => {
    const found: Word[] = [];
    for (let start = text.indexOf(name); start !== -1; start = text.indexOf(name, start + name.length)) {
      if (isWhole(text, { name, start })) found.push({ name, start });
    }
    return found;
  });
}

/** The names at the start of calls. Each call is examined separately: generated files have thousands of names. */
export function calledWords(text: string, starts: Iterable<number>): readonly Word[] {
  const offsets = [...starts];
  const names = new Set(offsets.flatMap((start) => nameAt(text, start) ?? []));
  return offsets.flatMap((at) => {
    // A quoted name is referred to without its quotes elsewhere.
    const start = /["'`:]/.test(text.charAt(at)) ? at + 1 : at;
    const name = nameAt(text, start);
    if (name === undefined) return [];
    // In Ruby the mark belongs to the name; in other languages it does not.
    return [...new Set([name, name.replace(/[!?]$/, "")])]
      .filter((each) => names.has(each))
      .map((each) => ({ name: each, start }))
      .filter((word) => isWhole(text, word));
  });
}

/** Where names are that have no dot before and no bracket behind them. */
export function bareNames(text: string): readonly number[] {
  const names = /(?<![\p{L}\p{N}_.:@$])[\p{Ll}_][\p{L}\p{N}_]*[!?]?(?![\p{L}\p{N}_(:])/gu;
  return Array.from(text.matchAll(names), ({ index }) => index);
}

const maxName = 100;

function nameAt(text: string, start: number): string | undefined {
  return /^[\p{L}\p{N}_$@#]+[!?]?/u.exec(text.slice(start, start + maxName))?.[0];
}

/** Whether the name is a whole word. */
function isWhole(text: string, { name, start }: Word): boolean {
  return !isWordLetter(text.charAt(start - 1)) && !isWordLetter(text.charAt(start + name.length));
}

function isWordLetter(letter: string): boolean {
  return letter !== "" && /[\p{L}\p{N}_]/u.test(letter);
}
