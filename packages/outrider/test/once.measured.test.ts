import { expect, test } from "vitest";
import { parseOutline } from "../src/documents/markdown/outline.ts";
import { applyEdits } from "../src/edits/apply-edits.ts";
import { openTextSearch } from "../src/search/notes/open-text-search.ts";

test("a text is parsed once, however many of its sections are edited", () => {
  const sections = Array.from({ length: 3_000 }, (_, at) => `## ${at}.0\n\n${"- some words here\n".repeat(15)}\n`);
  const long = `# Log\n\n${sections.join("")}`;
  const edits = Array.from({ length: 8 }, (_, index) => ({ symbol: `${index * 300}.0`, new_string: "x" }));
  parseOutline(long);
  const started = performance.now();
  const outline = parseOutline(long);
  const parsed = performance.now();
  expect(applyEdits({ text: long, eol: "\n", path: "a.md", outline }, { edits }).applied).toHaveLength(8);
  // Four parses an edit would take 32 times as long.
  expect(performance.now() - parsed).toBeLessThan(12 * (parsed - started));
});

test("notes that were searched before are not read again", async () => {
  const { signal } = new AbortController();
  const texts = openTextSearch({ byMeaning: true });
  const items = Array.from({ length: 200 }, (_, at) => {
    const note = {
      id: `note-${at}`,
      title: `Part ${at}`,
      body: "One lock a project, see acquireLock.\n".repeat(20 + at),
    };
    return { ...note, source: note };
  });
  const took: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const started = performance.now();
    await texts.search(items, "where is the lock acquired", { limit: 10, signal });
    took.push(performance.now() - started);
  }
  const [first = 0, ...later] = took;
  expect(Math.min(...later)).toBeLessThan(first / 3);
});
