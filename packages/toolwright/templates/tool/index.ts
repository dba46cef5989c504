/// <reference types="toolwright/markdown" />
import { defineTool, reads } from "toolwright";
import * as z from "zod";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const input = z.strictObject({
  text: z.string().max(1_000_000).describe("The text to count"),
  top: z.int().min(0).max(100).default(0).describe("How many of the most frequent words to list"),
});

const output = z.strictObject({
  words: z.int(),
  lines: z.int(),
  characters: z.int(),
  top: z.array(z.strictObject({ word: z.string(), count: z.int() })),
});

type Input = z.output<typeof input>;
type Output = z.output<typeof output>;

export default defineTool({
  name: "__name__",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 10_000,
  examples: [
    { title: "A sentence", input: { text: "To be or not to be" } },
    { title: "The words that occur most", input: { text: "To be or not to be", top: 2 } },
  ],
  handle,
  format,
});

/** Counts a text. A handler returns a value or throws a ToolError; the kernel does the rest. */
function handle({ text, top }: Input): Output {
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  return {
    words: words.length,
    lines: text === "" ? 0 : text.replace(/\n$/, "").split("\n").length,
    characters: Array.from(text).length,
    top: maxFrequent(words, top),
  };
}

function maxFrequent(words: readonly string[], most: number): Output["top"] {
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

/** What the model reads: everything that the value says, in as few words as possible. */
function format({ words, lines, characters, top }: Output): string {
  const totals = [amount(words, "word"), amount(lines, "line"), amount(characters, "character")].join(", ");
  return [totals, ...top.map(({ word, count }) => `${count} ${word}`)].join("\n");
}

function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
