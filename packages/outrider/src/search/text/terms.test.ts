import { expect, test } from "vitest";
import { declaredTerm, isTelling, stemOf, termOfWord, termsOfName, wholeTerm } from "./terms.ts";
import { splitWords } from "./words.ts";

test.each([
  ["readFile", ["read", "file"]],
  ["read_file", ["read", "file"]],
  ["HTTPServer2", ["http", "server2", "server"]],
  ["sha256 of utf8", ["sha256", "sha", "of", "utf8", "utf"]],
  ["größteZahl", ["größte", "zahl"]],
  ["日本語", ["日本", "本語"]],
  ["", []],
])("%s is made of %j", (text, words) => expect(splitWords(text)).toEqual(words));

test("Forms of a word are one term, different words are not", () => {
  expect(termOfWord("parsing")).toBe(termOfWord("parses"));
  expect(termOfWord("write")).not.toBe(termOfWord("writer"));
  expect(stemOf("utf8")).toBe("utf8");
});

test("A name of several words is a term of its own, however it is written", () => {
  expect(wholeTerm("read_file")).toBe(wholeTerm("readFile"));
  expect(termsOfName("readFile").terms).toContain(wholeTerm("READ_FILE"));
  expect(termsOfName("read").terms).toEqual([termOfWord("read")]);
});

test("To declare a name is another term than to use it", () => {
  expect(declaredTerm("readFile")).not.toBe(wholeTerm("readFile"));
  expect(declaredTerm("read_file")).toBe(declaredTerm("readFile"));
});

test("Words that stand everywhere say nothing", () => {
  expect(["the", "x", "how"].filter(isTelling)).toEqual([]);
  expect(["id", "语", "cookie"].every(isTelling)).toBe(true);
});
