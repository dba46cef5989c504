import { describe, expect, test } from "vitest";
import { isSymbolKind, type SymbolKind } from "../../languages/symbol-kind.ts";
import type { NameQuery } from "./name-query.ts";
import { createNameTable, type NameTable } from "./name-table.ts";
import { searchNames } from "./search-names.ts";
import type { FileNames } from "./segment.ts";

const files: Readonly<Record<string, readonly string[]>> = {
  "src/user.ts": [
    "class User",
    "method User/getUserName",
    "method User/get",
    "function parseUser",
    "constant MAX_USERS",
  ],
  "src/store.ts": ["class Store", "method Store/get", "property Store/user_name", "function größe", "function Straße"],
  "test/user.test.ts": ["test User", "function getUserName"],
  "README.md": ["section User"],
};

describe("names are found", () => {
  test.each<[string, NameQuery, readonly string[]]>([
    [
      "whole ones first, code before texts and tests",
      { name: "User" },
      ["src/user.ts:User", "README.md:User", "test/user.test.ts:User"],
    ],
    ["by a part, whatever the case", { name: "RNAM" }, ["src/user.ts:getUserName", "test/user.test.ts:getUserName"]],
    ["by initials", { name: "gUN" }, ["src/user.ts:getUserName", "test/user.test.ts:getUserName"]],
    ["by initials before a part of a word", { name: "pU" }, ["src/user.ts:parseUser"]],
    ["by initials of words with underscores", { name: "uN" }, ["src/store.ts:user_name"]],
    ["inside of what is named before it", { name: "Store/get" }, ["src/store.ts:get"]],
    ["with the mark of other languages between", { name: "store::get" }, ["src/store.ts:get"]],
    ["with a dot between", { name: "User.get" }, ["src/user.ts:get", "src/user.ts:getUserName"]],
    [
      "only of the kinds that are wanted",
      { name: "user", kinds: new Set<SymbolKind>(["section"]) },
      ["README.md:User"],
    ],
    ["only in files that are wanted", { name: "get", inFile: (path) => path === "src/store.ts" }, ["src/store.ts:get"]],
    ["in spite of a slip", { name: "parseUsre" }, ["src/user.ts:parseUser"]],
    ["by letters in order", { name: "prsusr" }, ["src/user.ts:parseUser"]],
    ["with letters beyond ASCII", { name: "GRÖSSE", match: "substring" }, []],
    ["with letters beyond ASCII, by part", { name: "rößE" }, ["src/store.ts:größe"]],
    ["only whole when that is asked for", { name: "get", match: "exact" }, ["src/store.ts:get", "src/user.ts:get"]],
    ["and nothing is nothing", { name: "zzz" }, []],
  ])("%s", (_, query, expected) => {
    const found = shown(tableOf(files), query);
    expect(found.slice(0, Math.max(expected.length, 1))).toEqual(expected);
  });

  test("in the order of how well they fit", () => {
    expect(shown(tableOf(files), { name: "get" })).toEqual([
      "src/store.ts:get",
      "src/user.ts:get",
      "src/user.ts:getUserName",
      "test/user.test.ts:getUserName",
    ]);
  });
});

test("a file that changes is found by its new names only, and one that is gone by none", () => {
  const table = tableOf(files);
  expect(shown(table, { name: "Store" })).toEqual(["src/store.ts:Store"]);
  table.set("src/store.ts", () => namesOf(["class Shop"]));
  expect(shown(table, { name: "Store", match: "exact" })).toEqual([]);
  expect(shown(table, { name: "Shop" })).toEqual(["src/store.ts:Shop"]);
  table.delete("src/store.ts");
  expect(shown(table, { name: "Shop", match: "exact" })).toEqual([]);
});

test("600 files are as one", () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at}.ts`, [`function made${at}`]]));
  const table = tableOf(many);
  expect(shown(table, { name: "made599" })).toEqual(["f599.ts:made599"]);
  table.delete("f3.ts");
  expect(searchNames(table, { name: "made" })).toHaveLength(599);
});

test("names are made ready in slices, and after an edit only those of the part it is in", async () => {
  const made: string[] = [];
  const table = createNameTable();
  const read = (path: string) => (): FileNames => {
    made.push(path);
    return namesOf([`function ${path.slice(0, -3)}`]);
  };
  for (let at = 0; at < 600; at += 1) table.set(`f${at}.ts`, read(`f${at}.ts`));
  await table.prepare(new AbortController().signal);
  expect(made).toHaveLength(600);
  const before = [...table.segments()];
  table.set("f300.ts", read("f300.ts"));
  await table.prepare(new AbortController().signal);
  expect(made).toHaveLength(601);
  const after = [...table.segments()];
  expect(after.map((segment, at) => segment === before[at])).toEqual([true, false, true]);
  expect(shown(table, { name: "f300" })).toEqual(["f300.ts:f300"]);
});

test("others have their turn while names are made ready, a change meanwhile counts, and the caller can leave", async () => {
  const slowly = (name: string) => (): FileNames => {
    for (const end = performance.now() + 3; performance.now() < end;);
    return namesOf([`function ${name}`]);
  };
  const table = createNameTable();
  for (let at = 0; at < 20; at += 1) table.set(`f${at}.ts`, slowly(`made${at}`));
  const ready = table.prepare(new AbortController().signal);
  table.set("f0.ts", slowly("other"));
  await ready;
  expect(shown(table, { name: "other" })).toEqual(["f0.ts:other"]);
  expect(shown(table, { name: "made0", match: "exact" })).toEqual([]);

  const leaving = new AbortController();
  for (let at = 0; at < 20; at += 1) table.set(`f${at}.ts`, slowly(`again${at}`));
  const left = table.prepare(leaving.signal);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(shown(table, { name: "again7" })).toEqual(["f7.ts:again7"]);
});

function tableOf(all: Readonly<Record<string, readonly string[]>>): NameTable {
  const table = createNameTable();
  for (const [path, names] of Object.entries(all)) table.set(path, () => namesOf(names));
  return table;
}

function namesOf(lines: readonly string[]): FileNames {
  return lines.flatMap((line) => {
    const [kind = "", path = ""] = line.split(" ");
    return isSymbolKind(kind) ? [{ kind, path, name: path.split("/").at(-1) ?? "", test: kind === "test" }] : [];
  });
}

function shown(table: NameTable, query: NameQuery): readonly string[] {
  return searchNames(table, query).map(({ file, index }) => `${file}:${nameIn(table, file, index)}`);
}

function nameIn(table: NameTable, file: string, index: number): string {
  for (const segment of table.segments()) {
    for (let at = 0; at < segment.text.length; at = segment.endAt(at) + 1) {
      const name = segment.nameAt(at);
      if (name?.file === file && name.index === index) return name.name;
    }
  }
  return "?";
}
