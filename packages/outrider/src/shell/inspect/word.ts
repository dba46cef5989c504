/** Placeholder in a reading for text that is only known at run time. */
export const unknownPart = "\0";

/** An argument, name or redirection target, as far as it is known without running anything. */
export interface Word {
  /** Each text it may become, as a pattern: quoted characters that look like a glob or brace are escaped with "\". */
  readonly readings: readonly string[];
  /** Some part is only known at run time. */
  readonly unknown: boolean;
  /** The unknown part may be an option or several words, put there by the script itself. */
  readonly mayBeOption: boolean;
  /** Contains `<( )`: a file that another command writes. */
  readonly fromProcess: boolean;
  /** As written in the script. */
  readonly shown: string;
}

export function literalWord(text: string): Word {
  return { readings: [escapePattern(text)], unknown: false, mayBeOption: false, fromProcess: false, shown: text };
}

/** A word from elsewhere, such as those that xargs adds. */
export function unknownWord(shown: string): Word {
  return { readings: [unknownPart], unknown: true, mayBeOption: true, fromProcess: false, shown };
}

/** The single text that the word certainly is; undefined if there are several or it contains globs. */
export function textOf(word: Word): string | undefined {
  const [reading] = word.readings;
  if (word.unknown || word.readings.length !== 1 || reading === undefined || hasPattern(reading)) return undefined;
  return unescapePattern(reading);
}

/** All texts it may be, with globs and braces as written. */
export function textsOf(word: Word): readonly string[] {
  return word.readings.map(unescapePattern);
}

const special = new Set(["\\", "*", "?", "[", "]", "{", "}", ",", "~"]);

export function escapePattern(text: string): string {
  return Array.from(text, (character) => (special.has(character) ? `\\${character}` : character)).join("");
}

export function unescapePattern(pattern: string): string {
  let text = "";
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "\\" && at + 1 < pattern.length) at += 1;
    text += pattern.charAt(at);
  }
  return text;
}

/** Whether the shell would expand it, for example to a list of files. */
export function hasPattern(pattern: string): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === "\\") at += 1;
    else if (character === "*" || character === "?" || character === "[" || character === "{") return true;
  }
  return false;
}
