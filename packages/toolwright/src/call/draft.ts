import type { ErrorReport } from "../tool/tool-error.ts";
import type { CallFacts, Failure, NeedsApproval, NeedsInput, Success } from "./outcome.ts";

type Undated<Kind> = Omit<Kind, keyof CallFacts>;

/** An outcome before the facts of its call are added. */
export type Draft = Undated<Success> | Undated<Failure> | Undated<NeedsApproval> | Undated<NeedsInput>;

export function failure(
  status: Failure["status"],
  message: string,
  more: Partial<Omit<ErrorReport, "message">> = {},
): Undated<Failure> {
  return { status, error: { code: status, message, retryable: false, ...more } };
}
