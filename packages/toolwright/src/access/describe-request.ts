import { escapeHidden } from "../tool/describe-value.ts";
import type { ApprovalRequest } from "./approval.ts";

/** Fits on a screen together with the question. */
const longest = 4_000;
const shortestText = 40;

/**
 * What is to be approved, as JSON. If it is too long, its longest texts lose their middle: the beginning and the end
 * of each stay visible, and no field hides another.
 */
export function describeInput({ input, filledIn }: Pick<ApprovalRequest, "input" | "filledIn">): string {
  const whole = { ...input, ...filledIn };
  for (let limit = longest; limit >= shortestText; limit /= 2) {
    const json = print(whole, limit);
    if (json.length <= longest) return json;
  }
  return shorten(print(whole, shortestText), longest);
}

function print(value: unknown, longestText: number): string {
  const json = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "string" ? shorten(inner, longestText) : inner,
  );
  return escapeHidden(json);
}

/** The harmful part of a long command may be at its end. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}… (${left} of ${text.length} characters left out) …${text.slice(-half)}`;
}
