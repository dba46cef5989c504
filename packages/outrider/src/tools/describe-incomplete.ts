import type { Completeness } from "../syntax/project-symbols.ts";

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

/** Whether a sentence of an answer is one of these. */
export function saysIncomplete(sentence: string): boolean {
  return sentence.startsWith(opening);
}

/** The field of an answer. */
export function partialOf(completeness: Completeness | undefined): {
  readonly partial?: { done: number; total: number };
} {
  if (completeness?.state !== "partial") return {};
  return { partial: { done: completeness.done, total: completeness.total } };
}
