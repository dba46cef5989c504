import type { ReadResult } from "../../documents/text/line-source.ts";

export function countOf({ totalLines, exact }: Pick<ReadResult, "totalLines" | "exact">): string {
  return `${exact ? "" : "at least "}${totalLines} ${totalLines === 1 ? "line" : "lines"}`;
}

/** The arguments of the call that reads on, as they are sent. */
export function callFor(input: Readonly<Record<string, string | number>>): string {
  return JSON.stringify(input);
}
