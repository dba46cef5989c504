import * as z from "zod";
import { projectField } from "../fields.ts";

export const input = z.strictObject({
  command: z
    .string()
    .refine((command) => command !== "", "expected some text")
    .optional()
    .describe("Command line for the shell"),
  cwd: z.string().optional().describe("Directory to run in, relative to the project"),
  timeout_ms: z.number().meta({ type: "integer" }).optional().describe("Time limit in milliseconds; default 120000"),
  outside: z.boolean().optional().describe("Run outside of the sandbox; the user is asked"),
  background: z.boolean().optional().describe("Do not wait; answer with a job"),
  job: z.string().optional().describe("A job (@cmd_…) to ask about"),
  action: z.enum(["status", "wait", "output", "kill"]).optional().describe("What to do with the job"),
  ...projectField,
});

const state = z.enum(["exited", "timed_out", "running", "killed", "failed"]);

export const output = z.strictObject({
  state: state.optional().describe("Absent for a list of jobs"),
  exit_code: z.int().nullable().optional().describe("null when a signal ended it"),
  signal: z.string().optional(),
  seconds: z.number().optional(),
  text: z.string().optional().describe("The output, or its summary"),
  shown: z.enum(["whole", "summary", "nothing"]).optional(),
  bytes: z.int().optional().describe("Exact, of the whole output"),
  lines: z.int().optional(),
  left_out_bytes: z.int().optional().describe("Printed but not kept"),
  handle: z.string().optional().describe("Where the whole output can be read"),
  notes: z.array(z.string()).optional(),
  jobs: z
    .array(
      z.strictObject({
        job: z.string(),
        state,
        exit_code: z.int().nullable(),
        seconds: z.number(),
        command: z.string(),
      }),
    )
    .optional(),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
