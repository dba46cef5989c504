import type { Input } from "./schema.ts";

/** Whether matches may span lines: requested, or the pattern requires it. */
export function isMultiline({ pattern, multiline, literal }: Input): boolean {
  if (multiline === true || pattern.includes("\n")) return true;
  return literal !== true && /(?:^|[^\\])(?:\\\\)*\\n/.test(pattern);
}

/** The arguments for the pattern. `-e` keeps a pattern that looks like an option from being one. */
export function patternArguments(input: Input): string[] {
  return [
    // Always the same engine: its time is linear in the text, whatever the pattern.
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
