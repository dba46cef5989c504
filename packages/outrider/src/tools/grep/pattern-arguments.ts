import type { Input } from "./schema.ts";

/** Whether matches may span lines: asked for, or there is no other way to read the pattern. */
export function isMultiline({ pattern, multiline, literal }: Input): boolean {
  if (multiline === true || pattern.includes("\n")) return true;
  return literal !== true && /(?:^|[^\\])(?:\\\\)*\\n/.test(pattern);
}

/** The pattern and how to read it. `-e` keeps a pattern that looks like an option from being one. */
export function patternArguments(input: Input): string[] {
  return [
    // The same engine for all: it takes time in proportion to the text, whatever the pattern.
    "--engine=default",
    "--no-mmap",
    ...(input.literal === true ? ["--fixed-strings"] : []),
    ...(input.word === true ? ["--word-regexp"] : []),
    ...(input.ignore_case === true ? ["--ignore-case"] : []),
    ...(isMultiline(input) ? ["--multiline"] : []),
    ...(input.multiline === true ? ["--multiline-dotall"] : []),
    ...(input.type === undefined ? [] : [`--type=${input.type}`]),
    "-e",
    input.pattern,
  ];
}
