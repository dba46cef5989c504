import type { Completeness } from "../syntax/project-symbols.ts";
import { countWords } from "../syntax/references/count-words.ts";
import type { LateFiles } from "../syntax/references/occurrence.ts";
import type { Target } from "../syntax/references/target.ts";
import type { Project } from "../workspace/project.ts";
import { countOf } from "../workspace/text/visible-text.ts";

/** How many files an answer rests on, if not on all of them. */
export interface ReadSoFar {
  readonly done: number;
  readonly total: number;
}

const opening = "Incomplete: ";

/** Says first in an answer that it rests on a part of the files, and what to do about it; nothing for a complete one. */
export function describeIncomplete(read: ReadSoFar | undefined, where = ""): readonly string[] {
  if (read === undefined || read.done >= read.total) return [];
  const files = `${opening}${where}${read.done} of ${read.total} files are read`;
  return [`${files}. What is missing here may be in the others. Ask again in some seconds; grep sees all files now.`];
}

/** Says first in an answer that the time was up before all files with the name were read, and how to go on. */
export function describeLate(late: LateRead | undefined): readonly string[] {
  if (late === undefined) return [];
  const { done, total, words } = late;
  const read = `${opening}${done} of ${total} files that hold the name were read in time`;
  const left = `the other ${total - done} hold it ${countOf(words, "time")}, and may have more uses and change what is said of these`;
  return [
    `${read}; ${left}. The same call goes on from here: what was read is kept. grep finds the word in all files now.`,
  ];
}

interface LateRead extends ReadSoFar {
  /** How often the name stands in the files that were not read. */
  readonly words: number;
}

/** Whether a sentence of an answer is one of these. */
export function saysIncomplete(sentence: string): boolean {
  return sentence.startsWith(opening);
}

/** What is missing because the time was up, with all words that may be places. */
export async function lateOf(
  late: LateFiles | undefined,
  target: Target,
  { root }: Pick<Project, "root">,
  signal: AbortSignal,
): Promise<{ readonly late?: { done: number; total: number; words: number } }> {
  if (late === undefined) return {};
  const { files, of } = late;
  const words = await countWords(root, files, writtenName(target), { signal });
  return { late: { done: of - files.length, total: of, words } };
}

/** A constructor is called by the name of its type. */
function writtenName({ symbol, container }: Target): string {
  return symbol.kind === "constructor" ? (container?.name ?? symbol.name) : symbol.name;
}

/** The field of an answer. */
export function partialOf(completeness: Completeness | undefined): {
  readonly partial?: { done: number; total: number };
} {
  if (completeness?.state !== "partial") return {};
  return { partial: { done: completeness.done, total: completeness.total } };
}
