import { ToolError } from "toolwright";
import * as z from "zod";
import { checkText } from "../../edits/check-text.ts";
import type { PatternQuestion } from "./find-matches.ts";
import type { Input } from "./schema.ts";

const notBeside = ["symbol", "position", "line", "edits", "front_matter", "expect", "replace_all"] as const;

/** What a call asks to replace in many files; undefined if it edits files that it names. */
export function readPattern(input: Input): PatternQuestion | undefined {
  const { pattern, glob, old_string: old, new_string: replacement } = input;
  if (pattern === undefined && glob === undefined) return undefined;
  const beside = notBeside.find((key) => input[key] !== undefined);
  if (beside !== undefined)
    throw unclear(`\`${beside}\` does not go with \`${pattern === undefined ? "glob" : "pattern"}\``, "Leave it out.");
  if (pattern !== undefined && old !== undefined)
    throw unclear("`pattern` and `old_string` are two texts to look for", "Leave one of them out.");
  const sought = pattern ?? old;
  const field = pattern === undefined ? "old_string" : "pattern";
  if (sought === undefined || sought === "")
    throw unclear(`\`${field}\` is missing`, "Give the text, or the `pattern`, to look for.");
  if (replacement === undefined) throw unclear("`new_string` is missing", 'Give the new text; "" deletes the old one.');
  checkText(sought, field);
  checkText(replacement, "new_string");
  const globs = readGlobs(glob);
  return pattern === undefined
    ? literalQuestion(sought, replacement, globs)
    : { ...expressionQuestion(pattern, replacement), globs };
}

function readGlobs(glob: unknown): readonly string[] {
  const read = globList.safeParse(glob ?? []);
  if (read.success) return typeof read.data === "string" ? [read.data] : read.data;
  throw unclear("`glob` is neither a glob nor a list of up to 50", 'Such as "src/**/*.ts" or ["*.ts", "!*.test.ts"].');
}

const globList = z.union([z.string().min(1), z.array(z.string().min(1)).max(50)]);

/** Line ends of the text are those of each file. */
function literalQuestion(old: string, replacement: string, globs: readonly string[]): PatternQuestion {
  const lines = old.split(/\r\n?|\n/).map((line) => line.replaceAll(/[\\^$.*+?()[\]{}|#&~-]/g, String.raw`\$&`));
  return {
    expression: lines.join(String.raw`\r?\n`),
    template: replacement.replaceAll("$", "$$$$"),
    isMultiline: lines.length > 1,
    globs,
  };
}

function expressionQuestion(pattern: string, replacement: string): Omit<PatternQuestion, "globs"> {
  if (/(?:^|[^\\])(?:\\\\)*(?:\\[Az]|\(\?[a-zA-Z]*-[a-zA-Z]*m)/.test(pattern))
    throw unclear(
      "`\\A`, `\\z` and `(?-m)` are about a whole file, and a pattern looks at its lines",
      "Use `^` and `$`, or `position` start or end in one file.",
    );
  const isMultiline = pattern.includes("\n") || /(?:^|[^\\])(?:\\\\)*\\n|\(\?[a-zA-Z]*s/.test(pattern);
  // No group has a name that begins with a digit, so that `$1st` can only mean `${1}st`.
  const template = replacement.replaceAll(/\$(\$|(\d+)(?=[A-Za-z_]))/g, (whole, _after, digits?: string) =>
    digits === undefined ? whole : `\${${digits}}`,
  );
  return { expression: pattern, template, isMultiline };
}

export function unclear(problem: string, remedy: string): ToolError {
  return new ToolError("unclear_edit", `${problem}. ${remedy}`);
}
