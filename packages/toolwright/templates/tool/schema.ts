import { z } from "zod";

export const countsInput = z.strictObject({
  text: z.string().max(1_000_000).describe("The text to count"),
  top: z.int().min(0).max(100).default(0).describe("How many of the most frequent words to list"),
});

export const countsOutput = z.strictObject({
  words: z.int(),
  lines: z.int(),
  characters: z.int(),
  top: z.array(z.strictObject({ word: z.string(), count: z.int() })),
});

export type CountsInput = z.output<typeof countsInput>;
export type Counts = z.output<typeof countsOutput>;
