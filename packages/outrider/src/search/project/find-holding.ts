import { readingRank } from "../../syntax/project/reading-rank.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { Project } from "../../workspace/project.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import { tellingWords } from "../ranking/read-query.ts";
import { stemOf } from "../text/terms.ts";
import { isSearchable } from "./searchable.ts";

export interface HoldingOptions {
  readonly signal: AbortSignal;
  /** Only files for which this returns true. */
  readonly scope?: ((path: string) => boolean) | undefined;
}

const maxWords = 12;
/** More are not read before the others: a word that is in most files says nothing about where to begin. */
const maxFiles = 200;
/** Also for files that are named, however the disk is. */
const searchMs = 1_500;
const shortest = 3;

/**
 * The files that hold most of a question's words, best first, by one search of their text. What was not found in time is
 * missing.
 */
export async function findFilesHolding(
  project: Project,
  query: string,
  { signal, scope }: HoldingOptions,
): Promise<readonly string[]> {
  const texts = textsOf(query);
  if (texts.length === 0) return [];
  const held = new Map<string, Set<string>>();
  const note = (path: string, text: string): void => {
    const known = held.get(path);
    if (known === undefined) held.set(path, new Set([text]));
    else known.add(text);
  };
  const limit = limitSignal([signal], searchMs);
  try {
    const files = openFilesOf(project, { signal: limit.signal, containing: texts, telling: true });
    for await (const { path, held: text, undecodable } of files) {
      if (text === undefined || undecodable === true || !isSearchable(path) || scope?.(path) === false) continue;
      note(path, text);
      const lower = path.toLowerCase();
      for (const other of texts) if (lower.includes(other)) note(path, `/${other}`);
    }
  } catch (error) {
    if (!limit.isLate()) throw error;
  } finally {
    limit.release();
  }
  return inOrder(held);
}

/** Files with rarer words first; among equals, source before the rest. */
function inOrder(held: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const counts = new Map<string, number>();
  for (const texts of held.values()) for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const weigh = (texts: ReadonlySet<string>): number => {
    let sum = 0;
    for (const text of texts) sum += Math.log(1 + held.size / (counts.get(text) ?? 1));
    return sum;
  };
  const weighed = Array.from(held, ([path, texts]) => ({ path, weight: weigh(texts), rank: readingRank(path) }));
  return weighed
    .sort((one, other) => other.weight - one.weight || one.rank - other.rank || (one.path < other.path ? -1 : 1))
    .slice(0, maxFiles)
    .map(({ path }) => path);
}

/** What all forms of each word begin with: "certificates" and "certify" share "certif", "retries" and "retry" share "retr". */
function textsOf(query: string): readonly string[] {
  const texts = tellingWords(query).map((word) => {
    const stem = stemOf(word).replace(/(?<=..)i$/, "");
    return word.startsWith(stem) ? stem : word;
  });
  return [...new Set(texts)].filter((text) => text.length >= shortest).slice(0, maxWords);
}
