import { expect, test } from "vitest";
import type { Answer } from "./find-hits.ts";
import { summarize } from "./summarize.ts";

const whole = { place: "shop", done: 20, total: 20, lexicalOnly: undefined, note: undefined };
const none: Answer = {
  kind: "words",
  found: [],
  memories: [],
  total: 0,
  unlisted: 0,
  coverage: [whole],
  isStale: false,
};
const asked = { query: "x", offset: 0, in: undefined, path: undefined, language: undefined } as const;
const note = { topic: "a", title: "A", line: 1, excerpt: "", private: false, bytes: 0, updatedAt: "", stale: [] };

test("what an answer does not rest on is said", () => {
  const coverage = [
    { ...whole, done: 5, lexicalOnly: "it is off" },
    { ...whole, place: "zod", note: "still reading" },
  ];
  expect(summarize(asked, { ...none, unlisted: 1, coverage, isStale: true }, 1_234)).toBe(
    [
      'Nothing is like "x", 1.23 s, by words; 25 of 40 files read. Other words, or --in all, may find it.',
      "Note: 1 more file with a word of it: too many to be listed",
      "Note: shop: by words alone: it is off",
      "Note: zod: still reading",
      "Note: files change while they are read: lines of some may be off",
    ].join("\n"),
  );
});

test("that no file fits is another thing than that nothing was found", () => {
  const coverage = [{ ...whole, fitting: 0 }];
  expect(summarize({ ...asked, path: "*.zzz", language: "rust" }, { ...none, coverage }, 50)).toBe(
    'No file fits path "*.zzz", language "rust", by words and meaning; all 20 files read.',
  );
  expect(summarize({ ...asked, in: "docs" }, { ...none, coverage: [{ ...whole, fitting: 3 }] }, 50)).toBe(
    'Nothing is like "x", 0.05 s, by words and meaning; all 20 files read.',
  );
});

test("pages tell where they are and how to go on; one past the end says so", () => {
  const memories: Answer = { ...none, kind: undefined, memories: [note, note], total: 5, coverage: [] };
  expect(summarize({ ...asked, offset: 2 }, memories, 50)).toBe("Hits 3 to 4 of 5 in 0.05 s.\nMore: --offset 4");
  expect(summarize({ ...asked, offset: 3 }, memories, 50)).toBe("Hits 4 to 5 of 5 in 0.05 s.");
  expect(summarize({ ...asked, offset: 9 }, { ...memories, memories: [] }, 50)).toBe(
    "--offset 9 is past the end: there are 5 hits.",
  );
  expect(summarize(asked, { ...memories, total: 2 }, 50)).toBe("2 hits in 0.05 s.");
});
