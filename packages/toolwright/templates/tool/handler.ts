import type { Input, Output } from "./schema.ts";

/** Counts a text. A handler returns a value or throws a ToolError; the kernel does the rest. */
export function handle({ text, top }: Input): Output {
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  return {
    words: words.length,
    lines: text === "" ? 0 : text.replace(/\n$/, "").split("\n").length,
    characters: Array.from(text).length,
    top: mostFrequent(words, top),
  };
}

function mostFrequent(words: readonly string[], most: number): Output["top"] {
  const counts = new Map<string, number>();
  for (const word of words) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((left, right) => right.count - left.count || (left.word < right.word ? -1 : 1))
    .slice(0, most);
}
