import { escapeHidden } from "../tool/describe-value.ts";
import type { ApprovalRequest } from "./approval.ts";

const longestField = 400;
const mostFields = 50;

/** What is to be approved, as JSON in which every field is seen: a long one is shortened, and hides no other. */
export function describeInput({ input, filledIn }: Pick<ApprovalRequest, "input" | "filledIn">): string {
  const fields = Object.entries({ ...input, ...filledIn });
  const shown = fields.slice(0, mostFields).map(([key, value]) => `${shorten(key)}:${shorten(value)}`);
  const rest = fields.length > mostFields ? [`… ${fields.length - mostFields} more fields`] : [];
  return `{${[...shown, ...rest].join(",")}}`;
}

function shorten(value: unknown): string {
  const json = escapeHidden(JSON.stringify(value) ?? "");
  if (json.length <= longestField) return json;
  return `${json.slice(0, longestField)}… (${json.length - longestField} of ${json.length} characters left out)`;
}
