import type { Replacement } from "../../workspace/text/text-file.ts";

export interface Names {
  readonly old: string;
  readonly new: string;
}

/** Whether an edit only replaces the old name with the new one, including forms that contain both names. */
export function isRenamed(text: string, { start, end, text: added }: Replacement, names: Names): boolean {
  const before = text.slice(start, end);
  if (before === "") return isInsert(text, start, added, names);
  if (before.replaceAll(wordPattern(names.old), () => names.new) === added && before !== added) return true;
  // The edit may replace only the part of the name that differs.
  const whole = wordAround(text, start, end);
  if (whole.text === names.old) {
    const after = whole.text.slice(0, start - whole.start) + added + whole.text.slice(end - whole.start);
    return after === names.new || besides(names).has(after);
  }
  return false;
}

/** Whether edits change the name at an occurrence, or insert next to it to turn `a` into `b: a`. */
export function isCovered(
  { start: at, name }: { readonly start: number; readonly name: string },
  edits: readonly Replacement[],
): boolean {
  const last = at + name.length;
  return edits.some(({ start, end }) => (start === end ? start === at || start === last : start < last && end > at));
}

/** Matches a name as a whole word. */
export function wordPattern(name: string): RegExp {
  const word = String.raw`[\p{L}\p{N}_$]`;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const before = /^[\p{L}\p{N}_$]/u.test(name) ? `(?<!${word})` : "";
  const after = /[\p{L}\p{N}_$]$/u.test(name) ? `(?!${word})` : "";
  return new RegExp(`${before}${escaped}${after}`, "gu");
}

/** `{ a }` becomes `{ a: b }` or `{ b: a }`; imports and exports use `as`. */
function besides(names: Names): ReadonlySet<string> {
  return new Set([
    `${names.old}: ${names.new}`,
    `${names.new}: ${names.old}`,
    `${names.old} as ${names.new}`,
    `${names.new} as ${names.old}`,
  ]);
}

function isInsert(text: string, at: number, added: string, names: Names): boolean {
  const { start, end, text: word } = wordAround(text, at, at);
  if (word !== names.old || (at !== start && at !== end)) return false;
  return besides(names).has(at === start ? added + word : word + added);
}

function wordAround(text: string, from: number, to: number): { start: number; end: number; text: string } {
  let start = from;
  let end = to;
  while (start > 0 && /[\p{L}\p{N}_$]/u.test(text[start - 1] ?? "")) start -= 1;
  while (end < text.length && /[\p{L}\p{N}_$]/u.test(text[end] ?? "")) end += 1;
  return { start, end, text: text.slice(start, end) };
}
