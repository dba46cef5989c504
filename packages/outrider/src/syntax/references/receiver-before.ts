import type { ReferenceRules } from "../../languages/language.ts";

/** How much of the text before a name is read. */
export const maxReceiver = 80;

/** What is between a receiver and its name. */
export function separatorBefore(text: string, start: number): string | undefined {
  return /(?:\.|->|::|\\)(?=\s*$)/.exec(text.slice(Math.max(0, start - maxReceiver), start))?.[0];
}

/** What precedes the dot, arrow or double colon before a name; "" if it is not a plain name. */
export function receiverBefore(
  { memberArrow, dotJoins }: ReferenceRules,
  text: string,
  start: number,
): string | undefined {
  const before = text.slice(Math.max(0, start - maxReceiver), start);
  const mark = /(?:\?\.|\.|->|::|\\)\s*$/.exec(before);
  if (mark === null || /\.\.\s*$/.test(before)) return undefined;
  if (mark[0].startsWith("->") && memberArrow !== true) return undefined;
  if (mark[0].startsWith(".") && dotJoins === true) return undefined;
  const rest = before.slice(0, mark.index);
  // `::name` and `\name` start at the global scope.
  if (/^(?:::|\\)/.test(mark[0]) && !/[\p{L}\p{N}_$@>)\]]$/u.test(rest)) return undefined;
  if (/\bsuper\(\)$/.test(rest)) return "super()";
  return /[\p{L}\p{N}_$@]+(?:(?:\?\.|\.|->|::|\\)[\p{L}\p{N}_$@]+)*$/u.exec(rest)?.[0] ?? "";
}
