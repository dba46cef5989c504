/**
 * The grammar wants the end of a line after the last declaration of a body: `{ val x = 1 }` gets a semicolon instead of its
 * last space.
 */
export function endDeclarations(text: string): string {
  // Expressions in strings stay as they are.
  return text.replaceAll(/\$\{[^{}\n]*\}|(?<=[^\s{;,>])[ \t](?=\})/g, (found) => (found.length === 1 ? ";" : found));
}
