import * as z from "zod";
import { projectField } from "../fields.ts";

const actions = ["status", "build", "rebuild", "stop", "clear"] as const;

export const input = z.strictObject({
  action: z.enum(actions).optional().describe("Default: status"),
  ...projectField,
});

const leftOut = z.strictObject({ reason: z.string(), files: z.int(), examples: z.array(z.string()) });
const state = z.enum(["empty", "building", "stopped", "ready"]);

const search = z.strictObject({
  state,
  files: z.int(),
  chunks: z.int().describe("Parts of files that are found on their own"),
  done: z.int().describe("Files read"),
  total: z.int().describe("Files to read in all"),
  model: z.string(),
  external: z.boolean().describe("Another model than the bundled one: it reads in the background"),
  embedded: z.int().describe("Contents with vectors of this model"),
  contents: z.int().describe("Contents in all; files that are the same are one"),
  rate: z.int().optional().describe("Files a second, of the last build"),
  left_out: z.array(leftOut).describe("Files that semantic_search does not find"),
  stored: z.string(),
  problem: z.string().optional(),
});

export const output = z.strictObject({
  action: z.enum(actions),
  state,
  files: z.int(),
  symbols: z.int(),
  done: z.int().describe("Files read"),
  total: z.int().describe("Files to read in all"),
  languages: z.array(z.strictObject({ name: z.string(), files: z.int() })).describe("Most files first"),
  left_out: z.array(leftOut).describe("Files whose symbols are missing or doubtful"),
  freshness: z.string(),
  stored: z.string(),
  problem: z.string().optional().describe("Why the last build ended early"),
  cut: z.int().optional().describe("So many files are indexed, and the project has more"),
  slow: z.string().optional().describe("What became of files that are slow to parse"),
  search: search.describe("Of semantic_search"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
