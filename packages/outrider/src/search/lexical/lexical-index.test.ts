import fc from "fast-check";
import { expect, test } from "vitest";
import { addCount, raiseNameLevel, type ChunkTerms, type FileTerms } from "../records/file-terms.ts";
import { joinInSteps, joinSegments } from "./join-segments.ts";
import { createLexicalIndex, type LexicalIndex } from "./lexical-index.ts";
import { scoreTerms, tuning, type WantedGroup } from "./score-terms.ts";
import { createTermScores } from "./term-scores.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

/** A chunk as a list of terms of its body; the first is in its name as well. */
type PlainChunk = readonly number[];
type PlainContent = readonly PlainChunk[];

function termsOf(content: PlainContent): FileTerms {
  const terms = Uint32Array.from(new Set(content.flat())).sort();
  const chunks = content.map((words, startLine): ChunkTerms => {
    const counts = new Map<number, number>();
    for (const word of words) counts.set(word, addCount(counts.get(word) ?? 0, "body"));
    const [name] = words;
    if (name !== undefined) counts.set(name, raiseNameLevel(counts.get(name) ?? 0, 2));
    const sorted = [...counts]
      .map(([term, count]) => [terms.indexOf(term), count] as const)
      .sort((a, b) => a[0] - b[0]);
    const at = Uint32Array.from(sorted, ([each]) => each);
    const lengths = [name === undefined ? 0 : 1, 0, 0, words.length] as const;
    return {
      startLine,
      endLine: startLine + 1,
      symbol: undefined,
      lengths,
      at,
      counts: Uint16Array.from(sorted, ([, count]) => count),
    };
  });
  return { language: "text", note: undefined, terms, chunks };
}

interface Scored {
  readonly chunks: readonly number[];
  readonly body: number;
  readonly cover: number;
}

function scoresOf(index: LexicalIndex<string>, wanted: readonly WantedGroup[]): ReadonlyMap<string, Scored> {
  const last = index.segments.at(-1);
  const scores = createTermScores(
    last === undefined ? 0 : last.chunkBase + last.contentOf.length,
    last === undefined ? 0 : last.contentBase + last.alive.length,
  );
  scoreTerms(index, wanted, scores);
  const found = new Map<string, Scored>();
  for (const [key, { segment, content }] of index.slots) {
    const first = segment.chunkBase + (segment.firstChunk[content] ?? 0);
    const end = segment.chunkBase + (segment.firstChunk[content + 1] ?? 0);
    const number = segment.contentBase + content;
    expect(index.keyAt(number)).toBe(key);
    found.set(key, {
      chunks: Array.from(scores.chunk.subarray(first, end)),
      body: scores.body[number] ?? 0,
      cover: scores.cover[number] ?? 0,
    });
  }
  return found;
}

/** BM25 as it is written in books, over what there is now. */
function naive(
  contents: ReadonlyMap<string, PlainContent>,
  wanted: readonly WantedGroup[],
): ReadonlyMap<string, Scored> {
  const { k1, chunkB, contentB, fields } = tuning;
  const all = [...contents.values()];
  const chunks = all.flat();
  const length = (chunk: PlainChunk): number => (chunk.length > 0 ? fields.name : 0) + chunk.length * fields.body;
  const mean = (values: readonly number[]): number =>
    Math.max(1e-6, values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
  const meanChunk = mean(chunks.map(length));
  const meanBody = mean(all.map((content) => content.flat().length));
  const idf = (having: number, of: number): number => Math.log(1 + (of - having + 0.5) / (having + 0.5));
  const found = new Map<string, Scored>();
  for (const [key, content] of contents) {
    const scored = { chunks: content.map(() => 0), body: 0, cover: 0 };
    for (const { terms, weight } of wanted) {
      const has = (words: readonly number[]): boolean => words.some((word) => terms.includes(word));
      const chunkIdf = weight * idf(chunks.filter(has).length, chunks.length);
      const contentIdf = weight * idf(all.filter((each) => has(each.flat())).length, all.length);
      content.forEach((words, at) => {
        const name = words[0] !== undefined && terms.includes(words[0]) ? 2 : 0;
        const count = words.filter((word) => terms.includes(word)).length * fields.body + name * fields.name;
        const norm = k1 * (1 - chunkB + (chunkB * length(words)) / meanChunk);
        if (count > 0) scored.chunks[at] = (scored.chunks[at] ?? 0) + (chunkIdf * count * (k1 + 1)) / (count + norm);
      });
      const count = content.flat().filter((word) => terms.includes(word)).length;
      const norm = k1 * (1 - contentB + (contentB * content.flat().length) / meanBody);
      if (count > 0) scored.body += (contentIdf * count * (k1 + 1)) / (count + norm);
      if (count > 0) scored.cover += contentIdf;
    }
    found.set(key, scored);
  }
  return found;
}

function expectSame(found: ReadonlyMap<string, Scored>, wanted: ReadonlyMap<string, Scored>): void {
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [key, scored] of wanted) {
    expect(found.get(key)?.body).toBeCloseTo(scored.body, 4);
    expect(found.get(key)?.cover).toBeCloseTo(scored.cover, 4);
    scored.chunks.forEach((score, at) => expect(found.get(key)?.chunks[at]).toBeCloseTo(score, 4));
  }
}

const someContent = fc.array(fc.array(fc.nat(12), { maxLength: 8 }), { maxLength: 4 });
const someKey = fc.integer({ min: 0, max: 9 }).map((each) => `k${each}`);
type Step =
  | { readonly add: readonly (readonly [string, PlainContent])[] }
  | { readonly remove: string }
  | { readonly join: boolean };
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.array(fc.tuple(someKey, someContent), { maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: someKey }) },
  { weight: 1, arbitrary: fc.record({ join: fc.boolean() }) },
);
const someWanted = fc.array(
  fc.record({ terms: fc.uniqueArray(fc.nat(14), { minLength: 1, maxLength: 3 }), weight: fc.constantFrom(1, 0.5) }),
  { minLength: 1, maxLength: 4 },
);

test("Adding, removing and joining in any order scores as BM25 does over what is left", () => {
  fc.assert(
    fc.property(fc.array(someStep, { maxLength: 12 }), someWanted, (steps, wanted) => {
      const index = createLexicalIndex<string>();
      const model = new Map<string, PlainContent>();
      for (const step of steps) {
        if ("add" in step) {
          for (const [key, content] of step.add) if (!model.has(key)) model.set(key, content);
          const fresh = step.add.filter(
            ([key], at) => step.add.findIndex(([other]) => other === key) === at && !index.slots.has(key),
          );
          index.add(fresh.map(([key, content]) => [key, termsOf(content)] as const));
        } else if ("remove" in step) {
          model.delete(step.remove);
          index.remove(step.remove);
        } else {
          const segments = index.segments.slice();
          const job = { segments, parts: segments.map((segment) => ({ segment, alive: segment.alive.slice() })) };
          const joined = joinSegments(job.parts);
          // Something may leave between the two.
          const [first] = model.keys();
          if (step.join && first !== undefined) {
            model.delete(first);
            index.remove(first);
          }
          index.adoptJoined(job, joined);
        }
      }
      expect(index.totals.contents).toBe(model.size);
      expect(index.totals.chunks).toBe([...model.values()].flat().length);
      expectSame(scoresOf(index, wanted), naive(model, wanted));
    }),
    { numRuns: proofSize(300, 60) },
  );
});

test("Joined in steps or at once is the same, and what left is gone from it", () => {
  const index = createLexicalIndex<string>();
  index.add([
    ["a", termsOf([[1, 2], [3]])],
    ["b", termsOf([[2, 4]])],
  ]);
  index.remove("a");
  const parts = index.segments.map((segment) => ({ segment, alive: segment.alive }));
  const steps = joinInSteps(parts);
  let last = steps.next();
  while (last.done !== true) last = steps.next();
  expect(last.value).toEqual(joinSegments(parts));
  expect([...last.value.terms]).toEqual([2, 4]);
  expect([...last.value.firstChunk]).toEqual([0, 1]);
});

test("Many small additions leave few segments", () => {
  const index = createLexicalIndex<number>();
  for (let key = 0; key < 500; key += 1) index.add([[key, termsOf([[key % 50, key % 7, 60]])]]);
  expect(index.segments.length).toBeLessThan(12);
  expect(index.totals.contents).toBe(500);
});

test("A segment most of which has left is to be joined", () => {
  const index = createLexicalIndex<number>();
  index.add(Array.from({ length: 20 }, (_, key) => [key, termsOf([[key]])] as const));
  expect(index.joinJob()).toBeUndefined();
  for (let key = 0; key < 15; key += 1) index.remove(key);
  const job = index.joinJob();
  expect(job?.segments).toHaveLength(1);
  if (job !== undefined) index.adoptJoined(job, joinSegments(job.parts));
  expect(index.segments[0]?.keys).toHaveLength(5);
  expect(index.joinJob()).toBeUndefined();
});
