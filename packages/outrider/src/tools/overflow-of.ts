import type { Overflow } from "toolwright";

/** What a page leaves out of a list: nothing when it shows all of it. */
export function overflowOf(total: number, shown: number, offset: number, hint: string): { overflow?: Overflow } {
  if (shown === total || total === 0) return {};
  if (shown === 0) return { overflow: { shown, total, hint: `Offset ${offset} is past the end: there are ${total}.` } };
  const end = offset + shown;
  return { overflow: { shown, total, hint, ...(end < total ? { next_offset: end } : {}) } };
}
