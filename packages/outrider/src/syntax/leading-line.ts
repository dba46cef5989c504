const leading = /^\s*(?:@|#\[|\/\/|\/\*|\*|#(?!\s*(?:include|define|if|endif|else|pragma)\b)|--|template\s*<)/;
const decorator = /^\s*(?:@[\w.:]+\s*\(|#!?\[)/;
const mostLines = 100;

/** The first line of what belongs to a declaration: comments, decorators and attributes, of several lines, too. */
export function leadingLine(
  lines: readonly string[],
  blanked: readonly string[],
  line: number,
  /** Lines before this one belong to something else. */
  least: number,
): number {
  let first = line;
  while (first > least) {
    const start = leading.test(lines[first - 1] ?? "") ? first - 1 : decoratorStart(blanked, first - 1, least);
    if (start === undefined) break;
    first = start;
  }
  return first;
}

/** Where a decorator begins whose last bracket closes at the end of a line. */
function decoratorStart(blanked: readonly string[], last: number, least: number): number | undefined {
  if (!/[)\]]\s*$/.test(blanked[last] ?? "")) return undefined;
  for (let at = last; at >= Math.max(least, last - mostLines); at -= 1) {
    if (decorator.test(blanked[at] ?? "")) return closesWith(blanked, at, last) ? at : undefined;
  }
  return undefined;
}

/** The first bracket closes with the last character: nothing follows that the decorator is for. */
function closesWith(blanked: readonly string[], first: number, last: number): boolean {
  const text = blanked
    .slice(first, last + 1)
    .join("\n")
    .trimEnd();
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else continue;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}
