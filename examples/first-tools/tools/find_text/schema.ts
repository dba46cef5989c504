import { overflowSchema } from "toolwright";
import * as z from "zod";

export const input = z.strictObject({
  // Git would look for each line of several by itself.
  text: z
    .string()
    .min(1)
    .regex(/^[^\n]*$/, "expected text of one line; search for one line at a time")
    .describe("Text to find, taken literally; one line"),
  path: z.string().min(1).optional().describe("File or directory to look in; default all"),
  offset: z.int().min(0).optional().describe("Matches to skip, from next_offset; default 0"),
  limit: z.int().min(1).max(1000).optional().describe("Matches at most; default 200"),
});

export const match = z.strictObject({
  file: z.string().describe("Path from the root"),
  line: z.int().describe("Line, from 1"),
  text: z.string().describe("The whole line"),
});

export const output = z.strictObject({
  matches: z.array(match).describe("In the order of files and lines"),
  overflow: overflowSchema.optional().describe("Present when there are more"),
});

export type Input = z.infer<typeof input>;
export type Match = z.infer<typeof match>;
export type Output = z.infer<typeof output>;
