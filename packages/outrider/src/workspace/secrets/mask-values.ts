import { findSecrets } from "./find-secrets.ts";

/** Stands in answers where a secret is. */
export const valueMask = "***masked***";

/** The text without the values of secrets. Lines stay lines, so that line numbers hold. */
export function maskValues(text: string): string {
  const spans = findSecrets(text);
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), valueMask);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
