import { expect, test } from "vitest";
import { diffLines } from "./diff.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("a change is shown with a few lines around it and the right numbers", () => {
  const before = numbers(100);
  expect(diffLines(before, before.replace("line 50\n", "line fifty\nand more\n"))).toMatchInlineSnapshot(`
    {
      "added": 2,
      "removed": 1,
      "text": "@@ -48,5 +48,6 @@
     line 48
     line 49
    -line 50
    +line fifty
    +and more
     line 51
     line 52",
    }
  `);
});

test("changes far from each other are hunks of their own", () => {
  const before = numbers(100);
  const after = before.replace("line 2\n", "").replace("line 90\n", "line ninety\n");
  expect(diffLines(before, after, { context: 1 }).text).toMatchInlineSnapshot(`
    "@@ -1,3 +1,2 @@
     line 1
    -line 2
     line 3
    @@ -89,3 +88,3 @@
     line 89
    -line 90
    +line ninety
     line 91"
  `);
});

test("CRLF is no part of a line, hidden characters are written out, long lines cut", () => {
  const { text } = diffLines("a\r\nb\r\n", `a\r\nb\u202e\u0007\u001b[31m\tx\r\n${"y".repeat(300)}\r\n`);
  expect(text).toMatchInlineSnapshot(`
    "@@ -1,2 +1,3 @@
     a
    -b
    +b\\u202e\\u0007\\u001b[31m	x
    +yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy… (100 more characters)"
  `);
});

test("a missing final line end is told", () => {
  expect(diffLines("a", "a\n").text).toMatchInlineSnapshot(`
    "@@ -1 +1 @@
    -a
    \\ No newline at end of file
    +a"
  `);
  expect(diffLines("", "a\nb").text).toMatchInlineSnapshot(`
    "@@ -1,0 +1,2 @@
    +a
    +b
    \\ No newline at end of file"
  `);
  expect(diffLines("\na\n", "\nb\n").text).toMatchInlineSnapshot(`
    "@@ -1,2 +1,2 @@
     
    -a
    +b"
  `);
});

test("a long diff says how much is left out, the counts are whole", () => {
  const { text, added, removed } = diffLines(numbers(50), numbers(50).replaceAll("line", "row"), { maxLines: 3 });
  expect({ text, added, removed }).toMatchInlineSnapshot(`
    {
      "added": 50,
      "removed": 50,
      "text": "@@ -1,50 +1,50 @@
    -line 1
    -line 2
    (98 more lines of the diff)",
    }
  `);
});

test("texts with nothing in common, or of 16 MB, take no time worth mentioning", () => {
  const before = numbers(20_000);
  expect(diffLines(before, before.replaceAll("line", "row"))).toMatchObject({ added: 20_000, removed: 20_000 });
  const large = numbers(1_000_000);
  expect(diffLines(large, large.replace("line 3\n", "x\n").replace("line 900000\n", "y\n"))).toMatchObject({
    added: 2,
    removed: 2,
  });
});

test("thousands of changes spread over a long text are found one by one", () => {
  const before = Array.from({ length: 60_000 }, (_, index) =>
    index % 10 === 0 ? `const foo${index} = 1;\n` : `line ${index}\n`,
  ).join("");
  expect(diffLines(before, before.replaceAll("foo", "bar"), { maxLines: 10 })).toMatchObject({
    added: 6_000,
    removed: 6_000,
  });
});
