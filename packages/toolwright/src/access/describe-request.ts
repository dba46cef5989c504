import { escapeHidden } from "../tool/describe-value.ts";
import type { ApprovalRequest } from "./approval.ts";

/** What is to be approved, as JSON and always whole: nothing may hide in a part that is left out. */
export function describeInput({ input, filledIn }: Pick<ApprovalRequest, "input" | "filledIn">): string {
  return escapeHidden(JSON.stringify({ ...input, ...filledIn }));
}
