import { overflowSchema } from "toolwright";
import * as z from "zod";
import { changeKinds } from "../../syntax/changes/compare-versions.ts";
import { pageFields, partialField, projectField } from "../fields.ts";

export const input = z.strictObject({
  range: z.string().optional().describe("main...HEAD, COMMIT^!, staged; default: uncommitted"),
  path: z.string().optional().describe("Only this file, directory or glob"),
  symbol: z.string().optional().describe("Its history instead"),
  ...pageFields,
  ...projectField,
});

const use = z.strictObject({
  symbol: z.string().describe("Empty for code at the top of a file"),
  file: z.string(),
  line: z.int().describe("Where it uses what is one level closer"),
  level: z.int().describe("From 1"),
  likely: z.literal(true).optional().describe("Something on the way rests on a name alone"),
});

const places = z.strictObject({
  total: z.int(),
  likely: z.int(),
  places: z.array(z.string()).describe("path:line, the first of them"),
});

export const openReasons = ["many", "slow", "deep", "unread", "broken", "implied", "not looked for"] as const;

const row = z.strictObject({
  symbol: z.string(),
  kind: z.string(),
  file: z.string(),
  line: z.int().describe("Where it is declared; for a removed one, where it was"),
  how: z.array(z.enum(changeKinds)),
  was: z
    .strictObject({
      symbol: z.string(),
      file: z.string(),
      similarity: z
        .number()
        .describe("How much of its text is the same, up to 1: the ground for calling it the same symbol"),
    })
    .optional(),
  signature: z.strictObject({ before: z.string(), after: z.string() }).optional(),
  members: z.int().describe("What is inside of it and was added or removed with it"),
  is_test: z.boolean(),
  dependents: z
    .strictObject({ levels: z.array(z.int()), likely: z.int(), first: z.array(use) })
    .optional()
    .describe("Code other than tests; absent if they were not looked for"),
  tests: z
    .strictObject({ total: z.int(), likely: z.int(), first: z.array(use) })
    .optional()
    .describe("Nearest first"),
  still_used: places.optional().describe("Places that use the name that is gone"),
  open: z.array(z.enum(openReasons)).describe("Why there may be more dependents and tests"),
});

const other = z.strictObject({
  file: z.string(),
  was: z.string().optional(),
  state: z.enum(["added", "removed", "renamed", "changed"]),
  what: z.enum(["top", "order", "text", "comments", "layout", "renamed", "mode", "unread"]),
  why: z.string().optional(),
  added: z.int().describe("Lines"),
  removed: z.int(),
});

const commit = z.strictObject({
  commit: z.string().describe("Empty: not committed"),
  date: z.string(),
  author: z.string(),
  subject: z.string(),
  how: z.array(z.enum(changeKinds)),
  symbol: z.string().describe("Its name after this commit"),
  file: z.string(),
  was: z.strictObject({ symbol: z.string(), file: z.string(), similarity: z.number() }).optional(),
  added: z.int().describe("Lines"),
  removed: z.int(),
});

export const output = z.strictObject({
  from: z.string(),
  to: z.string(),
  ...partialField,
  /** What makes the answer less than whole, as sentences. */
  incomplete: z.array(z.string()),
  notes: z.array(z.string()),
  files: z.int().describe("Changed files"),
  total: z.int().describe("Changed symbols"),
  untested: z.int().describe("Those that no test was found for, tests themselves aside"),
  gone_but_used: z.int().describe("Names that are gone and still used"),
  symbols: z.array(row),
  others: z.array(other).describe("Changes outside of symbols, and files that were not compared"),
  history: z.array(commit).optional().describe("Of the symbol that was asked for"),
  overflow: overflowSchema.optional(),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Row = z.infer<typeof row>;
export type Other = z.infer<typeof other>;
export type Commit = z.infer<typeof commit>;
export type Use = z.infer<typeof use>;
