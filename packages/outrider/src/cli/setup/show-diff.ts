import { structuredPatch } from "diff";
import type { Pieces, StyledText } from "toolwright/cli";

const contextLines = 2;

/** The change as a person reviews it: what goes in red, what comes in green. */
export function showDiff(file: string, before: string | undefined, after: string): Pieces {
  const { hunks } = structuredPatch(file, file, before ?? "", after, undefined, undefined, { context: contextLines });
  const lines = hunks.flatMap((hunk) => [
    { text: `@@ line ${hunk.newStart}`, style: "cyan" as const },
    ...hunk.lines.filter((line) => !line.startsWith("\\")).map(styleLine),
  ]);
  return [{ text: file, style: "bold" }, "\n", ...lines.flatMap((line) => [line, "\n"])];
}

function styleLine(line: string): string | StyledText {
  const text = line.replace(/\r$/, "");
  if (text.startsWith("+")) return { text, style: "green" };
  return text.startsWith("-") ? { text, style: "red" } : text;
}
