import * as z from "zod";
import { projectField } from "../project-field.ts";

export const input = z.strictObject({
  path: z.string().describe("File or directory"),
  restore: z.boolean().optional().describe("Bring back; path may be a trash id"),
  ...projectField,
});

export const output = z.strictObject({
  result: z.enum(["deleted", "restored"]),
  path: z.string(),
  kind: z.enum(["file", "directory"]),
  /** Of the entry in the trash. */
  id: z.string(),
});

export type DeleteFileInput = z.infer<typeof input>;
export type DeleteFileOutput = z.infer<typeof output>;
