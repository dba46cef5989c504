import * as z from "zod";
import { projectField } from "../project-field.ts";

export const input = z.strictObject({
  path: z.string().describe("File"),
  content: z.string().describe("Whole text"),
  overwrite: z.boolean().optional().describe("Existing file"),
  ...projectField,
});

export const output = z.strictObject({
  path: z.string(),
  result: z.enum(["created", "overwritten", "unchanged"]),
  lines: z.int(),
  bytes: z.int(),
  /** Of the file that was overwritten. */
  linesBefore: z.int().optional(),
  note: z.string().optional(),
});

export type CreateFileInput = z.infer<typeof input>;
export type CreateFileOutput = z.infer<typeof output>;
