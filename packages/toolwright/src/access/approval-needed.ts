import type { ApprovalRequest } from "./approval.ts";

const marker: unique symbol = Symbol.for("toolwright.approval-needed");

/**
 * Ends a handler one of whose own calls needs a person's approval: the outer call ends as `needs_approval` with the request
 * of the inner one, and comes again with the answer and this `state`, sealed on its way.
 */
export class ApprovalNeeded extends Error {
  override readonly name = "ApprovalNeeded";
  readonly [marker] = true;
  readonly request: ApprovalRequest;
  readonly remedy: string | undefined;
  readonly state: unknown;

  constructor(
    message: string,
    { request, remedy, state }: { request: ApprovalRequest; remedy?: string | undefined; state: unknown },
  ) {
    super(message);
    this.request = request;
    this.remedy = remedy;
    this.state = state;
  }
}

/** Recognises it even if two copies of this package are loaded. */
export function isApprovalNeeded(error: unknown): error is ApprovalNeeded {
  return error instanceof Error && marker in error;
}
