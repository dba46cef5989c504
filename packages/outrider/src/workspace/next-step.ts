import type { NextStep } from "toolwright";

/** Possible next steps after an error, with their inputs; `tools/next-steps.ts` maps them to tools. */
export interface StepInputs {
  "read-file": { readonly path: string };
  "approve-directory": { readonly path: string };
  "approve-path": { readonly path: string };
  "list-projects": {};
  "open-project": { readonly path: string };
  "read-memory": { readonly topic: string; readonly private?: boolean };
  "list-libraries": {};
  "forget-library": { readonly name: string };
  "list-jobs": {};
  "undo-change": { readonly id: string };
}

export type Step = keyof StepInputs;

/** For the errors of services, which do not know tools. */
export function nextStep<Name extends Step>(step: Name, input: StepInputs[Name]): { readonly next: NextStep } {
  return { next: { step, input } };
}
