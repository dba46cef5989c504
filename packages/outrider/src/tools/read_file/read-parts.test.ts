import { expect, test } from "vitest";
import { openReadFileKit } from "../../../test/support/read-file-kit.ts";

const body = Array.from({ length: 8 }, (_, index) => `  call(${index});\n`).join("");
const code = `import a from "a";\n\nfunction other() {}\nfunction main() {\n${body}}\n`;

test("offset and limit choose among the lines of a symbol", async () => {
  const kit = openReadFileKit({ "a.ts": code });
  expect(await kit.read({ path: "a.ts", symbol: "main", offset: 5, limit: 2 })).toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    5	  call(0);
    6	  call(1);
    It goes on to line 13. Next: {"path":"a.ts","symbol":"main","offset":7,"limit":2}"
  `);
  expect(await kit.read({ path: "a.ts", symbol: "main", limit: 2 })).toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    1	import a from "a";
    …
    4	function main() {
    It goes on to line 13. Next: {"path":"a.ts","symbol":"main","offset":5,"limit":2}"
  `);
  expect(await kit.read({ path: "a.ts", symbol: "main", offset: 12 })).toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    12	  call(7);
    13	}"
  `);
  expect(await kit.read({ path: "a.ts", symbol: "main", offset: 40 })).toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    main has no line from 40 on; it is in lines 1-13."
  `);
  expect(await kit.read({ path: "a.ts", symbol: "main", offset: 5, limit: 1, column: 4 })).toContain("5\t…ll(0);");
});

test("offset, limit and column choose among the lines of a value", async () => {
  const json = JSON.stringify({ pad: "p".repeat(500), long: "x".repeat(3000), list: [1, 2, 3, 4] });
  const kit = openReadFileKit({ "a.json": json });
  expect(await kit.read({ path: "a.json", symbol: "list", offset: 2, limit: 2 })).toMatchInlineSnapshot(`
    "a.json (list: array)
     1,
     2,
    Lines 2-3 of 6 of the value. Next: {"path":"a.json","symbol":"list","offset":4,"limit":2}"
  `);
  expect(await kit.read({ path: "a.json", symbol: "list", offset: 9 })).toMatchInlineSnapshot(`
    "a.json (list: array)
    There is no line 9 of the value: it has 6."
  `);
  const cut = await kit.read({ path: "a.json", symbol: "long" });
  expect(cut).toContain('Line 1 goes on: {"path":"a.json","symbol":"long","offset":1,"limit":1,"column":2000}');
  const rest = await kit.read({ path: "a.json", symbol: "long", offset: 1, limit: 1, column: 2000 });
  expect(rest).toBe(`a.json (long: string)\n…${"x".repeat(1001)}"`);
});

test("the pages of a pattern keep their size", async () => {
  const kit = openReadFileKit({ "a.txt": "hit\n".repeat(6) });
  const answer = await kit.read({ path: "a.txt", pattern: "hit", limit: 2 });
  expect(answer).toContain('More: {"path":"a.txt","pattern":"hit","offset":3,"limit":2}');
});

test("a match far in a long line is shown, on disk as in memory", async () => {
  const line = `${"ä".repeat(3000)} needle ${"b".repeat(3000)}`;
  const large = `${`${"filler ".repeat(20)}\n`.repeat(70_000)}${line}\nend\n`;
  const kit = openReadFileKit({ "a.txt": `first needle\n${line}\n`, "big.txt": large });
  const [, first, far] = (await kit.read({ path: "a.txt", pattern: "needle" })).split("\n");
  expect(first).toBe("1\tfirst needle");
  expect(far).toMatch(/^2\t…ä{49,51} needle b{440,444}…$/);
  expect(await kit.read({ path: "big.txt", pattern: "needle" })).toMatch(/^70001\t…ä{49,51} needle b+…$/m);
});

test("every line that is cut can be read on", async () => {
  const kit = openReadFileKit({ "a.txt": `${"x".repeat(2500)}\nshort\n${"y".repeat(2400)}\n${"z".repeat(2100)}\n` });
  expect((await kit.read({ path: "a.txt" })).split("\n").slice(-2)).toEqual([
    'Line 1 goes on: {"path":"a.txt","offset":1,"limit":1,"column":2000}',
    "Likewise, by offset:column: 3:2000, 4:2000",
  ]);
});

test("a large directory is read page by page", async () => {
  const files = Array.from({ length: 230 }, (_, index) => [`d/f${String(index).padStart(3, "0")}`, ""]);
  const kit = openReadFileKit(Object.fromEntries(files));
  const first = await kit.read({ path: "d" });
  expect(first).toContain('f099\nEntries 1-100 of 230. Next: {"path":"d","offset":101}');
  expect(await kit.read({ path: "d", offset: 201 })).toMatch(/entries\)\nf200\n[^]*f229$/);
  expect(await kit.read({ path: "d", offset: 3, limit: 2, pattern: "x" })).toMatchInlineSnapshot(`
    "d (directory, 230 entries)
    f002
    f003
    Entries 3-4 of 230. Next: {"path":"d","offset":5,"limit":2}
    A directory has no lines: symbol and pattern were not used."
  `);
  expect(await kit.read({ path: "d", offset: 500 })).toContain("There is no entry 500: the directory has 230.");
});

test("what is too long to be parsed says what works instead, and has no outline", async () => {
  const files = {
    "a.yaml": "key: [1, 2, 3]\n".repeat(7_000),
    "a.json": `{"a": [${"1,\n".repeat(250_000)}1]}`,
    "a.toml": `a = [\n${"1,\n".repeat(120_000)}]\n`,
    "a.ts": "export function main(): void {}\n".repeat(140_000),
    "a.md": "# Title\n".repeat(140_000),
  };
  const kit = openReadFileKit(files);
  for (const path of Object.keys(files)) {
    expect(await kit.read({ path, symbol: "a" })).toMatch(/^\[too_large\].* Use pattern, or offset and limit\.$/);
    expect(await kit.read({ path })).not.toContain("with symbol");
  }
});
