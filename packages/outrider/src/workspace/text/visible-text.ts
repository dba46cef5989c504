// Control characters, marks that reorder or hide text, and lone surrogates, which stand for damaged bytes.
const hidden =
  /\p{Cc}|[\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** A line of untrusted content as answers show it: characters that affect a terminal or are hidden are escaped; tabs stay. */
export function visibleLine(line: string): string {
  return line.replaceAll(hidden, (character) => (character === "\t" ? character : escaped(character)));
}

/** The same for several lines. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, (character) =>
    character === "\t" || character === "\n" ? character : escaped(character),
  );
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return "\u{fffd}";
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Text as it may be sent: damaged bytes are shown as U+FFFD. */
export function showText(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}");
}

/**
 * Whether a text contains a lone surrogate. External text written to a file must not: a high surrogate before the stand-in of a
 * damaged byte would form a whole character with it, and the byte would be lost.
 */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** A number with its noun: `1 file`, `2 files`. */
export function countOf(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
