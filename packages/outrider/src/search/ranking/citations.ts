import type { Slot } from "../lexical/lexical-index.ts";
import { findTerm, type Segment } from "../lexical/segment.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { columnOf } from "./features.ts";
import { pathFacts } from "./path-facts.ts";
import type { RankedRow } from "./rows.ts";

/** How many of the best matches are searched for mentions of others. */
const maxCiting = 15;

const at = {
  cited: columnOf("cited"),
  body: columnOf("body"),
  chunk: columnOf("chunk"),
  cover: columnOf("cover"),
  stemCover: columnOf("stemCover"),
  test: columnOf("test"),
  example: columnOf("example"),
};

/**
 * The share of the best matches that mention the file of each row; earlier matches count more. A question is often about what
 * its hits have in common, which is where they get it from: those that register handlers all mention `Logger`.
 */
export function fillCited(rows: readonly RankedRow[], among: readonly RankedRow[]): void {
  const citing = groupBySegment(chooseCiting(among));
  for (const row of rows) {
    const { called } = pathFacts(row.path);
    let all = 0;
    let cited = 0;
    for (const [segment, members] of citing) {
      const place = findTerm(segment.terms, called);
      const isThere = segment.terms[place] === called;
      for (const { content, slot, weight } of members) {
        if (content === row.content) continue;
        all += weight;
        if (isThere && hasPosting(slot, place)) cited += weight;
      }
    }
    row.values[at.cited] = all === 0 ? 0 : cited / all;
  }
}

interface Citing {
  readonly content: ContentKey;
  readonly slot: Slot<ContentKey>;
  readonly weight: number;
}

function chooseCiting(among: readonly RankedRow[]): readonly Citing[] {
  return among
    .map((row) => ({ row, score: roughScore(row) }))
    .sort((a, b) => b.score - a.score || (a.row.path < b.row.path ? -1 : 1))
    .slice(0, maxCiting)
    .map(({ row: { content, slot } }, place) => ({ content, slot, weight: 1 / (2 + place) }));
}

/** A term is looked up once per segment. */
function groupBySegment(citing: readonly Citing[]): ReadonlyMap<Segment, readonly Citing[]> {
  const groups = new Map<Segment, Citing[]>();
  for (const each of citing) {
    const group = groups.get(each.slot.segment);
    if (group === undefined) groups.set(each.slot.segment, [each]);
    else group.push(each);
  }
  return groups;
}

/** By words alone, without learned weights: these are learned from its results. */
function roughScore({ values }: RankedRow): number {
  const value = (column: number): number => values[column] ?? 0;
  return value(at.chunk) + value(at.body) + value(at.cover) + value(at.stemCover) - value(at.test) - value(at.example);
}

/** Whether the content is among the postings of the term at this index. */
function hasPosting({ segment, content }: Slot<unknown>, place: number): boolean {
  const { starts, chunks, firstChunk } = segment;
  const end = starts[place + 1] ?? 0;
  let low = starts[place] ?? 0;
  let high = end;
  const first = firstChunk[content] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((chunks[middle] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  return low < end && (chunks[low] ?? 0) < (firstChunk[content + 1] ?? 0);
}
