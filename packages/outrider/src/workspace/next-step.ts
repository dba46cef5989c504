import type { NextStep } from "toolwright";

/** What may be done about an error, and what has to be known for it; `tools/next-steps.ts` says with which tool. */
export interface StepInputs {
  "read-file": { readonly path: string };
  "approve-directory": { readonly path: string };
  "list-projects": {};
  "open-project": { readonly path: string };
  "read-memory": { readonly topic: string; readonly private?: boolean };
  "list-libraries": {};
  "forget-library": { readonly name: string };
  "list-jobs": {};
}

export type Step = keyof StepInputs;

/** For the errors of services, which know no tools. */
export function nextStep<Name extends Step>(step: Name, input: StepInputs[Name]): { readonly next: NextStep } {
  return { next: { step, input } };
}
