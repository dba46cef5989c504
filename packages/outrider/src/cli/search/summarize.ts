import { amount, amountOf, inSeconds } from "./amounts.ts";
import { notesOf } from "./answer-json.ts";
import { describeFilters } from "../../tools/semantic_search/read-filters.ts";
import type { Answer } from "./find-hits.ts";
import type { SearchQuestion } from "./question.ts";

/** The last line: how many hits, how long it took, and what the answer is based on. */
export function summarize(
  { query, offset, ...filters }: Pick<SearchQuestion, "query" | "offset" | "in" | "path" | "language">,
  { kind, found, memories, total, unlisted, coverage, isStale }: Answer,
  ms: number,
): string {
  const shown = kind === undefined ? memories.length : found.length;
  const time = inSeconds(ms);
  const notes = notesOf({ coverage, isStale });
  return [
    shown > 0
      ? `${pageOf(offset, shown, total)} in ${time}${restsOn(coverage)}`
      : total > 0
        ? `--offset ${offset} is past the end: there are ${amount(total)} hits.`
        : isEmpty(coverage)
          ? `No file fits ${describeFilters(filters)}${restsOn(coverage)}`
          : `Nothing is like ${JSON.stringify(query)}, ${time}${restsOn(coverage)}${(filters.in ?? "code") === "code" ? " Other words, or --in all, may find it." : ""}`,
    ...(unlisted === 0 ? [] : [`Note: ${amountOf(unlisted, "more file")} with a word of it: too many to be listed`]),
    ...notes.map((note) => `Note: ${note}`),
    ...(shown > 0 && offset + shown < total ? [`More: --offset ${offset + shown}`] : []),
  ].join("\n");
}

function isEmpty(coverage: Answer["coverage"]): boolean {
  return coverage.length > 0 && coverage.every(({ fitting }) => fitting === 0);
}

function pageOf(offset: number, shown: number, total: number): string {
  if (offset === 0 && shown >= total) return amountOf(shown, "hit");
  return `Hits ${amount(offset + 1)} to ${amount(offset + shown)} of ${amount(total)}`;
}

function restsOn(coverage: Answer["coverage"]): string {
  if (coverage.length === 0) return ".";
  const files = coverage.reduce((sum, each) => sum + each.total, 0);
  const read = coverage.reduce((sum, each) => sum + each.done, 0);
  const how = coverage.every(({ lexicalOnly }) => lexicalOnly === undefined) ? "words and meaning" : "words";
  const all = amountOf(files, "file");
  const readSoFar = read < files ? `${amount(read)} of ${all}` : files === 1 ? all : `all ${all}`;
  return `, by ${how}; ${readSoFar} read.`;
}
