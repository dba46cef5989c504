import { overflowSchema } from "toolwright";
import * as z from "zod";
import {
  lateField,
  notFollowedField,
  partialField,
  projectField,
  pageFields,
  testsField,
  wholeNumber,
} from "../fields.ts";
import { provenanceFields, waitField } from "../server-question.ts";

export const input = z.strictObject({
  symbol: z.string().describe("Name, or Container/name"),
  path: z.string().optional().describe("Its file, if several have the name"),
  direction: z.enum(["callers", "callees", "both"]).optional().describe("Default: callers"),
  to: z.string().optional().describe("Only paths between symbol and this function"),
  depth: wholeNumber(1, 5).optional().describe("Levels to follow, 1 to 5; default 2"),
  likely: z.boolean().optional().describe("Also calls by name only"),
  ...testsField("functions"),
  ...pageFields,
  ...waitField,
  ...projectField,
});

const row = z.strictObject({
  level: z.int().describe("From 1"),
  symbol: z.string().describe("Empty for code at the top of a file"),
  file: z.string(),
  line: z.int().describe("Where it is declared"),
  calls: z.array(z.int()).describe("Lines of the calls, in the file of the caller"),
  likely_calls: z.array(z.int()).optional().describe("Those that only the name speaks for, if others are sure"),
  likely: z.literal(true).optional().describe("Only the name says so"),
  by_syntax: z.literal(true).optional().describe("Not confirmed by the language server"),
  platform: z.string().optional().describe("Only this one uses the file, and other files declare the name, too"),
  again: z.enum(["cycle", "see above", "see below"]).optional().describe("What is below it is not repeated"),
});

const outside = z.strictObject({
  why: z.enum(["outside", "ambiguous", "value"]).describe("Not declared here; by too many; a local value is called"),
  total: z.int(),
  names: z.array(z.strictObject({ name: z.string(), count: z.int() })).describe("Most called first"),
  more: z.int().describe("Names that are not listed"),
});

const graph = z.strictObject({
  direction: z.enum(["callers", "callees"]),
  levels: z
    .array(z.strictObject({ edges: z.int(), functions: z.int() }))
    .describe("Of each level, as far as it was followed; functions that were not there before"),
  shown_levels: z.int(),
  ...notFollowedField,
  guesses: z
    .strictObject({
      calls: z.int(),
      in_files: z.int(),
      files: z.array(z.strictObject({ file: z.string(), count: z.int() })),
    })
    .describe("Unless `likely`: calls by name only, which were not followed, by the files of the other functions"),
  rows: z.array(row),
  among: z
    .strictObject({ functions: z.int(), levels: z.int(), deeper: z.int() })
    .optional()
    .describe("With `to` or tests only: all functions looked at; those of the last level, which were not followed"),
  outside: z.array(outside).describe("Calls of the first level that lead out of the project"),
  overflow: overflowSchema.optional().describe("Present when there are more rows"),
});

export const output = z.strictObject({
  symbol: z.string(),
  declared: z.string().describe("path:line"),
  to: z.string().optional().describe("The other end, with its path:line"),
  ...provenanceFields,
  graphs: z.array(graph),
  other_uses: z.int().describe("Places that use it without a call, by syntax: code that is handed it may call it"),
  overrides: z
    .array(z.strictObject({ symbol: z.string(), declared: z.string().describe("path:line") }))
    .describe("With callers, unless complete: what it overrides; a call of that may run it"),
  unread: z.array(z.string()).describe("Files with one of the names that could not be parsed"),
  broken: z.array(z.string()).describe("Files with syntax errors that may have more; not if the answer is complete"),
  ...lateField,
  ...partialField,
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Graph = z.infer<typeof graph>;
export type Row = z.infer<typeof row>;
export type Outside = z.infer<typeof outside>;
