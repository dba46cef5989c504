import * as z from "zod";
import { projectField } from "../project-field.ts";

export const input = z.strictObject({
  path: z.string().describe("File or directory"),
  to: z.string().describe("New path, or directory"),
  ...projectField,
});

export const output = z.strictObject({ from: z.string(), to: z.string(), kind: z.enum(["file", "directory"]) });

export type MoveFileInput = z.infer<typeof input>;
export type MoveFileOutput = z.infer<typeof output>;
