import * as z from "zod";
import { positions } from "../../edits/edit.ts";
import { projectField } from "../project-field.ts";

const text = z.string().optional();
const flag = z.boolean().optional();
const position = z.enum(positions).optional();

export const input = z.strictObject({
  path: z.string().describe("File"),
  old_string: text.describe("Exact, unique text"),
  new_string: text.describe("Text to write"),
  replace_all: flag.describe("Every match; sub-sections too"),
  symbol: text.describe("Markdown section to edit or search"),
  position: position.describe("Seen from match, section, line, or (start, end) file"),
  line: z.number().optional().describe("Insert before it, or of the match"),
  // Typed in full, the list would double what every turn costs; `listedEdits` checks it.
  edits: z.array(z.unknown()).optional().describe("[{old_string, new_string, …}], all or none"),
  front_matter: z.record(z.string(), z.unknown()).optional().describe("Keys to set; null deletes"),
  expect: text.describe("Text that must be there"),
  dry_run: flag.describe("Only diff"),
  ...projectField,
});

export const listedEdits = z
  .array(
    z.strictObject({
      old_string: text,
      new_string: text,
      replace_all: flag,
      symbol: text,
      position,
      line: z.number().optional(),
    }),
  )
  .min(1)
  .max(100);

export const output = z.strictObject({
  path: z.string(),
  written: z.boolean(),
  /** Of the whole call, in lines. */
  added: z.int(),
  removed: z.int(),
  edits: z.array(z.strictObject({ line: z.int(), places: z.int() })),
  notes: z.array(z.string()),
  diff: z.string(),
});

export type EditFileInput = z.infer<typeof input>;
export type EditFileOutput = z.infer<typeof output>;
