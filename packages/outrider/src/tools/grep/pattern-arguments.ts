import type { Input } from "./schema.ts";

export function patternsOf({ pattern }: Pick<Input, "pattern">): readonly string[] {
  return typeof pattern === "string" ? [pattern] : pattern;
}

export function globsOf({ glob = [] }: Pick<Input, "glob">): readonly string[] {
  return typeof glob === "string" ? [glob] : glob;
}

/** Whether matches may span lines: requested, or the pattern requires it. */
export function isMultiline({ multiline, literal, ...input }: Input): boolean {
  const patterns = patternsOf(input);
  if (multiline === true || patterns.some((pattern) => pattern.includes("\n"))) return true;
  return literal !== true && patterns.some((pattern) => /(?:^|[^\\])(?:\\\\)*\\n/.test(pattern));
}

/** The arguments for the patterns. `-e` keeps a pattern that looks like an option from being one. */
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
    ...patternsOf(input).flatMap((pattern) => ["-e", pattern]),
  ];
}
