import type { NextCall } from "toolwright";
import type { Step } from "../workspace/next-step.ts";

/** The calls for the next steps that errors of services propose. */
export const nextSteps = {
  "read-file": { tool: "read_file", input: {} },
  "approve-directory": { tool: "approve_write", input: {} },
  "approve-path": { tool: "approve_write", input: {} },
  "list-projects": { tool: "workspace", input: { action: "list" } },
  "open-project": { tool: "workspace", input: { action: "activate" } },
  "read-memory": { tool: "memory", input: { action: "read" } },
  "list-libraries": { tool: "library", input: { action: "list" } },
  "forget-library": { tool: "library", input: { action: "forget" } },
  "undo-change": { tool: "edit_code", input: { action: "undo" } },
  "list-jobs": { tool: "run_command", input: { action: "status" } },
} as const satisfies Record<Step, NextCall>;
