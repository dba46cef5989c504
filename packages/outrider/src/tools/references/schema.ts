import { overflowSchema } from "toolwright";
import * as z from "zod";
import { lateField, partialField, projectField, pageFields, testsField } from "../fields.ts";
import { provenanceFields, waitField } from "../server-question.ts";

export const roles = ["call", "import", "type", "write", "value", "declaration"] as const;

export const input = z.strictObject({
  symbol: z.string().describe("Name, or Container/name"),
  path: z.string().optional().describe("Its file, if several have the name"),
  role: z.enum(roles).optional().describe("Only these uses; value: passed on or read"),
  within: z.string().optional().describe("Only uses in this path or glob"),
  output: z.enum(["lines", "files"]).optional().describe("Default: lines"),
  ...testsField("uses"),
  ...pageFields,
  ...waitField,
  ...projectField,
});

const line = z.strictObject({
  line: z.int(),
  text: z.string(),
  in: z.string().optional().describe("The symbol around it"),
  likely: z.literal(true).optional().describe("Only the name says so"),
  role: z.enum(roles).describe("Of several in the line, write and call come first"),
  columns: z.array(z.int()).describe("Of each reference in the line, from 1"),
});

export const otherMeanings = ["local", "declaration", "import", "member", "scope", "use", "server"] as const;

const file = z.strictObject({
  file: z.string(),
  count: z.int().describe("All references in the file"),
  likely: z.int().describe("How many of them are only likely"),
  platform: z.string().optional().describe("Only this one uses the file, and several files declare the name"),
  lines: z.array(line).optional(),
});

export const output = z.strictObject({
  symbol: z.string().describe("Whole name"),
  declared: z.string().describe("path:line"),
  also_declared: z.array(z.string()).describe("Overloads, prototypes"),
  related: z
    .array(z.strictObject({ symbol: z.string(), declared: z.string(), relation: z.enum(["base", "override"]) }))
    .describe("What it overrides and what overrides it, by heads of types; each has uses of its own"),
  ...provenanceFields,
  total: z.int().describe("References that are listed, exact; declarations count only if `role` asks for them"),
  roles: z
    .partialRecord(z.enum(roles), z.int())
    .describe("How many of each, whatever `role` says, without declarations"),
  only: z
    .strictObject({ role: z.enum(roles).optional(), within: z.string().optional() })
    .optional()
    .describe("What the list was narrowed to"),
  elsewhere: z.int().optional().describe("With `within`: references outside of it"),
  likely: z.int().describe("Of these only by name"),
  in_files: z.int(),
  unconfirmed: z.array(z.string()).describe("Sure by syntax, not named by the server"),
  outside: z.int().describe("References outside of the project"),
  ignored: z
    .array(z.strictObject({ file: z.string(), count: z.int() }))
    .describe("References in files that git ignores, such as build output"),
  places: z
    .strictObject({
      total: z.int(),
      declarations: z.int(),
      sure: z.int(),
      likely: z.int(),
      other: z.partialRecord(z.enum(otherMeanings), z.int()).describe("Something else, by what proves it"),
      text: z.int().describe("In comments and strings"),
    })
    .optional()
    .describe("All places with the name, whatever `tests` says; the counts add up to the total"),
  other_places: z.int().describe("Places with the name that are proven to mean something else"),
  same_name: z.strictObject({ count: z.int(), examples: z.array(z.string()) }).describe("Other symbols of this name"),
  files_with_word: z.int().describe("Also in texts and comments"),
  ...lateField,
  unread: z.array(z.string()).describe("Files with the name that could not be parsed"),
  broken: z.array(z.string()).describe("Files with the name that have syntax errors"),
  left_out: z
    .array(z.strictObject({ why: z.string(), files: z.int(), examples: z.array(z.string()) }))
    .describe("Files of the project that were not looked at"),
  ...partialField,
  files: z.array(file).describe("Files with sure references first"),
  overflow: overflowSchema.optional().describe("Present when there is more; counts lines or files"),
});

/** With more places that are not proven, and few others, only files are listed unless lines are asked for. */
export const maxGuesses = 200;

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type FileRow = z.infer<typeof file>;
export type Role = (typeof roles)[number];
export type LineRow = z.infer<typeof line>;
