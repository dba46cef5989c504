import type { Output } from "./schema.ts";

/** What the model reads: everything that the value says, in as few words as possible. */
export function format({ words, lines, characters, top }: Output): string {
  const totals = [amount(words, "word"), amount(lines, "line"), amount(characters, "character")].join(", ");
  return [totals, ...top.map(({ word, count }) => `${count} ${word}`)].join("\n");
}

function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
