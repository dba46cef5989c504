import { expect, test } from "vitest";
import { stemOf, termOfWord } from "../text/terms.ts";
import { createPathMatcher } from "./match-path-words.ts";
import { pathFacts } from "./path-facts.ts";
import {
  createSiblings,
  familyOf,
  isForeign,
  isHeaderOnly,
  isOlder,
  noteSibling,
  localPlatforms,
  homesOf,
} from "./path-family.ts";
import { readQuery } from "./read-query.ts";
import { agentNounsOf, variantsOf } from "./word-variants.ts";

const stemOfFile = (path: string): readonly string[] => pathFacts(path).stem.map(({ stem }) => stem);

test.each([
  ["src/read-file.ts", ["read", "file"]],
  ["src/routing/mod.rs", ["rout"]],
  ["pkg/http_client/__init__.py", ["http", "client"]],
  ["lib/index.js", ["index"]],
  ["main.go", ["main"]],
  ["types/api.d.ts", ["api"]],
  [".eslintrc", ["eslintrc"]],
])("%s is called %j", (path, words) => expect(stemOfFile(path)).toEqual(words));

test.each([
  "test/a.ts",
  "src/a.test.ts",
  "src/__tests__/a.ts",
  "tests/test_a.py",
  "a_test.go",
  "src/UserTest.java",
  "spec/a_spec.rb",
])("%s is a test", (path) => expect(pathFacts(path).marks.test).toBe(true));

test.each(["src/test_functions.bash", "src/contest.ts", "src/latest/a.ts", "src/attestation.ts", "src/protest.py"])(
  "%s is none",
  (path) => expect(pathFacts(path).marks.test).toBe(false),
);

test("A folder of an older version is older only beside a newer one, and a header only beside its source", () => {
  const siblings = createSiblings();
  for (const path of [
    "src/v3/types.ts",
    "src/v4/types.ts",
    "api/v1/types.go",
    "src/loop.c",
    "src/loop.h",
    "include/only.h",
  ]) {
    noteSibling(siblings, familyOf(path));
  }
  expect(["src/v3/a.ts", "src/v4/a.ts", "api/v1/a.go"].map((path) => isOlder(siblings, familyOf(path)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(["src/loop.h", "include/only.h", "src/loop.c"].map((path) => isHeaderOnly(siblings, familyOf(path)))).toEqual([
    true,
    false,
    false,
  ]);
});

test("A file of another platform is foreign only beside one of this, and when nobody asks for it", () => {
  const [here, there] = localPlatforms.has("windows") ? ["win", "unix"] : ["unix", "win"];
  const siblings = createSiblings();
  for (const path of [`src/${here}/tty.c`, `src/${there}/tty.c`, `os/file_${here}.go`, `ui/${there}/font.c`])
    noteSibling(siblings, familyOf(path));
  const isStrange = (path: string, question: string): boolean =>
    isForeign(siblings, familyOf(path), question.split(" "));
  expect(isStrange(`src/${there}/tty.c`, "terminal raw mode")).toBe(true);
  expect(isStrange(`os/file_${there}.go`, "open a file")).toBe(true);
  expect(isStrange(`src/${there}/tty.c`, `terminal raw mode on ${there}`)).toBe(false);
  expect(isStrange(`src/${here}/tty.c`, "terminal raw mode")).toBe(false);
  expect(isStrange(`src/${there}/handle.c`, "terminal raw mode")).toBe(true);
  expect(isStrange(`ui/${there}/font.c`, "fonts of the system")).toBe(false);
  expect(isStrange(`os/pipe_${there}.go`, "open a pipe")).toBe(false);
  expect(isStrange("src/window/tty.c", "terminal raw mode")).toBe(false);
});

test.each([
  ["linux", ["unix", "linux"]],
  ["darwin", ["unix", "mac"]],
  ["win32", ["windows"]],
] as const)("On %s, code of %j is at home", (platform, names) => expect([...homesOf(platform)]).toEqual(names));

test("Words of a path are matched by their stem, and less surely by how they begin", () => {
  const match = createPathMatcher(readQuery("how the lockfile and its recovery are parsed", () => false));
  const shareOf = (word: string): number | undefined => match({ term: termOfWord(word), stem: stemOf(word) })?.share;
  expect(shareOf("parsing")).toBe(1);
  expect(shareOf("recoverer")).toBe(0.7);
  expect(shareOf("parallel")).toBeUndefined();
  expect(shareOf("unlock")).toBeUndefined();
});

test("Words have other forms in code", () => {
  expect(variantsOf("request")).toContain("req");
  expect(variantsOf("cfg")).toContain("configuration");
  expect(variantsOf("requests")).toContain("req");
  expect(variantsOf("zebra")).toEqual([]);
  expect(agentNounsOf("loads")).toContain("loader");
  expect(agentNounsOf("logging")).toContain("logger");
  expect(agentNounsOf("parser")).toContain("parse");
  expect(agentNounsOf("mapper")).toContain("map");
});
