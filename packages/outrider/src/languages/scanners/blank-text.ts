/** The text with every match gone and all else where it was: line ends stay, anything else becomes `fill`. */
export function blankMatches(text: string, pattern: RegExp, fill = " "): string {
  return text.replaceAll(pattern, (match) => match.replaceAll(/[^\r\n]/g, fill));
}

/** Behind the bracket that closes the one at `open`; the end of the text where none does. */
export function behindClosing(blank: string, open: number): number {
  let depth = 0;
  for (let at = open; at < blank.length; at += 1) {
    const character = blank.charAt(at);
    if (character === "(" || character === "[" || character === "{") depth += 1;
    else if (character === ")" || character === "]" || character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return blank.length;
}
