import { overflowSchema } from "toolwright";
import * as z from "zod";
import { symbolKinds } from "../../languages/symbol-kind.ts";
import { partialField, projectField, pageFields, wholeNumber } from "../fields.ts";

/** Accepts a single kind, or several in one string. */
function listed(value: unknown): unknown {
  return typeof value === "string" ? value.split(/[\s,|]+/).filter((word) => word !== "") : value;
}

export const input = z.strictObject({
  name: z.string().optional().describe("Name, part of a name, initials, or Container/name"),
  path: z.string().optional().describe("File to outline, or directory or glob to search in"),
  kind: z
    .preprocess(listed, z.array(z.enum(symbolKinds)))
    .optional()
    .describe("Only these kinds"),
  match: z
    .enum(["auto", "exact", "substring", "fuzzy"])
    .optional()
    .describe("How the name must fit; default: the best there is"),
  body: z.boolean().optional().describe("Show the source"),
  docs: z.boolean().optional().describe("Show the first sentence of documentation"),
  depth: wholeNumber(1, 100).optional().describe("Levels of directories or members to show"),
  ...pageFields,
  ...projectField,
});

const row = z.strictObject({
  lines: z.string().describe("First and last, from 1: 12-30"),
  name_line: z.int().optional().describe("Line of its name, where that is not the first"),
  kind: z.string(),
  path: z.string().describe("By which read_file finds it: Container/name, name[1] where several are the same"),
  signature: z.string(),
  level: z.int().optional().describe("How deep below the first row of its file, where it is not 0"),
  test: z.literal(true).optional().describe("Exists for tests"),
  doc: z.string().optional().describe("First sentence of its documentation"),
  body: z.string().optional().describe("Numbered lines"),
});

const file = z.strictObject({
  file: z.string(),
  facts: z.array(z.string()).optional().describe("About the file"),
  symbols: z.array(row),
  more: z.int().optional().describe("Symbols of it that are not listed, in a map"),
});

export const output = z.strictObject({
  head: z.string().optional().describe("What this is about"),
  files: z.array(file),
  names: z
    .array(z.strictObject({ file: z.string(), names: z.array(z.string()), more: z.int() }))
    .optional()
    .describe("Of a map: the files that matter most, with the names that others use most"),
  directories: z
    .array(z.strictObject({ path: z.string(), files: z.int(), symbols: z.int() }))
    .optional()
    .describe("Of a map: all that was counted"),
  total: z.int().describe("Symbols that fit, exact unless partial"),
  ...partialField,
  cut: z.int().optional().describe("So many files are indexed, and the project has more"),
  unparsed: z.int().optional().describe("Where nothing was found: files that may declare it and could not be parsed"),
  notes: z.array(z.string()).describe("What was left out, and how to get it"),
  overflow: overflowSchema.optional().describe("Present when there is more"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Row = z.infer<typeof row>;
export type FileRows = z.infer<typeof file>;
