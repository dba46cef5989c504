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
  path: z.string().optional().describe("The file that declares it, if several have the name"),
  direction: z.enum(["subtypes", "supertypes", "implementations"]).optional().describe("Default: what fits the symbol"),
  depth: wholeNumber(1, 20).optional().describe("Levels to follow; default: all"),
  ...testsField("types"),
  offset: pageFields.offset,
  ...waitField,
  ...projectField,
});

const row = z.strictObject({
  level: z.int().describe("From 1"),
  symbol: z.string().describe("Empty for code at the top of a file"),
  file: z.string(),
  line: z.int(),
  relation: z.enum(["subtype", "supertype", "implementation"]),
  shape: z
    .enum(["object", "function", "lambda", "anonymous class", "members", "impl"])
    .optional()
    .describe("It implements the type by shape: its head does not name it; or an impl for a type from elsewhere"),
  impl: z.string().optional().describe("path:line of the impl that makes it one"),
  pointer: z.literal(true).optional().describe("Only a pointer to it has all methods"),
  test: z.literal(true).optional().describe("In tests"),
  likely: z.literal(true).optional().describe("Only the name says so"),
  by_syntax: z.literal(true).optional().describe("Not confirmed by the language server"),
  again: z.enum(["cycle", "see above", "see below"]).optional().describe("What is below it is not repeated"),
});

export const output = z.strictObject({
  symbol: z.string(),
  declared: z.string().describe("path:line"),
  direction: z.enum(["subtypes", "supertypes", "implementations"]),
  ...provenanceFields,
  levels: z.array(z.int()).describe("Rows of each level, exact"),
  ...notFollowedField,
  rows: z.array(row),
  returned_by: z
    .strictObject({ count: z.int(), examples: z.array(z.string()) })
    .describe("Functions that return the type and are not in the rows; their code tells what they make"),
  outside: z.array(z.string()).describe("Names outside of the project"),
  broken: z.array(z.string()).describe("Files with one of the names and syntax errors: there may be more in them"),
  unread: z.array(z.string()).describe("Files with one of the names that could not be parsed"),
  ...lateField,
  ...partialField,
  overflow: overflowSchema.optional().describe("Present when there are more rows"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Row = z.infer<typeof row>;
