import type { Counts } from "./schema.ts";

/** What the model reads: everything that the value says, in as few words as possible. */
export function formatCounts({ words, lines, characters, top }: Counts): string {
  const totals = `${words} words, ${lines} lines, ${characters} characters`;
  return [totals, ...top.map(({ word, count }) => `${count} ${word}`)].join("\n");
}
