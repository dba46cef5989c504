import * as z from "zod";

export const input = z.strictObject({
  command: z.string().min(1).describe("Command line for the system's shell"),
  timeout_ms: z.int().min(1).max(600_000).default(60_000).describe("Ended after so long, with what it printed"),
});

export const output = z.strictObject({
  exit_code: z.int().nullable().describe("null when it was ended"),
  stdout: z.string(),
  stderr: z.string(),
  timed_out: z.boolean(),
  left_out_bytes: z.int().describe("Printed but not kept"),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
