import { overflowSchema } from "toolwright";
import * as z from "zod";
import { projectField, pageFields, wholeNumber } from "../fields.ts";

export const input = z.strictObject({
  path: z.string().optional().describe("Directory to begin with"),
  glob: z.string().optional().describe("Only files that fit: *.ts"),
  depth: wholeNumber(1, 100).optional().describe("Levels to show, 1 to 100"),
  ...pageFields,
  ...projectField,
});

const entry = z.strictObject({
  name: z.string().describe("Of a directory that holds only one other: both, with / between"),
  level: z.int().describe("How deep, from 0"),
  kind: z
    .enum(["directory", "file", "link", "names"])
    .describe("Links are not followed; names: many that differ in numbers only"),
  files: z.int().optional().describe("Files below a directory whose entries are not listed, or with such a name"),
  first: z.string().optional().describe("Of such names, by their numbers; `name` is a glob for them"),
  last: z.string().optional(),
  bytes: z.number().optional().describe("Size of a file"),
  target: z.string().optional().describe("Of a link"),
  exposure: z.enum(["masked", "withheld"]).optional().describe("Of a file with secrets"),
});

export const output = z.strictObject({
  path: z.string().describe("Where the tree begins"),
  files: z.int().describe("Below it, exact, ignored ones not counted"),
  directories: z.int().describe("Below it that hold such files"),
  entries: z.array(entry).describe("Directories first, by name"),
  under: z.string().optional().describe("Directory of the first entry, on a later page"),
  ignored: z
    .strictObject({ count: z.int(), names: z.array(z.string()) })
    .optional()
    .describe("Left out or empty"),
  overflow: overflowSchema.optional().describe("Present when there are more entries"),
});

export type Input = z.infer<typeof input>;
export type Entry = z.infer<typeof entry>;
export type Output = z.infer<typeof output>;
