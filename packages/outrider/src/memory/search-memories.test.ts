import { expect, test } from "vitest";
import { searchMemories } from "./search-memories.ts";
import { splitWords } from "./words.ts";

const notes = [
  {
    topic: "build/ci",
    title: "How CI runs",
    body: "# How CI runs\n\nThe workflow calls npm test.\nCaches live in the runner.\n",
  },
  {
    topic: "writer",
    title: "Writing files",
    body: "# Writing files\n\n`replaceFile` renames over the old file.\n\n## Locks\n\nOne lock a project, see acquireLock.\n",
  },
  { topic: "style", title: "Style", body: "Small files. Tests are sentences; see the runner.\n" },
  { topic: "日本", title: "日本語の設定", body: "設定ファイルは二つあります。\n" },
];
const search = (query: string) =>
  searchMemories(notes, query, 10).found.map(({ item, line, excerpt }) => [item.topic, line, excerpt]);

test("words are split where names are", () => {
  expect(splitWords("parseHTTPResponse read_file v2")).toEqual([
    "parsehttpresponse",
    "parse",
    "http",
    "response",
    "readfile",
    "read",
    "file",
    "v2",
    "v",
    "2",
  ]);
});

test("a part of a name is found, with the line that has it", () => {
  expect(search("acquire lock")).toEqual([["writer", 7, "One lock a project, see acquireLock."]]);
  expect(search("replace_file")[0]).toEqual(["writer", 3, "`replaceFile` renames over the old file."]);
});

test("the beginning of a word is enough", () => {
  expect(search("workfl")).toEqual([["build/ci", 3, "The workflow calls npm test."]]);
});

test("a title counts more than the text", () => {
  const { found } = searchMemories(
    [
      { topic: "a", title: "Other", body: "locks locks\n" },
      { topic: "b", title: "Locks", body: "How they work\n" },
    ],
    "locks",
    10,
  );
  expect(found.map(({ item }) => item.topic)).toEqual(["b", "a"]);
  expect(found[0]).toMatchObject({ line: 1, excerpt: "How they work" });
});

test("scripts without blanks are found", () => {
  expect(search("設定")).toEqual([["日本", 1, "設定ファイルは二つあります。"]]);
});

test("nothing is found for nothing", () => {
  expect(search("")).toEqual([]);
  expect(search("!!!")).toEqual([]);
  expect(search("zebra")).toEqual([]);
});

test("of a long line the part around the word is shown", () => {
  const body = `${"before ".repeat(60)}needle ${"after ".repeat(60)}`;
  const { found } = searchMemories([{ topic: "a", title: "A", body }], "needle", 1);
  expect(found[0]?.excerpt).toMatch(/^….{100,}…$/);
  expect(found[0]?.excerpt).toContain("needle");
});

test("the total is of all, however few are asked for", () => {
  const { found, total } = searchMemories(notes, "runner", 1);
  expect([found.length, total]).toEqual([1, 2]);
});
