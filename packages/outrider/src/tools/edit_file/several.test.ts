import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";

const files = {
  "src/a.ts": "export const a = 1;\nexport const b = 2;\n",
  "src/b.ts": "import { a } from './a';\r\nconsole.log(a);\r\n",
  "notes.md": "# Notes\n\n## Setup\n\nRun it.\n",
};

test("edits of several files are made together, and undone together to the byte", async () => {
  const kit = await openKit(files);
  const edits = [
    { path: "src/a.ts", old_string: "a = 1", new_string: "first = 1" },
    { path: "src/b.ts", old_string: "{ a }", new_string: "{ first }" },
    { path: "src/b.ts", old_string: "log(a)", new_string: "log(first);\nconsole.log(2)" },
    { path: "notes.md", symbol: "Setup", position: "end", new_string: "Twice." },
  ];
  expect(await kit.read("edit_file", { edits })).toMatchInlineSnapshot(`
    "3 files: +6 -3 (undo 1)
    src/a.ts: +1 -1 (line 1)
    @@ -1,2 +1,2 @@
    -export const a = 1;
    +export const first = 1;
     export const b = 2;
    src/b.ts: +3 -2 (2 places, lines 1, 2)
    @@ -1,2 +1,3 @@
    -import { a } from './a';
    -console.log(a);
    +import { first } from './a';
    +console.log(first);
    +console.log(2);
    notes.md: +2 -0 (line 7)
    @@ -5 +5,3 @@
     Run it.
    +
    +Twice."
  `);
  expect(textOf(kit, "src/b.ts")).toBe("import { first } from './a';\r\nconsole.log(first);\r\nconsole.log(2);\r\n");
  await kit.read("edit_code", { action: "undo" });
  for (const [path, text] of Object.entries(files)) expect(textOf(kit, path)).toBe(text);
});

test("where one edit of several files fails, its number and file are named and nothing is written", async () => {
  const kit = await openKit(files);
  const good = { path: "src/a.ts", old_string: "a = 1", new_string: "first = 1" };
  const error = async (bad: object): Promise<string> => {
    const outcome = await kit.call("edit_file", { edits: [good, bad] });
    return outcome.status === "ok" ? "ok" : `${outcome.error.code}: ${outcome.error.message}`;
  };
  expect(await error({ path: "src/b.ts", old_string: "gone", new_string: "x" })).toMatchInlineSnapshot(`
    "no_match: edits[1] of "src/b.ts": \`old_string\` "gone" is not in "src/b.ts". Nothing in it is much like that: look at the text again.
    No edit was made."
  `);
  expect(await error({ path: "src/c.ts", old_string: "a", new_string: "x" })).toMatchInlineSnapshot(`
    "not_found: edits[1]: There is no file "src/c.ts". In its directory, nearest first: a.ts, b.ts.
    No edit was made."
  `);
  expect(await error({ old_string: "a", new_string: "x" })).toMatchInlineSnapshot(
    `"unclear_edit: edits[1] names no file. Give \`path\`."`,
  );
  expect(await error({ path: ".env", old_string: "a", new_string: "x" })).toContain("edits[1]");
  for (const [path, text] of Object.entries(files)) expect(textOf(kit, path)).toBe(text);
});

test("`path` of the call is that of edits without one, and a dry run shows all diffs", async () => {
  const kit = await openKit(files);
  const edits = [
    { old_string: "a = 1", new_string: "c = 1" },
    { path: "src/b.ts", old_string: "{ a }", new_string: "{ c }" },
  ];
  expect(await kit.read("edit_file", { path: "src/a.ts", edits, dry_run: true })).toMatchInlineSnapshot(`
    "2 files: +2 -2; dry run, nothing written
    src/a.ts: +1 -1 (line 1)
    @@ -1,2 +1,2 @@
    -export const a = 1;
    +export const c = 1;
     export const b = 2;
    src/b.ts: +1 -1 (line 1)
    @@ -1,2 +1,2 @@
    -import { a } from './a';
    +import { c } from './a';
     console.log(a);"
  `);
  expect(textOf(kit, "src/a.ts")).toBe(files["src/a.ts"]);
});

test("a file that may not be written keeps the others as they are", async () => {
  const kit = await openKit(files);
  chmodSync(join(kit.root, "src/b.ts"), 0o444);
  const edits = [
    { path: "src/a.ts", old_string: "a = 1", new_string: "c = 1" },
    { path: "src/b.ts", old_string: "{ a }", new_string: "{ c }" },
  ];
  const outcome = await kit.call("edit_file", { edits });
  expect(outcome).toMatchObject({ status: "tool_error", error: { code: "read_only_file" } });
  expect(textOf(kit, "src/a.ts")).toBe(files["src/a.ts"]);
});

test("several calls over the same files at once all make their edits", async () => {
  const kit = await openKit({ "a.txt": "", "b.txt": "" });
  const calls = Array.from({ length: 10 }, async (_, index) => {
    const edits = ["a.txt", "b.txt"].map((path) => ({ path, position: "end", new_string: `line ${index}` }));
    return (await kit.call("edit_file", { edits })).status;
  });
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["ok"]));
  for (const path of ["a.txt", "b.txt"]) expect(textOf(kit, path).trim().split("\n")).toHaveLength(10);
});

test("a file that somebody changes between plan and write is edited as it is then", async () => {
  const kit = await openKit(files);
  writeFileSync(join(kit.root, "src/a.ts"), "export const a = 1;\n");
  const edits = [
    { path: "src/a.ts", old_string: "a = 1", new_string: "c = 1" },
    { path: "notes.md", old_string: "Run", new_string: "Start" },
  ];
  await kit.read("edit_file", { edits });
  expect(textOf(kit, "src/a.ts")).toBe("export const c = 1;\n");
});

function textOf(kit: OutriderKit, path: string): string {
  return readFileSync(join(kit.root, path), "utf8");
}
