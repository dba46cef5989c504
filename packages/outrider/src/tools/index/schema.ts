import * as z from "zod";
import { projectField } from "../project-field.ts";

export const input = z.strictObject({
  action: z.enum(["status", "build", "rebuild", "stop"]).optional().describe("Default status"),
  ...projectField,
});

export const output = z.strictObject({
  action: z.enum(["status", "build", "rebuild", "stop"]),
  state: z.enum(["empty", "building", "stopped", "ready"]),
  files: z.int(),
  symbols: z.int(),
  done: z.int().describe("Files read"),
  total: z.int().describe("Files to read in all"),
  languages: z.array(z.strictObject({ name: z.string(), files: z.int() })).describe("Most files first"),
  left_out: z
    .array(z.strictObject({ reason: z.string(), files: z.int(), examples: z.array(z.string()) }))
    .describe("Files whose symbols are missing or doubtful"),
  freshness: z.string(),
  stored: z.string(),
  problem: z.string().optional().describe("Why the last build ended early"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
