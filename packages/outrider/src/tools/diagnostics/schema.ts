import { overflowSchema } from "toolwright";
import * as z from "zod";
import { projectField, pageFields } from "../fields.ts";

/** Worst first, as the protocol numbers them from 1. */
export const severities = ["error", "warning", "info", "hint"] as const;

export const input = z.strictObject({
  path: z.string().optional().describe("Only this file, directory or glob"),
  scope: z.enum(["changed", "project"]).optional().describe("Default: changed files; with path, all of it"),
  severity: z.enum(severities).optional().describe("List these and worse; default warning"),
  ...pageFields,
  ...projectField,
});

const problem = z.strictObject({
  line: z.int().describe("From 1"),
  column: z.int().describe("From 1, in UTF-16 units"),
  severity: z.enum(severities),
  code: z.string().optional(),
  source: z.string().optional(),
  message: z.string(),
});

const file = z.strictObject({
  file: z.string(),
  server: z.string().describe("Who says so"),
  problems: z.array(problem),
});

const reason = z.strictObject({
  why: z.string(),
  files: z.int(),
  examples: z.array(z.string()),
});

export const output = z.strictObject({
  files: z.array(file).describe("With problems, those with errors first"),
  totals: z
    .strictObject({ error: z.int(), warning: z.int(), info: z.int(), hint: z.int() })
    .describe("Of all files that were judged, exact"),
  severity: z.enum(severities).describe("The least that is listed"),
  asked: z.int().describe("Files that were meant"),
  without_git: z.string().optional().describe("Why changes are known only as far as Outrider made them"),
  judged: z.int().describe("Files that a server has spoken of"),
  settled: z.boolean().describe("False: servers have not said all they have to say"),
  unsettled: z.array(reason).describe("Files whose problems are not, or not all, known"),
  left_out: z.array(reason).describe("Files that nothing judges, whatever is asked"),
  syntactic: z
    .array(reason.extend({ broken: z.array(z.string()).describe("Files with syntax errors") }))
    .describe("Files without a server: only the parser has judged them"),
  not_known: z
    .strictObject({ files: z.int(), examples: z.array(z.string()) })
    .describe("Neither a server nor a grammar"),
  not_asked: z.int().describe("Files beyond what is asked at once"),
  withheld: z.int().describe("Files that tools may not see"),
  more: z.int().describe("Problems beyond those that are kept of one file, in no other count"),
  dropped: z.int().describe("Items of servers that could not be read"),
  overflow: overflowSchema.optional().describe("Present when there is more"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Severity = (typeof severities)[number];
export type FileRow = z.infer<typeof file>;
export type Problem = z.infer<typeof problem>;
export type Reason = z.infer<typeof reason>;
