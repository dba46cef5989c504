import * as z from "zod";
import { projectField } from "../fields.ts";

const maxFiles = 20;
const isLine = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;
const line = z.number().refine(isLine, "expected a whole number from 1 on").meta({ type: "integer" });

// Bounds are checked by refinement: in the schema, they would cost tokens on every turn.
// No output schema: clients show the structured form to the model, where the same text costs a fifth more.
export const input = z.strictObject({
  path: z
    .union([z.string(), z.array(z.string())])
    .refine(
      (path) => path.length > 0 && (typeof path === "string" || path.length <= maxFiles),
      `expected 1 to ${maxFiles} paths`,
    )
    .describe("File, or part of one (a.ts#Name, a.ts:10-40), or a list; @handle or library:NAME/file"),
  symbol: z.string().optional().describe("Only this part: a name in code, a heading, a key path a.b[0]"),
  pattern: z.string().optional().describe("Only lines around matches of this regular expression"),
  offset: line.optional().describe("First line to show, from 1"),
  limit: line.optional().describe("Lines to show"),
  column: z
    .number()
    .refine((value) => Number.isSafeInteger(value) && value >= 0, "expected a whole number from 0 on")
    .meta({ type: "integer" })
    .optional()
    .describe("Characters of the first line to skip"),
  ...projectField,
});

export type ReadFileInput = z.infer<typeof input>;

/** What is shown of one file. */
export interface FileView {
  /** As requested, or its path in the project. */
  readonly path: string;
  /** Facts about the file for its first line, such as `120 lines`. */
  readonly facts: readonly string[];
  /** Numbered lines, or what is shown instead of text. */
  readonly body: readonly string[];
  /** The contents of the rest of the file, if it is not shown. */
  readonly map?: { readonly title: string; readonly lines: readonly string[] };
  /** What was left out, and how to get it. */
  readonly notes: readonly string[];
}

/** A file that could not be read, among others that could. */
export interface FailedView {
  readonly path: string;
  readonly error: string;
}

export interface ReadFileValue {
  readonly files: readonly (FileView | FailedView)[];
}
