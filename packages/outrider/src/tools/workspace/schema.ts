import * as z from "zod";
import { projectField } from "../project-field.ts";

export const input = z.strictObject({
  action: z.enum(["status", "list", "activate"]).optional().describe("Default status"),
  path: z.string().optional().describe("Directory or name"),
  ...projectField,
});

const known = z.strictObject({
  name: z.string(),
  root: z.string(),
  kind: z.enum(["project", "worktree", "subproject"]),
  active: z.boolean(),
  open: z.boolean(),
  manifest: z.string().optional(),
  branch: z.string().optional(),
});

const status = z.strictObject({
  name: z.string(),
  root: z.string(),
  branch: z.string().optional(),
  readOnly: z.boolean(),
  files: z.int(),
  /** Kinds of files by their endings, most frequent first. */
  kinds: z.array(z.strictObject({ ending: z.string(), files: z.int() })),
  withheld: z.int(),
  commands: z.record(z.string(), z.string()),
  memories: z.int(),
  staleMemories: z.array(z.string()),
  jobs: z.array(z.string()),
  approvedRoots: z.array(z.string()),
  trash: z.int(),
  state: z.string(),
  problems: z.array(z.string()),
});

export const output = z.strictObject({
  action: z.enum(["status", "list", "activate"]),
  status: status.optional(),
  projects: z.array(known).optional(),
});

export type WorkspaceInput = z.infer<typeof input>;
export type WorkspaceOutput = z.infer<typeof output>;
export type ProjectStatus = z.infer<typeof status>;
