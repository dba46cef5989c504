import * as z from "zod";
import { projectField } from "../project-field.ts";

export const input = z.strictObject({
  force: z.boolean().optional().describe("Overwrite"),
  ...projectField,
});

const texts = z.array(z.string());

export const output = z.strictObject({
  name: z.string(),
  files: z.int(),
  partial: z.boolean().describe("There are more files than were looked at"),
  summary: z.string().optional(),
  licence: z.string().optional(),
  languages: z.array(z.strictObject({ name: z.string(), files: z.int() })),
  ecosystems: z.array(z.strictObject({ name: z.string(), manifests: texts })),
  package_managers: texts,
  commands: z.array(
    z.strictObject({ kind: z.enum(["build", "test", "lint", "run"]), command: z.string(), from: z.string() }),
  ),
  entry_points: texts,
  test_directories: texts,
  ci: texts,
  subprojects: texts,
  central: z
    .array(z.strictObject({ file: z.string(), names: texts }))
    .describe("Files that others use most, with the names they use; empty where symbols were not read in time"),
  written: texts.describe("Memories that were written"),
  kept: texts.describe("Memories that were there before"),
  read_only: z.boolean(),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
