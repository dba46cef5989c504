import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openReadFileKit } from "../../../test/support/read-file-kit.ts";

const code = `import { a } from "a";

export class Box {
  /** Opens it. */
  open(x: number): void {
    a(x);
  }
}
`;
const guide = "---\ntitle: x\n---\n# Guide\n\nhi\n\n## Install\n\nrun it\n\n## Use\n\ncall it\n";

test("a small file is shown whole, with line numbers", async () => {
  const kit = openReadFileKit({ "src/box.ts": code, "one.txt": "only" });
  expect(await kit.read({ path: "src/box.ts" })).toMatchInlineSnapshot(`
    "src/box.ts (8 lines)
    1	import { a } from "a";
    2	
    3	export class Box {
    4	  /** Opens it. */
    5	  open(x: number): void {
    6	    a(x);
    7	  }
    8	}"
  `);
  expect(await kit.read({ path: "one.txt" })).toMatchInlineSnapshot(`
    "one.txt (1 line)
    1	only"
  `);
});

test("lines, and where there are none", async () => {
  const kit = openReadFileKit({ "src/box.ts": code });
  expect(await kit.read({ path: "src/box.ts", offset: 3, limit: 2 })).toMatchInlineSnapshot(`
    "src/box.ts (8 lines)
    3	export class Box {
    4	  /** Opens it. */"
  `);
  expect(await kit.read({ path: "src/box.ts", offset: 50 })).toMatchInlineSnapshot(`
    "src/box.ts (8 lines)
    There is no line 50: the file has 8 lines."
  `);
});

test("around a match", async () => {
  const text = Array.from({ length: 40 }, (_, index) => (index % 10 === 5 ? `hit ${index}` : `line ${index}`)).join(
    "\n",
  );
  const kit = openReadFileKit({ "a.txt": text });
  expect(await kit.read({ path: "a.txt", pattern: "^HIT|^hit 1", limit: 1 })).toMatchInlineSnapshot(`
    "a.txt (40 lines, 1 match)
    13	line 12
    14	line 13
    15	line 14
    16	hit 15
    17	line 16
    18	line 17
    19	line 18"
  `);
  expect(await kit.read({ path: "a.txt", pattern: "hit", limit: 2 })).toMatchInlineSnapshot(`
    "a.txt (40 lines, 4 matches)
    3	line 2
    4	line 3
    5	line 4
    6	hit 5
    7	line 6
    8	line 7
    9	line 8
    …
    13	line 12
    14	line 13
    15	line 14
    16	hit 15
    17	line 16
    18	line 17
    19	line 18
    2 of 4 matches. More: {"path":"a.txt","pattern":"hit","offset":17,"limit":2}"
  `);
  expect(await kit.read({ path: "a.txt", pattern: "nothing like it" })).toMatchInlineSnapshot(`
    "a.txt (40 lines, 0 matches)
    No line matches "nothing like it"."
  `);
  expect(await kit.read({ path: "a.txt", pattern: "(" })).toMatchInlineSnapshot(
    `"[bad_pattern] The pattern "(" is no valid regular expression: unclosed group."`,
  );
});

test("a symbol of code, a heading, a key", async () => {
  const json = '{\n  "scripts": {\n    "test": "vitest"\n  }\n}\n';
  const kit = openReadFileKit({ "box.ts": code, "guide.md": guide, "package.json": json, "a.toml": "[x]\ny = 1\n" });
  expect(await kit.read({ path: "box.ts", symbol: "Box.open" })).toMatchInlineSnapshot(`
    "box.ts (Box/open, 8 lines)
    3	export class Box {
    4	  /** Opens it. */
    5	  open(x: number): void {
    6	    a(x);
    7	  }"
  `);
  expect(await kit.read({ path: "guide.md", symbol: "## Install" })).toMatchInlineSnapshot(`
    "guide.md (Guide/Install, 14 lines)
    8	## Install
    9	
    10	run it
    11	"
  `);
  expect(await kit.read({ path: "package.json", symbol: "scripts.test" })).toMatchInlineSnapshot(`
    "package.json (scripts.test, 5 lines)
    3	    "test": "vitest""
  `);
  expect(await kit.read({ path: "a.toml", symbol: "x" })).toMatchInlineSnapshot(`
    "a.toml (x, 2 lines)
    1	[x]
    2	y = 1"
  `);
});

test("a symbol that is not there says what is", async () => {
  const kit = openReadFileKit({ "box.ts": code, "guide.md": guide, "package.json": '{"a":1}', "a.txt": "x" });
  expect(await kit.read({ path: "box.ts", symbol: "close" })).toMatchInlineSnapshot(
    `"[no_symbol] There is no symbol "close". Of 2, nearest first: Box (line 3); Box/open (line 5). Use pattern, or offset and limit."`,
  );
  expect(await kit.read({ path: "guide.md", symbol: "Uninstall" })).toMatchInlineSnapshot(
    `"[no_section] There is no heading "Uninstall". The file has 3: Guide (line 4); Guide/Install (line 8); Guide/Use (line 12)."`,
  );
  expect(await kit.read({ path: "package.json", symbol: "b" })).toMatchInlineSnapshot(
    `"[no_key] There is nothing at "b". The file has one key: a."`,
  );
  expect(await kit.read({ path: "a.txt", symbol: "x" })).toMatchInlineSnapshot(
    `"[no_symbol] a.txt is a kind of text without symbols. Use pattern, or offset and limit."`,
  );
});

test("several files, one of them missing", async () => {
  const kit = openReadFileKit({ "a.txt": "a\n", "b.txt": "b\n" });
  expect(await kit.read({ path: ["a.txt", "c.txt", "b.txt"] })).toMatchInlineSnapshot(`
    "a.txt (1 line)
    1	a

    c.txt: There is no file "c.txt". In its directory, nearest first: a.txt, b.txt.

    b.txt (1 line)
    1	b"
  `);
  expect(await kit.read({ path: ["x.txt", "../y"] })).toMatchInlineSnapshot(`
    "[not_read] None of 2 files could be read.
    x.txt: There is no file "x.txt". In its directory, nearest first: a.txt, b.txt.
    ../y: "../y" is outside of the project. Paths are relative to its root; another project is named with \`project\`."
  `);
});

test("empty files, directories, images and binaries", async () => {
  const png = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
    Buffer.from([0, 0, 2, 128, 0, 0, 1, 224]),
  ]);
  const elf = Buffer.from("\x7fELF\x02\x01\0\0", "latin1");
  const kit = openReadFileKit({ "src/empty.ts": "", "src/logo.png": png, "src/tool.ts": elf, "src/id_rsa": "x" });
  expect(await kit.read({ path: ["src/empty.ts", "src/logo.png", "src/tool.ts", "src"] })).toMatchInlineSnapshot(`
    "src/empty.ts (empty file)

    src/logo.png (PNG image, 640 × 480 pixels, 24 bytes)

    src/tool.ts (ELF program, 8 bytes)

    src (directory, 3 entries)
    empty.ts
    logo.png
    tool.ts
    1 withheld"
  `);
});

test("other encodings are told, and nothing in a file acts on a reader", async () => {
  const kit = openReadFileKit({
    "utf16.txt": Buffer.from("\uFEFFgrüezi\r\nmitenand", "utf16le"),
    "latin.txt": Buffer.from("gr\xfcezi\n", "latin1"),
    "bom.txt": "\uFEFFhi\n",
    "damaged.txt": Buffer.from("gr\u00fcezi und gr\u00fcezi \xff\n".replace("\xff", ""), "utf8"),
    "evil.txt": "\u001b[2J\u202eabc\u0007\n",
  });
  expect(await kit.read({ path: ["utf16.txt", "latin.txt", "bom.txt", "evil.txt"] })).toMatchInlineSnapshot(`
    "utf16.txt (2 lines, utf-16le)
    1	grüezi
    2	mitenand

    latin.txt (1 line, windows-1252)
    1	grüezi

    bom.txt (1 line, byte order mark)
    1	hi

    evil.txt (1 line)
    1	\\u001b[2J\\u202eabc\\u0007"
  `);
});

test("lines end as language servers see it", async () => {
  const kit = openReadFileKit({ "a.txt": "a\rb\r\nc\nd\u2028e\u000bf" });
  expect(await kit.read({ path: "a.txt" })).toMatchInlineSnapshot(`
    "a.txt (4 lines)
    1	a
    2	b
    3	c
    4	d\\u2028e\\u000bf"
  `);
  expect(await kit.read({ path: "a.txt", pattern: "^c$" })).toContain("3\tc");
});

test("secrets are masked in every way to look at them", async () => {
  const kit = openReadFileKit({ ".env": "# Keys\nAPI_KEY=abc123\n", "secrets.json": '{"a":{"b":"abc123"}}' });
  symlinkSync(".env", join(kit.root, "harmless.txt"));
  expect(await kit.read({ path: ".env" })).toMatchInlineSnapshot(`
    ".env (2 lines, values masked)
    1	# Keys
    2	API_KEY=***"
  `);
  expect(await kit.read({ path: "secrets.json" })).toMatchInlineSnapshot(`
    "secrets.json (1 line, values masked)
    1	a.b: ***"
  `);
  for (const input of [
    { path: "harmless.txt" },
    { path: ".env", pattern: "abc123" },
    { path: ".env", pattern: "API" },
    { path: "secrets.json", symbol: "a.b" },
    { path: [".env", "secrets.json"], offset: 1, limit: 1, column: 2 },
  ]) {
    // The pattern itself comes back in a sentence.
    expect((await kit.read(input)).replace('"abc123"', "")).not.toContain("abc123");
  }
});

test("a file that is not there is answered with what is", async () => {
  const kit = openReadFileKit({ "src/tools/handler.ts": "", "src/main.ts": "", "src/id_rsa": "" });
  expect(await kit.read({ path: "src/handler.ts" })).toMatchInlineSnapshot(`
    "[not_found] There is no file "src/handler.ts". The project has src/tools/handler.ts. In its directory, nearest first: main.ts, tools.
    Next: read_file {"path":"src/tools/handler.ts"}"
  `);
  expect(await kit.read({ path: "src/mian.ts" })).toMatchInlineSnapshot(
    `"[not_found] There is no file "src/mian.ts". In its directory, nearest first: main.ts, tools."`,
  );
  expect(await kit.read({ path: "no/such/file.ts" })).toMatchInlineSnapshot(
    `"[not_found] There is no file "no/such/file.ts"."`,
  );
  expect(await kit.read({ path: "a[b]*.ts" })).toContain("There is no file");
  expect(await kit.read({ path: "../outside/x" })).toContain("outside_project");
  expect(await kit.read({ path: "src/id_rsa" })).toContain("denied_path");
});

test("a handle is read like a file", async () => {
  const kit = openReadFileKit({ "kept.txt": "one\ntwo\nthree\n" });
  const handles = { "@cmd_1": join(kit.root, "kept.txt") };
  const other = openReadFileKit({}, handles);
  expect(await other.read({ path: "@cmd_1", offset: 2, limit: 1 })).toMatchInlineSnapshot(`
    "@cmd_1 (3 lines)
    2	two"
  `);
});

test("libraries, their versions, and what is denied in them", async () => {
  const kit = openReadFileKit({
    "node_modules/zod/package.json": '{"version":"4.1.0"}',
    "node_modules/zod/index.js": "export {};\n",
    "node_modules/zod/.env": "TOKEN=abc\n",
    "node_modules/zod/id_rsa": "abc\n",
  });
  symlinkSync(kit.outside, join(kit.root, "node_modules/zod/link"));
  symlinkSync("../../README.md", join(kit.root, "node_modules/zod/up.md"));
  expect(await kit.read({ path: "library:zod/index.js" })).toMatchInlineSnapshot(`
    "library:zod/index.js (zod 4.1.0, 1 line)
    1	export {};"
  `);
  expect(await kit.read({ path: "library:zod" })).toMatchInlineSnapshot(`
    "library:zod (zod 4.1.0, directory, 5 entries)
    .env
    index.js
    link
    package.json
    up.md
    1 withheld"
  `);
  expect(await kit.read({ path: "library:zod/.env" })).toContain("TOKEN=***");
  expect(await kit.read({ path: "library:zod/id_rsa" })).toContain("denied_path");
  expect(await kit.read({ path: "library:zod/link/x" })).toContain("link_escapes");
  expect(await kit.read({ path: "library:zod/none.js" })).toContain("not_found");
  expect(await kit.read({ path: "library:nope/x" })).toContain("no_library");
});
