import type { Output } from "./schema.ts";

/** Grouped by file, since repeating the path on every line is most of the tokens. */
export function format({ matches, overflow }: Output): string {
  if (matches.length === 0) return overflow === undefined ? "No matches." : `Nothing here: ${overflow.hint}`;
  const lines: string[] = [];
  let file: string | undefined;
  for (const match of matches) {
    if (match.file !== file) lines.push(match.file);
    file = match.file;
    lines.push(`  ${match.line}: ${match.text.trim()}`);
  }
  if (overflow !== undefined) {
    const next = overflow.next_offset === undefined ? "" : ` Next offset: ${overflow.next_offset}.`;
    lines.push(`${overflow.shown} of ${overflow.total} matches. ${overflow.hint}${next}`);
  }
  return lines.join("\n");
}
