import { overflowSchema } from "toolwright";
import * as z from "zod";
import { projectField, pageFields } from "../fields.ts";

export const input = z.strictObject({
  query: z.string().describe("What the code does, in your words"),
  in: z.enum(["code", "docs", "memories", "all"]).optional().describe("Default: code"),
  path: z.string().optional().describe("Only this file, directory or glob"),
  language: z.string().optional().describe("Only this language"),
  kind: z
    .string()
    .meta({ examples: ["class"] })
    .optional()
    .describe("Only symbols of this kind"),
  scope: z
    .string()
    .meta({ examples: ["lib:zod", "libraries", "all"] })
    .optional()
    .describe("Default: the project"),
  body: z.boolean().optional().describe("Show the source of each hit"),
  ...pageFields,
  ...projectField,
});

const hit = z.strictObject({
  file: z.string(),
  lines: z.string().describe("First and last, from 1: 12-30"),
  score: z.number().describe("0 to 1, comparable within this answer"),
  kind: z.string().optional(),
  symbol: z.string().optional().describe("By which read_file finds it"),
  signature: z.string().optional(),
  doc: z.string().optional().describe("First sentence of its documentation"),
  excerpt: z.string().optional().describe("The lines that fit best, numbered"),
  body: z.string().optional().describe("Numbered lines"),
  copies: z.array(z.string()).optional().describe("Files with the same content"),
  more_copies: z.int().optional().describe("How many more there are"),
});

const memory = z.strictObject({
  topic: z.string(),
  title: z.string(),
  line: z.int(),
  excerpt: z.string(),
});

export const output = z.strictObject({
  hits: z.array(hit),
  memories: z.array(memory).optional().describe("Notes on the project that fit; memory reads them"),
  total: z.int().describe("Places that fit, exact unless partial"),
  cut: z.int().optional().describe("So many files are indexed, and the project has more"),
  partial: z.array(z.string()).optional().describe("What the answer does not rest on yet, and why"),
  notes: z.array(z.string()).optional(),
  overflow: overflowSchema.optional().describe("Present when there is more"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Hit = z.infer<typeof hit>;
