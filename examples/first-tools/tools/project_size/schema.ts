import * as z from "zod";

export const input = z.strictObject({
  path: z.string().min(1).optional().describe("Directory to measure; default all"),
});

export const output = z.strictObject({
  files: z.int().describe("Text files that git tracks"),
  lines: z.int().describe("Lines in them"),
  kinds: z
    .array(z.strictObject({ kind: z.string().describe("File ending"), files: z.int(), lines: z.int() }))
    .describe("Per file ending, most lines first"),
  unread: z.int().describe("Tracked files that could not be read"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
