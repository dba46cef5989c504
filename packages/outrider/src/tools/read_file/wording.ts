import type { ReadResult } from "../../documents/text/line-source.ts";
import type { CutLine } from "../../documents/text/number-lines.ts";

const maxNamed = 20;

export function countOf({ totalLines, exact }: Pick<ReadResult, "totalLines" | "exact">): string {
  return `${exact ? "" : "at least "}${totalLines} ${totalLines === 1 ? "line" : "lines"}`;
}

/** The arguments of the call that reads on, as they are sent. */
export function callFor(input: Readonly<Record<string, string | number>>): string {
  return JSON.stringify(input);
}

/** How to continue in lines that are not shown completely; `what` names the file, and the value if the lines are its own. */
export function goOnNotes(what: Readonly<Record<string, string>>, goOn: readonly CutLine[]): readonly string[] {
  const [first, ...others] = goOn;
  if (first === undefined) return [];
  const call = callFor({ ...what, offset: first.index + 1, limit: 1, column: first.column });
  const named = others.slice(0, maxNamed).map(({ index, column }) => `${index + 1}:${column}`);
  const more = others.length - named.length;
  const rest = `Likewise, by offset:column: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [`Line ${first.index + 1} goes on: ${call}`, ...(others.length > 0 ? [rest] : [])];
}
