import * as z from "zod";

export const input = z.strictObject({
  text: z.string().max(1_000_000).describe("The text to count"),
  top: z.int().min(0).max(100).default(0).describe("How many of the most frequent words to list"),
});

export const output = z.strictObject({
  words: z.int(),
  lines: z.int(),
  characters: z.int(),
  top: z.array(z.strictObject({ word: z.string(), count: z.int() })),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;
