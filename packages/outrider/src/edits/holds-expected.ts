/** Whether a text is as its editor saw it last: it has the expected piece, blanks aside, or the file has the expected hash. */
export function holdsExpected(text: string, hash: string | undefined, expect: string): boolean {
  return expect === hash || inOneLine(text).includes(inOneLine(expect));
}

/** Blanks are often lost on the way. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
