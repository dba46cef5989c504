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
    4	function main() {
    5	  call(0);
    It goes on to line 13. Next: {"path":"a.ts","symbol":"main","offset":6,"limit":2}"
  `);
  expect(await kit.read({ path: "a.ts", symbol: "main", offset: 12 })).toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    12	  call(7);
    13	}"
  `);
  expect(await kit.read({ path: "a.ts", symbol: "main", offset: 40 })).toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    main has no line from 40 on; it is in lines 4-13."
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

test("parts that are written with the path, of several files at once", async () => {
  const kit = openReadFileKit({
    "a.ts": code,
    "b.md": "# B\n\n## Setup\n\nDo it.\n\n## More\n",
    "c#d.txt": "one\n",
    c: "two\n",
    e: "four\nfive\n",
    "data.json": '{ "list": [1, 2] }\n',
  });
  expect(await kit.read({ path: ["a.ts#main", "b.md#Setup", "a.ts:3", "a.ts:3-5", "data.json#list[1]"] }))
    .toMatchInlineSnapshot(`
    "a.ts (main, 13 lines)
    4	function main() {
    5	  call(0);
    6	  call(1);
    7	  call(2);
    8	  call(3);
    9	  call(4);
    10	  call(5);
    11	  call(6);
    12	  call(7);
    13	}

    b.md (B/Setup, 7 lines)
    3	## Setup
    4	
    5	Do it.
    6	

    a.ts (13 lines)
    3	function other() {}

    a.ts (13 lines)
    3	function other() {}
    4	function main() {
    5	  call(0);

    data.json (list[1], 1 line)
    1	{ "list": [1, 2] }"
  `);
  expect(await kit.read({ path: "a.ts#imports" })).toMatchInlineSnapshot(`
    "a.ts (imports, 13 lines)
    1	import a from "a";"
  `);
  // A file of that name comes first.
  expect(await kit.read({ path: ["c#d.txt", "c"] })).toContain("1\tone");
  expect(await kit.read({ path: "e:2-2" })).toContain("2\tfive");
  expect(await kit.read({ path: "none.ts#main" })).toContain('There is no file "none.ts#main"');
  expect(await kit.read({ path: "a.ts#nothing" })).toContain("nothing");
});

test("of files with the name that was asked for, source comes before fixtures of tests", async () => {
  const kit = openReadFileKit({ "a/tests/fixtures/app.py": "", "src/flask/app.py": "", "examples/app.py": "" });
  expect(await kit.read({ path: "app.py" })).toContain(
    "The project has src/flask/app.py, a/tests/fixtures/app.py, examples/app.py.",
  );
});

test("bytes of a file that is no text, when they are asked for", async () => {
  const bytes = Uint8Array.from({ length: 40 }, (_, index) => (index < 4 ? [0, 97, 115, 109][index] : index + 60) ?? 0);
  const kit = openReadFileKit({ "a.wasm": bytes });
  expect(await kit.read({ path: "a.wasm" })).not.toContain("00000000:");
  expect(await kit.read({ path: "a.wasm", limit: 2 })).toMatchInlineSnapshot(`
    "a.wasm (WebAssembly module, 40 bytes)
    00000000: 0061 736d 4041 4243 4445 4647 4849 4a4b  .asm@ABCDEFGHIJK
    00000010: 4c4d 4e4f 5051 5253 5455 5657 5859 5a5b  LMNOPQRSTUVWXYZ["
  `);
  expect(await kit.read({ path: "a.wasm:3" })).toMatchInlineSnapshot(`
    "a.wasm (WebAssembly module, 40 bytes)
    00000020: 5c5d 5e5f 6061 6263                      \\]^_\`abc"
  `);
  expect(await kit.read({ path: "a.wasm", offset: 9 })).toContain("There is no row 9: it has 3 rows of 16 bytes.");
});

test.skipIf(process.platform === "win32")("a file whose name looks like a part of another", async () => {
  const kit = openReadFileKit({ "e:2": "three\n", e: "four\nfive\n" });
  expect(await kit.read({ path: "e:2" })).toContain("1\tthree");
  expect(await kit.read({ path: "e:2-2" })).toContain("2\tfive");
});
