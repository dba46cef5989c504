import { overflowSchema } from "toolwright";
import * as z from "zod";
import { projectField, pageFields } from "../fields.ts";

// The store explains limits: in the schema each would cost tokens on every turn.
export const input = z.strictObject({
  action: z.enum(["write", "read", "list", "delete", "search"]).describe("What to do"),
  topic: z.string().optional().describe("Name of the note, such as build/ci"),
  content: z.string().optional().describe("Text of the note, in Markdown"),
  query: z.string().optional().describe("Words to search for"),
  private: z.boolean().optional().describe("Keep the note out of git"),
  anchors: z
    .array(z.string())
    .optional()
    .describe("Code it is about, as path or path#Symbol; default: the files it names"),
  ...pageFields,
  ...projectField,
});

const memory = z.strictObject({
  topic: z.string(),
  title: z.string(),
  private: z.boolean(),
  bytes: z.int(),
  updated_at: z.string(),
  stale: z.array(z.string()).describe("Anchors that changed or went since it was written"),
});

export const output = z.strictObject({
  action: input.shape.action,
  memories: z.array(memory).optional().describe("What is there, or the one that was written or read"),
  total: z.int().optional().describe("Exact, of a list or a search"),
  overflow: overflowSchema.optional().describe("Present when not all are shown"),
  content: z.string().optional(),
  hits: z
    .array(z.strictObject({ ...memory.shape, line: z.int(), excerpt: z.string() }))
    .optional()
    .describe("The best first"),
  /** Used in sentences. */
  topic: z.string().optional(),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type OutputMemory = z.infer<typeof memory>;
