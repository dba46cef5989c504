import * as z from "zod";
import { type Edit, positions } from "../../edits/edit.ts";
import { projectField } from "../fields.ts";
import { readListedEdits } from "../read-listed-edits.ts";

const text = z.string().optional();
const flag = z.boolean().optional();
const position = z.enum(positions).optional();

export const input = z.strictObject({
  path: text.describe("File, or where glob and pattern look"),
  old_string: text.describe("Exact text to replace; must occur once"),
  new_string: text.describe("Text to write instead, or to insert"),
  replace_all: flag.describe("Replace every match; for a section, its sub-sections too"),
  symbol: text.describe("Markdown heading: edit this section, or search only in it"),
  position: position.describe("Where to write, seen from match, section or line; start and end: of the file"),
  line: z
    .number()
    .meta({ type: "integer" })
    .optional()
    .describe("Line to insert before, or of the match that is meant"),
  // Fully typed, the list would double the cost of every turn; `listedEdits` checks it.
  edits: z.array(z.unknown()).optional().describe("Several edits [{path, old_string, new_string, …}]; all or none"),
  // One or a list; the types of both would cost tokens on every turn, so `readGlobs` checks it.
  glob: z.unknown().optional().describe("Globs: preview replacing old_string in all files"),
  pattern: text.describe("The same by regular expression, $1 in new_string"),
  tests: z.enum(["only", "none"]).optional().describe("Only in tests, or not"),
  apply: text.describe("Write a preview: its id, id:1,4-6 or id:!3"),
  front_matter: z.record(z.string(), z.unknown()).optional().describe("Front matter keys to set; null deletes one"),
  expect: text.describe("Refuse unless the file contains this text"),
  dry_run: flag.describe("Write nothing, show the diff"),
  ...projectField,
});

const listedEdit = z.strictObject({
  path: text,
  old_string: text,
  new_string: text,
  replace_all: flag,
  symbol: text,
  position,
  line: z.number().optional(),
});

const listedEdits = z.array(listedEdit).min(1).max(100);
const listedFields = "some of: path, old_string, new_string, replace_all, symbol, position, line";

export interface ListedEdit extends Edit {
  /** Default: the file of the call. */
  readonly path?: string | undefined;
}

export function readEdits(edits: unknown): readonly ListedEdit[] {
  return readListedEdits(listedEdits, edits, listedFields);
}

const file = z.strictObject({
  path: z.string(),
  added: z.int().describe("Lines"),
  removed: z.int(),
  edits: z.array(z.strictObject({ line: z.int(), places: z.int() })),
  diff: z.string().describe("Empty where there are too many files to show"),
});

const match = z.strictObject({
  id: z.int(),
  line: z.int().describe("In the file as it is"),
  before: z.string().describe("The lines of the match"),
  after: z.string(),
});

const preview = z.strictObject({
  id: z.string().describe("What `apply` takes"),
  matches: z.int().describe("Exact"),
  in_files: z.int(),
  files: z.array(
    z.strictObject({
      file: z.string(),
      count: z.int(),
      first: z.int().describe("Number of its first match"),
      last: z.int(),
      matches: z.array(match).describe("As many as fit"),
    }),
  ),
  shown: z.int().describe("Matches that are shown"),
  more_files: z.int().describe("Files that are not listed"),
});

export const output = z.strictObject({
  written: z.boolean(),
  id: z.string().optional().describe("What undo takes"),
  files: z.array(file).describe("The first ones of many"),
  in_files: z.int(),
  added: z.int(),
  removed: z.int(),
  notes: z.array(z.string()),
  preview: preview.optional(),
  skipped: z
    .array(z.strictObject({ why: z.string(), files: z.array(z.string()), count: z.int() }))
    .optional()
    .describe("Files with matches that are not changed"),
  new_errors: z.array(z.string()).optional().describe("Syntax errors that the files did not have before"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type FileRow = z.infer<typeof file>;
export type ReplacePreview = z.infer<typeof preview>;
export type MatchRow = z.infer<typeof match>;
