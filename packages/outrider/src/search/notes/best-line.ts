import type { Question } from "./read-question.ts";
import { eachTerm } from "./read-text.ts";

/** Which term belongs to which groups, and how much each group says about the texts. */
export interface TermWeights {
  readonly groupsOf: ReadonlyMap<number, readonly number[]>;
  readonly rarity: readonly number[];
}

export function weighTerms({ groups }: Question, rarity: readonly number[]): TermWeights {
  const groupsOf = new Map<number, number[]>();
  groups.forEach(({ terms }, group) => {
    for (const term of terms) groupsOf.set(term, [...(groupsOf.get(term) ?? []), group]);
  });
  return { groupsOf, rarity: [...rarity] };
}

/** The line with most of what was asked for, rare words counting more; undefined where none has any of it. */
export function lineWithMost(lines: readonly string[], { groupsOf, rarity }: TermWeights): number | undefined {
  let best: number | undefined;
  let most = 0;
  lines.forEach((line, index) => {
    const groups = new Set<number>();
    eachTerm(line, (_, term) => {
      for (const group of groupsOf.get(term) ?? []) groups.add(group);
    });
    let score = 0;
    for (const group of groups) score += rarity[group] ?? 0;
    if (score > most) [best, most] = [index, score];
  });
  return best;
}

const longestExcerpt = 160;
const before = 40;

/** Of a long line the part around the first word that was asked for. */
export function cutLine(line: string, { groupsOf }: TermWeights): string {
  const text = line.trim();
  if (text.length <= longestExcerpt) return text;
  let place = -1;
  for (const { 0: name, index } of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    eachTerm(name, (_, term) => {
      if (place === -1 && groupsOf.has(term)) place = index;
    });
    if (place !== -1) break;
  }
  const start = place - before;
  if (start < before / 2) return `${text.slice(0, longestExcerpt)}…`;
  const end = start + longestExcerpt;
  return `…${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}
