import { overflowSchema } from "toolwright";
import * as z from "zod";
import { projectField, pageFields, testsField, wholeNumber } from "../fields.ts";

const flag = () => z.boolean().optional();
const maxPatterns = 50;
const text = () => z.string().optional();

// A NUL ends a process argument.
const pattern = z
  .string()
  .refine((each) => each !== "", 'expected some text, got "", which is in every line; "." finds all lines with text')
  .refine((each) => !each.includes("\0"), String.raw`expected no NUL character; the expression \x00 finds one`);

export const input = z.strictObject({
  pattern: z
    .union([pattern, z.array(pattern).min(1).max(maxPatterns)])
    .describe("Regular expression (Rust syntax), or several"),
  path: text().describe("File, directory or @handle to search in"),
  glob: z
    .union([z.string(), z.array(z.string()).max(maxPatterns)])
    .optional()
    .describe("Only files that fit: *.ts, src/**, !*.test.ts, or several"),
  type: text().describe("Only files of a ripgrep type: py"),
  literal: flag().describe("Take the pattern as plain text"),
  word: flag().describe("Only whole words"),
  ignore_case: flag().describe("Ignore case"),
  multiline: flag().describe("Match across lines; the dot matches newlines"),
  context: wholeNumber(0, 20).optional().describe("Lines around each match, 0 to 20"),
  output: z.enum(["lines", "files", "count"]).optional().describe("Default: lines"),
  ...testsField("matches"),
  ...pageFields,
  ...projectField,
});

const line = z.strictObject({
  line: z.int().describe("Number, from 1"),
  text: z.string().describe("Cut around the match where long"),
  match: z.boolean().describe("False for context"),
  column: z.int().optional().describe("Where the match begins, from 1"),
});

const file = z.strictObject({
  file: z.string().describe("Path"),
  count: z.int().min(1).optional().describe("Matches in it"),
  lines: z.array(line).optional().describe("In order"),
  problem: z.string().optional().describe("Why lines are missing"),
});

export const output = z.strictObject({
  matches: z.int().optional().describe("In all, exact; absent where only files are listed"),
  in_files: z.int().describe("Files with matches, exact"),
  files: z.array(file).describe("This page"),
  searched: z.int().optional().describe("Files looked at, where nothing was found"),
  more: z.literal(true).optional().describe("More than `searched`"),
  notes: z.array(z.string()).describe("What was left out, and why"),
  unreadable: z.literal(true).optional().describe("Some files could not be read, or their names are no text"),
  overflow: overflowSchema.optional().describe("Present when there is more"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type FoundLine = z.infer<typeof line>;
export type FoundFile = z.infer<typeof file>;
