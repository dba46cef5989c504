import * as z from "zod";
import { partialField, projectField, wholeNumber } from "../fields.ts";
import { provenanceFields, waitField } from "../server-question.ts";

export const input = z.strictObject({
  path: z.string().describe("The file"),
  line: wholeNumber(1, 1e9).describe("Line, from 1"),
  symbol: z.string().optional().describe("The name that is meant, if the line has several"),
  column: wholeNumber(1, 1e9).optional().describe("Column, from 1, instead of the name"),
  want: z.enum(["definition", "type", "hover"]).optional().describe("Only this; default: all of them"),
  ...waitField,
  ...projectField,
});

const definition = z.strictObject({
  file: z.string().describe("A path that read_file takes, unless outside"),
  line: z.int(),
  end_line: z.int().optional().describe("The last line of the declaration"),
  kind: z.string().optional(),
  symbol: z.string().optional().describe("Whole name"),
  signature: z.string().optional(),
  doc: z.string().optional().describe("First sentence of its documentation"),
  likely: z.literal(true).optional().describe("Only the name says so"),
  outside: z.literal(true).optional().describe("Outside of the project and of its libraries: cannot be read"),
});

export const output = z.strictObject({
  symbol: z.string(),
  at: z.string().describe("path:line:column"),
  want: z.enum(["definition", "type", "hover"]).optional(),
  ...provenanceFields,
  definitions: z.array(definition),
  types: z.array(definition).describe("Where the type of a value is declared"),
  hover: z.string().optional().describe("Markdown of the server, cut where it is long"),
  ...partialField,
  more: z.int().describe("Places beyond those that are listed"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type DefinitionRow = z.infer<typeof definition>;
