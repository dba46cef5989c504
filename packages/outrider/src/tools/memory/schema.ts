import * as z from "zod";
import { projectField } from "../project-field.ts";

// Limits are the store's to tell: in the schema each would cost tokens in every turn.
export const input = z.strictObject({
  action: z.enum(["write", "read", "list", "delete", "search"]).describe("What to do"),
  topic: z.string().optional().describe("Such as build/ci"),
  content: z.string().optional().describe("Markdown to write"),
  query: z.string().optional().describe("Words to search"),
  private: z.boolean().optional().describe("Keep out of git"),
  anchors: z.array(z.string()).optional().describe("path or path#Symbol it is about; default: files it names"),
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
  total: z.int().optional(),
  content: z.string().optional(),
  hits: z
    .array(z.strictObject({ ...memory.shape, line: z.int(), excerpt: z.string() }))
    .optional()
    .describe("The best first"),
  /** For sentences. */
  topic: z.string().optional(),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type OutputMemory = z.infer<typeof memory>;
