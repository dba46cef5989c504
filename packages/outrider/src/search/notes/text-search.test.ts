import { expect, test } from "vitest";
import { openTextSearch } from "./open-text-search.ts";

const { signal } = new AbortController();

interface Note {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

const byMeaning = openTextSearch({ byMeaning: true });
const byWords = openTextSearch({ byMeaning: false });

async function searchIn(notes: readonly Note[], query: string, { limit = 10, texts = byMeaning } = {}) {
  const items = notes.map((note) => ({ ...note, source: note }));
  return await texts.search(items, query, { limit, signal });
}

const notes = [
  {
    id: "build/ci",
    title: "How CI runs",
    body: "# How CI runs\n\nThe workflow calls npm test.\nCaches live in the runner.\n",
  },
  {
    id: "writer",
    title: "Writing files",
    body: "# Writing files\n\n`replaceFile` renames over the old file.\n\n## Locks\n\nOne lock a project, see acquireLock.\n",
  },
  { id: "style", title: "Style", body: "Small files. Tests are sentences; see the runner.\n" },
  { id: "日本", title: "日本語の設定", body: "設定ファイルは二つあります。\n" },
];
const search = async (query: string) =>
  (await searchIn(notes, query)).found.map(({ item, line, excerpt }) => [item.id, line, excerpt]);

test("a part of a name is found, with the line that has it", async () => {
  expect(await search("acquire lock")).toEqual([["writer", 7, "One lock a project, see acquireLock."]]);
  expect((await search("replace_file"))[0]).toEqual(["writer", 3, "`replaceFile` renames over the old file."]);
});

test("the beginning of a word is enough", async () => {
  expect(await search("workfl")).toEqual([["build/ci", 3, "The workflow calls npm test."]]);
});

test("a title counts more than the text", async () => {
  const { found } = await searchIn(
    [
      { id: "a", title: "Other", body: "locks locks\n" },
      { id: "b", title: "Locks", body: "How they work\n" },
    ],
    "locks",
  );
  expect(found.map(({ item }) => item.id)).toEqual(["b", "a"]);
  expect(found[0]).toMatchObject({ line: 1, excerpt: "How they work" });
});

test("words are found in other forms, shortened ones and joined ones", async () => {
  expect((await search("rename a file"))[0]).toEqual(["writer", 3, "`replaceFile` renames over the old file."]);
  expect((await search("cached"))[0]).toEqual(["build/ci", 4, "Caches live in the runner."]);
  const { found } = await searchIn([{ id: "a", title: "Auth", body: "How it works.\n" }], "authentication", {
    texts: byWords,
  });
  expect(found).toHaveLength(1);
  expect((await search("work flow"))[0]).toEqual(["build/ci", 3, "The workflow calls npm test."]);
});

test("words that say little are looked for when there are no others", async () => {
  expect(await search("over")).toEqual([["writer", 3, "`replaceFile` renames over the old file."]]);
  expect(new Set((await search("over the runner")).map(([id]) => id))).toEqual(new Set(["build/ci", "style"]));
});

test("however its letters are composed, a word is the same", async () => {
  const { total } = await searchIn([{ id: "a", title: "A", body: "Le caf\u00e9 est fermé.\n" }], "cafe\u0301");
  expect(total).toBe(1);
});

test("scripts without blanks are found", async () => {
  expect(await search("設")).toEqual([["日本", 1, "設定ファイルは二つあります。"]]);
  expect(await search("設定")).toEqual([["日本", 1, "設定ファイルは二つあります。"]]);
});

test("nothing is found for nothing", async () => {
  expect(await search("")).toEqual([]);
  expect(await search("!!!")).toEqual([]);
  expect(await search("zebra")).toEqual([]);
});

test("of a long line the part around the word is shown", async () => {
  const body = `${"before ".repeat(60)}needle ${"after ".repeat(60)}`;
  const { found } = await searchIn([{ id: "a", title: "A", body }], "needle");
  expect(found[0]?.excerpt).toMatch(/^….{100,}…$/);
  expect(found[0]?.excerpt).toContain("needle");
});

test("the total is of all, however few are asked for", async () => {
  const { found, total } = await searchIn(notes, "runner", { limit: 1 });
  expect([found.length, total]).toEqual([1, 2]);
});

test("a changed text is found by what it says now, and no longer by what it said", async () => {
  const texts = openTextSearch({ byMeaning: true });
  expect((await searchIn([{ id: "a", title: "A", body: "zebras\n" }], "zebras", { texts })).total).toBe(1);
  expect((await searchIn([{ id: "a", title: "A", body: "lions\n" }], "zebras", { texts })).total).toBe(0);
});

test("texts that have only a part of the question come behind one that has all of it", async () => {
  const { found } = await searchIn(
    [
      { id: "a", title: "Retry", body: "When we retry, and when we do not retry.\n" },
      { id: "b", title: "Other", body: "Uploads: retry after a timeout.\n" },
    ],
    "uploads timeout retry",
  );
  expect(found.map(({ item }) => item.id)).toEqual(["b", "a"]);
});

test("a search that was given up ends with the reason", async () => {
  const items = notes.map((note) => ({ ...note, source: note }));
  const given = AbortSignal.abort(new Error("given up"));
  await expect(byMeaning.search(items, "lock", { limit: 1, signal: given })).rejects.toThrow("given up");
});
