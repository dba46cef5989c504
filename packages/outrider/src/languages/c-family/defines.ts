import { type Replacement, replaceParts } from "../replace-parts.ts";

/** Removes comments inside macros: the grammar takes such a comment for the end of the macro, and what follows for code. */
export function bareDefines(text: string): string {
  const parts: Replacement[] = [];
  for (const { index, 0: define } of text.matchAll(/^[ \t]*#[ \t]*define\b[^\n]*(?:(?<=\\\r?)\n[^\n]*)*/gm)) {
    if (!define.includes("/*")) continue;
    for (const { index: at, 0: comment } of define.matchAll(/\/\*(?:[^*]|\*(?!\/))*\*\/(?=\s*\S)/g)) {
      parts.push(...linesOf(index + at, comment));
    }
  }
  return replaceParts(text, parts);
}

/** A macro continues only after backslashes. */
function linesOf(start: number, comment: string): readonly Replacement[] {
  return [...comment.matchAll(/(?:[^\\\r\n]|\\(?!\r?\n))+/g)].map(({ index, 0: line }) => ({
    start: start + index,
    end: start + index + line.length,
  }));
}
