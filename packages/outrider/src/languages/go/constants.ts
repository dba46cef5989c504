import type { CountedBehind } from "../counted-members.ts";

/** The constant of the same group that takes its value from its place: one without a value of its own, or one with `iota`. */
export const countedInGroup: CountedBehind = (text, { kind, span }, symbols) => {
  const end = kind === "constant" ? endOfGroup(text, span.start) : undefined;
  if (end === undefined) return undefined;
  return symbols.find((each) => {
    if (each.kind !== kind || each.span.start < span.end || each.span.start >= end) return false;
    const spec = text.slice(each.span.start, end).split(/[;\n]/, 1)[0] ?? "";
    return !spec.includes("=") || /\biota\b/.test(spec);
  });
};

/** Where the brackets of `const ( … )` around a place close. */
function endOfGroup(text: string, at: number): number | undefined {
  const start = [...text.slice(0, at).matchAll(/\bconst\s*\(/g)].at(-1);
  if (start === undefined) return undefined;
  let depth = 0;
  for (let end = start.index; end < text.length; end += 1) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")" && (depth -= 1) === 0) return end > at ? end : undefined;
  }
  return undefined;
}
