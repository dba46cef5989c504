import { readFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";
import { stubReadFile } from "../../../test/support/stub-read-file.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { nextSteps } from "../next-steps.ts";
import tool from "./index.ts";

const readme = "---\ntitle: Demo\n---\n\n# Demo\n\nHello, reader.\n\n## Setup\n\n- Install\n- Run\n\n## Use\n\nGo.\n";
const files = { "README.md": readme, "src/a.ts": "export function a() {\n\treturn 1;\n}\n\nexport const b = 2;\n" };

function symbolTables() {
  const tables = openSymbolTables(lentThreads);
  onTestFinished(() => tables.close());
  return tables.symbolsOf;
}

function open(
  content: Readonly<Record<string, string | Uint8Array>> = files,
  options: Parameters<typeof openTestWorkspace>[1] = {},
) {
  const opened = openTestWorkspace(content, options);
  const kit = harness([tool, stubReadFile], {
    services: () => ({
      workspace: opened.workspace.session(testCaller),
      hidesSecrets: true,
      symbolsOf: symbolTables(),
    }),
    nextSteps,
    realTime: true,
  });
  onTestFinished(() => kit.close());
  const bytes = (path: string): Buffer => readFileSync(join(opened.root, path));
  const edit = async (input: Parameters<typeof kit.call>[1]): Promise<string> => {
    const outcome = await kit.call("edit_file", input);
    if (outcome.status === "ok") return outcome.text;
    return `${outcome.status} ${outcome.error.code}: ${outcome.error.message}`;
  };
  return { ...opened, kit, edit, bytes };
}

describe("conformance", () => {
  const shared = {
    services: () => ({ workspace: openTestWorkspace(files).workspace.session(testCaller), symbolsOf: symbolTables() }),
    registry: [tool, stubReadFile],
    nextSteps,
  };
  testConformance(tool, shared);
});

test("what a model reads after an edit", async () => {
  const { edit, bytes } = open();
  expect(await edit({ path: "src/a.ts", old_string: "return 1", new_string: "return 2" })).toMatchInlineSnapshot(`
    "src/a.ts: +1 -1 (line 2)
    @@ -1,3 +1,3 @@
     export function a() {
    -	return 1;
    +	return 2;
     }"
  `);
  expect(await edit({ path: "src/a.ts", old_string: "    return 2;", new_string: "    const x = 3;\n    return x;" }))
    .toMatchInlineSnapshot(`
      "src/a.ts: +2 -1 (line 2)
      \`old_string\` matches line 2 except for whitespace; \`new_string\` was indented as the file is.
      @@ -1,3 +1,4 @@
       export function a() {
      -	return 2;
      +	const x = 3;
      +	return x;
       }"
    `);
  expect(await edit({ path: "README.md", symbol: "Setup", position: "end", new_string: "- Enjoy" }))
    .toMatchInlineSnapshot(`
    "README.md: +1 -0 (line 13)
    @@ -12,2 +12,3 @@
     - Run
    +- Enjoy
     "
  `);
  expect(await edit({ path: "README.md", front_matter: { title: "Tour", draft: true } })).toMatchInlineSnapshot(`
    "README.md: +2 -1 (line 1)
    @@ -1,3 +1,4 @@
     ---
    -title: Demo
    +title: Tour
    +draft: true
     ---"
  `);
  expect(bytes("README.md").toString()).toBe(
    readme.replace("Demo\n---", "Tour\ndraft: true\n---").replace("- Run\n", "- Run\n- Enjoy\n"),
  );
});

test("what a model reads after several edits", async () => {
  const { edit, bytes } = open();
  const edits = [
    { old_string: "a()", new_string: "first()" },
    { position: "end" as const, new_string: "// end" },
    { line: 1, new_string: "// start" },
  ];
  expect(await edit({ path: "src/a.ts", edits })).toMatchInlineSnapshot(`
    "src/a.ts: +3 -1 (3 places, lines 1, 6)
    @@ -1,2 +1,3 @@
    -export function a() {
    +// start
    +export function first() {
     	return 1;
    @@ -5 +6,2 @@
     export const b = 2;
    +// end"
  `);
  expect(bytes("src/a.ts").toString()).toBe(
    "// start\nexport function first() {\n\treturn 1;\n}\n\nexport const b = 2;\n// end\n",
  );
});

test("a dry run shows the diff and writes nothing", async () => {
  const { edit, bytes } = open();
  expect(await edit({ path: "README.md", symbol: "Use", new_string: "Go on.\n", dry_run: true }))
    .toMatchInlineSnapshot(`
      "README.md: +1 -1 (line 16); dry run, nothing written
      @@ -13,4 +13,4 @@
       
       ## Use
       
      -Go.
      +Go on."
    `);
  expect(bytes("README.md").toString()).toBe(readme);
});

test("what a model reads when an edit cannot be made", async () => {
  const { edit, bytes } = open();
  expect(await edit({ path: "src/a.ts", old_string: "return one;", new_string: "x" })).toMatchInlineSnapshot(`
    "tool_error no_match: \`old_string\` "return one;" is not in "src/a.ts". The nearest lines, with their numbers in front:
    2		return 1;"
  `);
  expect(await edit({ path: "src/a.ts", old_string: "export", new_string: "x" })).toMatchInlineSnapshot(
    `"tool_error ambiguous: \`old_string\` is 2 times in "src/a.ts": lines 1, 5. Add lines around it until only one place fits, give the \`line\` of the one you mean, or set \`replace_all\` to change them all."`,
  );
  expect(await edit({ path: "none.ts", old_string: "a", new_string: "b" })).toMatchInlineSnapshot(
    `"tool_error not_found: There is no file "none.ts". In its directory, nearest first: README.md, src."`,
  );
  expect(await edit({ path: "src", old_string: "a", new_string: "b" })).toMatchInlineSnapshot(
    `"tool_error is_directory: "src" is a directory."`,
  );
  expect(await edit({ path: "src/a.ts" })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: It is not said where to edit. Give \`old_string\`, \`symbol\` (a heading), \`line\`, or \`position\` "start" or "end" for the file."`,
  );
  expect(
    await edit({ path: "src/a.ts", old_string: "a", edits: [{ old_string: "a", new_string: "b" }] }),
  ).toMatchInlineSnapshot(
    `"tool_error unclear_edit: Beside \`edits\` there is \`old_string\`. Put it into an edit of the list, or leave \`edits\` out."`,
  );
  expect(
    await edit({
      path: "src/a.ts",
      edits: [
        { old_string: "a()", new_string: "z()" },
        { old_string: "gone", new_string: "b" },
      ],
    }),
  ).toMatchInlineSnapshot(`
    "tool_error no_match: edits[1] (after the edits before it): \`old_string\` "gone" is not in "src/a.ts". Nothing in it is much like that: look at the text again.
    No edit was made."
  `);
  expect(await edit({ path: "src/a.ts", edits: [{ old_str: "a", new_string: 1 }] })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: edits[0].new_string: Invalid input: expected string, received number; edits[0]: Unrecognized key: "old_str". Each edit is an object with some of: path, old_string, new_string, replace_all, symbol, position, line. No edit was made."`,
  );
  expect(await edit({ path: "src/a.ts", edits: [] })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: edits: Too small: expected array to have >=1 items. Each edit is an object with some of: path, old_string, new_string, replace_all, symbol, position, line. No edit was made."`,
  );
  expect(bytes("src/a.ts").toString()).toBe(files["src/a.ts"]);
});

const utf16 = (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")]);
const utf16be = (text: string) => utf16(text).swap16();
const latin1 = (text: string) => Buffer.from(text, "latin1");
const marked = (text: string) => Buffer.from(`\ufeff${text}`);
const utf8 = (text: string) => Buffer.from(text);

test.each<[string, (text: string) => Buffer, string]>([
  ["UTF-8", utf8, "\n"],
  ["CRLF", utf8, "\r\n"],
  ["CR", utf8, "\r"],
  ["a byte order mark", marked, "\n"],
  ["a byte order mark and CRLF", marked, "\r\n"],
  ["UTF-16 LE", utf16, "\r\n"],
  ["UTF-16 BE", utf16be, "\n"],
  ["Latin-1", latin1, "\n"],
  ["Latin-1 and CRLF", latin1, "\r\n"],
])("%s is kept byte for byte outside of the edit, with and without a final line end", async (_, encode, eol) => {
  const text = ["Grüße aus Köln", "two", "three für", "vier"].join(eol);
  const { edit, bytes } = open({ "a.txt": encode(text + eol), "b.txt": encode(text) });
  for (const path of ["a.txt", "b.txt"]) {
    expect(await edit({ path, old_string: "two\nthree", new_string: "zwei\nneu\ndrei" })).toContain("+3 -2");
    const result = text.replace(`two${eol}three`, `zwei${eol}neu${eol}drei`);
    expect(bytes(path).equals(encode(path === "a.txt" ? result + eol : result))).toBe(true);
  }
});

test("mixed line ends and bytes that are no UTF-8 stay as they are", async () => {
  const text = Buffer.concat([utf8("één ünd zwölf\r\n"), Buffer.of(0xff, 0x80), utf8("\nold\r\nend")]);
  const { edit, bytes } = open({ "a.txt": text });
  expect(await edit({ path: "a.txt", old_string: "old", new_string: "new\nlines" })).toContain("+2 -1");
  expect(
    bytes("a.txt").equals(
      Buffer.concat([utf8("één ünd zwölf\r\n"), Buffer.of(0xff, 0x80), utf8("\nnew\r\nlines\r\nend")]),
    ),
  ).toBe(true);
});

test("a character that the file's encoding lacks is refused, and nothing is written", async () => {
  const { edit, bytes } = open({ "a.txt": latin1("Grüße\n") });
  expect(await edit({ path: "a.txt", old_string: "Grü", new_string: "日本" })).toContain("tool_error cannot_encode");
  expect(bytes("a.txt").equals(latin1("Grüße\n"))).toBe(true);
});

test("files that the policy withholds are refused", async () => {
  const { edit, outside } = open({
    ".env": "KEY=hunter2\n",
    ".git/config": "x\n",
    "data.bin": Buffer.of(0, 1, 2, 0, 0),
  });
  for (const path of [".env", ".git/config", "data.bin", "../outside/a", `${outside}/a`]) {
    const answer = await edit({ path, old_string: "x", new_string: "y" });
    expect(answer).toMatch(/^tool_error /);
    expect(answer).not.toContain("hunter2");
  }
});

test("a read-only project is not edited, not even for a dry run", async () => {
  const { edit } = open(files, { security: { read_only: true } });
  expect(await edit({ path: "src/a.ts", old_string: "1", new_string: "2", dry_run: true })).toContain(
    "tool_error read_only",
  );
});

test("a cancel in the middle leaves all edits of a call or none", async () => {
  const { kit, bytes } = open();
  const rounds = Array.from({ length: 40 }, (_, round) => round);
  const ended = new Set<number>();
  for (const round of rounds) {
    const edits = rounds.map((index) => ({ position: "end", new_string: `// ${round}.${index}` }));
    const outcome = await kit.call(
      "edit_file",
      { path: "src/a.ts", edits },
      { signal: AbortSignal.timeout(round % 10) },
    );
    if (outcome.status === "ok") ended.add(round);
  }
  await kit.close();
  const added = bytes("src/a.ts").toString().slice(files["src/a.ts"].length).trimEnd().split("\n");
  for (const round of rounds) {
    const kept = added.filter((line) => line.startsWith(`// ${round}.`)).length;
    expect(ended.has(round) ? [40] : [0, 40]).toContain(kept);
  }
});

test("a hundred edits at once are all made", async () => {
  const { kit, bytes } = open({ "list.txt": "start\n" });
  const calls = Array.from({ length: 100 }, (_, index) =>
    kit.call("edit_file", { path: "list.txt", position: "end", new_string: `line ${index}` }),
  );
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
  expect([...statuses]).toEqual(["ok"]);
  expect(bytes("list.txt").toString().trimEnd().split("\n")).toHaveLength(101);
});

test("where nothing is, the answer names the call that helps", async () => {
  const { kit } = open();
  const call = async (input: Parameters<typeof kit.call>[1]) => {
    const outcome = await kit.call("edit_file", input);
    return outcome.status === "ok" ? outcome : outcome.error;
  };
  expect(await call({ path: "src/deep/er/b.ts", old_string: "a", new_string: "b" })).toMatchObject({
    message: 'There is no file "src/deep/er/b.ts". The nearest directory that is there: "src".',
    next: { tool: "read_file", input: { path: "src" } },
  });
  expect(await call({ path: "lib/a.ts", old_string: "a", new_string: "b" })).toMatchObject({
    message: 'There is no file "lib/a.ts". The project has src/a.ts.',
    next: { tool: "read_file", input: { path: "src/a.ts" } },
  });
  expect(await call({ path: "new/b.ts", old_string: "", new_string: "b\n" })).toMatchObject({
    message: 'There is no file "new/b.ts". `create_file` makes it, with `new_string` as its `content`.',
  });
});

test("a file too large to be edited without holding up everybody is refused before it is read", async () => {
  const { edit, bytes } = open({
    "big.txt": "x".repeat(8 * 1024 * 1024 + 1),
    "most.txt": `x${"\n".repeat(1024 * 1024)}`,
  });
  expect(await edit({ path: "big.txt", position: "end", new_string: "y" })).toMatchInlineSnapshot(
    `"tool_error too_large: "big.txt" has 8388609 bytes, and at most 8388608 are edited. Change it with a command (sed, a script) instead."`,
  );
  expect(bytes("big.txt")).toHaveLength(8 * 1024 * 1024 + 1);
  expect(await edit({ path: "most.txt", old_string: "x", new_string: "y" })).toContain("+1 -1");
});

test("others have their turn while sections of a long text are edited, and the file ends up right", async () => {
  const part = (index: number) => `## ${index}.0\n\n${"- some words here\n".repeat(15)}\n`;
  const text = `# Log\r\n\n${Array.from({ length: 2_500 }, (_, index) => part(index)).join("")}`;
  const { edit, bytes } = open({ "log.md": text });
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  onTestFinished(() => clearInterval(counting));
  const edits = [7, 2_000].map((index) => ({ symbol: `${index}.0`, new_string: "Short." }));
  expect(await edit({ path: "log.md", edits })).toContain("2 places");
  expect(turns).toBeGreaterThan(8);
  const short = (index: number) => part(index).replace("- some words here\n".repeat(15), "Short.\n");
  expect(bytes("log.md").toString()).toBe(text.replace(part(7), short(7)).replace(part(2_000), short(2_000)));
});
