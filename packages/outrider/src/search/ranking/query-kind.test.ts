import { expect, test } from "vitest";
import { kindOf, placesIn } from "./query-kind.ts";
import { readQuery } from "./read-query.ts";

const kindFor = (query: string): string => kindOf(query, placesIn(query));

test.each([
  "Session",
  "readFile",
  "read_file",
  "fs.readFile",
  "Sinatra::Helpers",
  "Plug.Conn",
  "parse()",
  "fn main",
  "valid?",
  "Client#send",
  "$scope",
])("%s is a name", (query) => expect(kindFor(query)).toBe("symbol"));

test.each([
  "how are cookies stored",
  "panic recovery middleware",
  "error and exception types",
  "ZodError and its issues",
  "where is config.toml read",
])("%s is words", (query) => expect(kindFor(query)).toBe("words"));

test.each([
  "TypeError: x is not a function",
  "error[E0308]: mismatched types",
  "thread 'main' panicked at src",
  "fatal: not a git repository",
])("%s is a message", (query) => expect(kindFor(query)).toBe("error"));

test.each([
  [
    "at run (src/a.ts:12:3)\nat main (src/b.ts:4:1)",
    [
      ["src/a.ts", 11],
      ["src/b.ts", 3],
    ],
  ],
  [
    'File "app/models.py", line 42, in save\n  File "app/db.py", line 7, in put',
    [
      ["app/models.py", 41],
      ["app/db.py", 6],
    ],
  ],
  ["panic\n\t/go/src/x/main.go:88 +0x1d", [["/go/src/x/main.go", 87]]],
  ["src\\Program.cs(14,9): error\nbuild failed", [["src/Program.cs", 13]]],
])("%j is a trace", (query, places) => {
  expect(kindFor(query)).toBe("trace");
  expect(
    placesIn(query)
      .filter(({ line }) => line !== undefined)
      .map(({ path, line }) => [path, line]),
  ).toEqual(places);
});

test.each(["x", "a/", "_a", "1", "aB3/+"])(
  "a question with 200,000 characters of %j in a row is read, its ends included",
  (part) => {
    const { words } = readQuery(`parse ${part.repeat(200_000 / part.length)} config`, () => false);
    expect(words).toEqual(expect.arrayContaining(["parse", "config"]));
  },
);
