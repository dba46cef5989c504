import { ResidentError } from "toolwright/resident";

/** Why the resident process cannot be used, and how to end one that is in the way. */
export function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ResidentError) || error.code !== "not_answering") return message;
  return `${message} To end it: outrider resident stop --force`;
}
