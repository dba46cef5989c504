import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";

const files = {
  "src/a.ts": "export function getUser(id: string) {\n  return getUser(id + 1);\n}\n",
  "src/b.ts": "import { getUser } from './a';\r\ngetUser('x');\r\n",
  "src/b.test.ts": "import { getUser } from './a';\ntest('x', () => getUser('y'));\n",
  "docs/use.md": "Call `getUser`.\n",
};

describe("a preview", () => {
  test("shows each match with its number and line before and after, and writes nothing", async () => {
    const kit = await openKit(files);
    const text = await kit.read("edit_file", {
      pattern: String.raw`\bget(\w+)\(`,
      new_string: "load$1(",
      glob: "src/**",
      tests: "none",
    });
    expect(text).toMatchInlineSnapshot(`
      "Preview 9a9b5287: 3 matches in 2 files; nothing is written yet.
      src/a.ts (2)
       1 line 1
        - export function getUser(id: string) {
        + export function loadUser(id: string) {
       2 line 2
        -   return getUser(id + 1);
        +   return loadUser(id + 1);
      src/b.ts (1)
       3 line 2
        - getUser('x');
        + loadUser('x');
      Not searched: ignored, binary and secret files.
      Write all: {"apply":"9a9b5287"}; some: "9a9b5287:1,4-6"; all but some: "9a9b5287:!3"."
    `);
    for (const [path, content] of Object.entries(files)) expect(textOf(kit, path)).toBe(content);
  });

  test("its id writes all matches, and one undo takes all of them back to the byte", async () => {
    const kit = await openKit(files);
    const id = await preview(kit, { old_string: "getUser", new_string: "$load", glob: ["*.ts", "!*.test.ts"] });
    expect(await kit.read("edit_file", { apply: id })).toMatchInlineSnapshot(`
      "2 files: +4 -4 (undo 1)
      src/a.ts: +2 -2 (2 places)
      @@ -1,3 +1,3 @@
      -export function getUser(id: string) {
      -  return getUser(id + 1);
      +export function $load(id: string) {
      +  return $load(id + 1);
       }
      src/b.ts: +2 -2 (2 places)
      @@ -1,2 +1,2 @@
      -import { getUser } from './a';
      -getUser('x');
      +import { $load } from './a';
      +$load('x');"
    `);
    expect(textOf(kit, "src/b.ts")).toBe("import { $load } from './a';\r\n$load('x');\r\n");
    expect(textOf(kit, "src/b.test.ts")).toBe(files["src/b.test.ts"]);
    await kit.read("edit_code", { action: "undo" });
    for (const [path, content] of Object.entries(files)) expect(textOf(kit, path)).toBe(content);
  });

  test("some matches, or all but some, are written by their numbers", async () => {
    const kit = await openKit({ "a.txt": "x x x\n", "b.txt": "x\n" });
    const some = await preview(kit, { old_string: "x", new_string: "y", glob: "*.txt" });
    expect(await kit.read("edit_file", { apply: `${some}:2,4`, dry_run: true })).toContain("2 matches in 2 files");
    await kit.read("edit_file", { apply: `${some}:2,4` });
    expect([textOf(kit, "a.txt"), textOf(kit, "b.txt")]).toEqual(["x y x\n", "y\n"]);
    const butOne = await preview(kit, { old_string: "x", new_string: "z", path: "a.txt", glob: "*" });
    await kit.read("edit_file", { apply: `${butOne}:!1` });
    expect(textOf(kit, "a.txt")).toBe("x y z\n");
  });

  test.each([
    ["3fa9c2d1", "no_preview"],
    ["all", "unclear_edit"],
    ["../../etc", "unclear_edit"],
    ["ID:5", "unclear_edit"],
    ["ID:0", "unclear_edit"],
    ["ID:2-1", "unclear_edit"],
    ["ID:a", "unclear_edit"],
    ["ID:!1-2", "no_change"],
  ])("apply %j is refused as %s", async (apply, code) => {
    const kit = await openKit({ "a.txt": "x x\n" });
    const id = await preview(kit, { old_string: "x", new_string: "y", glob: "*.txt" });
    const outcome = await kit.call("edit_file", { apply: apply.replace("ID", id) });
    expect(outcome).toMatchObject({ status: "tool_error", error: { code } });
    expect(textOf(kit, "a.txt")).toBe("x x\n");
  });

  test("a file that changed since is refused by its name, and nothing is written", async () => {
    const kit = await openKit({ "a.txt": "x\n", "b.txt": "x\n" });
    const id = await preview(kit, { old_string: "x", new_string: "y", glob: "*.txt" });
    writeFileSync(join(kit.root, "b.txt"), "x x\n");
    const outcome = await kit.call("edit_file", { apply: id });
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: { code: "stale", message: expect.stringContaining('"b.txt"') },
    });
    expect(textOf(kit, "a.txt")).toBe("x\n");
  });

  test("a preview whose record was changed on the disk is none", async () => {
    const kit = await openKit({ "a.txt": "x\n" });
    const id = await preview(kit, { old_string: "x", new_string: "y", glob: "*.txt" });
    const local = join(kit.root, ".outrider");
    const record = readdirSync(local, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(id)) ?? "";
    const kept = readFileSync(join(local, record), "utf8");
    writeFileSync(join(local, record), kept.replace('"text":"y"', '"text":"z"'));
    expect(await kit.call("edit_file", { apply: id })).toMatchObject({ error: { code: "no_preview" } });
    expect(textOf(kit, "a.txt")).toBe("x\n");
  });

  test("of many matches some of each file are shown, with exact totals", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 70 }, (_, index) => [`f${String(index).padStart(2, "0")}.txt`, "x x x\n"]),
    );
    const kit = await openKit(many);
    const text = await kit.read("edit_file", { old_string: "x", new_string: "y", glob: "*.txt" });
    expect(text).toContain("210 matches in 70 files");
    expect(text).toContain("and 10 more files");
    expect(text).toContain("[40 of 210 shown.");
    expect(text).toContain("f59.txt (3: 178-180)");
  });
});

describe("what is left out is told", () => {
  test("ignored, generated, binary and read-only files and those with secrets are not changed", async () => {
    const kit = await openKit({
      ".gitignore": "dist/\n",
      "dist/a.js": "old\n",
      ".env": "KEY=old\n",
      "gen.ts": "// Code generated by tool. DO NOT EDIT.\nexport const a = 'old';\n",
      "app.min.js": "old\n",
      "data.bin": Buffer.from("old\n\0\0old"),
      "fixed.txt": "old\n",
      "a.txt": "old\n",
    });
    chmodSync(join(kit.root, "fixed.txt"), 0o444);
    const text = await kit.read("edit_file", { old_string: "old", new_string: "new", glob: "*" });
    expect(text.replace(/[0-9a-f]{8}/g, "ID")).toMatchInlineSnapshot(`
      "Preview ID: 1 match in 1 file; nothing is written yet.
      a.txt (1)
       1 line 1
        - old
        + new
      Skipped, generated: app.min.js, gen.ts.
      Skipped, no permission to write: fixed.txt.
      Not searched: ignored, binary and secret files.
      Write all: {"apply":"ID"}; some: "ID:1,4-6"; all but some: "ID:!3"."
    `);
  });

  test("where nothing fits, the error says what was left out", async () => {
    const kit = await openKit({ "gen.ts": "// @generated\nexport const a = 'old';\n", "a.test.ts": "new\n" });
    const error = async (input: object): Promise<string> => {
      const outcome = await kit.call("edit_file", { new_string: "x", glob: "*", ...input });
      return outcome.status === "ok" ? outcome.text : `${outcome.error.code}: ${outcome.error.message}`;
    };
    expect(await error({ old_string: "nowhere" })).toMatchInlineSnapshot(
      `"no_match: There is no match of "nowhere". Not searched: ignored, binary and secret files."`,
    );
    expect(await error({ old_string: "old" })).toMatchInlineSnapshot(
      `"no_change: There is nothing to replace for "old". Skipped, generated: gen.ts. Not searched: ignored, binary and secret files."`,
    );
    expect(await error({ old_string: "new", tests: "none" })).toMatchInlineSnapshot(
      `"no_change: There is nothing to replace for "new". All matches are in tests. Not searched: ignored, binary and secret files."`,
    );
    expect(await error({ old_string: "new", new_string: "new" })).toMatchInlineSnapshot(
      `"no_change: There is nothing to replace for "new". 1 match would stay the same. Not searched: ignored, binary and secret files."`,
    );
  });

  test("an empty match behind a last line without line end is told, not silently left", async () => {
    const kit = await openKit({ "a.txt": "one\ntwo" });
    const text = await kit.read("edit_file", { pattern: "$", new_string: ";", glob: "*" });
    expect(text).toContain("1 match in 1 file");
    expect(text).toContain("Not replaced: the empty match behind the last line, without a line end, of a.txt.");
  });

  test("new syntax errors are told before and after the write", async () => {
    const kit = await openKit({ "a.ts": "export const a = call(1);\n", "b.ts": "call(2);\n" });
    const id = await preview(kit, { pattern: String.raw`\(1\)`, new_string: "(1", glob: "*.ts" });
    const text = await kit.read("edit_file", { apply: id });
    expect(text).toContain("New syntax errors:\n a.ts:1:");
  });
});

describe("what a call asks", () => {
  test.each<[string, object, RegExp]>([
    ["both", { pattern: "a", old_string: "b", new_string: "c" }, /two texts to look for/],
    ["no new text", { pattern: "a" }, /`new_string` is missing/],
    ["no text", { glob: "*.ts", new_string: "c" }, /`old_string` is missing/],
    ["a heading", { pattern: "a", new_string: "c", symbol: "Setup" }, /`symbol` does not go with `pattern`/],
    ["apply and more", { apply: "3fa9c2d1", new_string: "c" }, /`new_string` does not go with `apply`/],
    ["look-around", { pattern: "a(?=b)", new_string: "c" }, /neither look-around nor back-references/],
    ["a broken pattern", { pattern: "a(", new_string: "c" }, /no valid regular expression/],
    ["a broken glob", { pattern: "a", new_string: "c", glob: "{a" }, /cannot be read/],
    ["no such place", { pattern: "a", new_string: "c", path: "none" }, /There is no file or directory/],
  ])("%s is refused with what to do", async (_, input, message) => {
    const kit = await openKit({ "a.ts": "a\n" });
    const outcome = await kit.call("edit_file", input);
    expect(outcome.status === "ok" ? outcome.text : outcome.error.message).toMatch(message);
  });

  test("an expression that would never end elsewhere ends here", async () => {
    const kit = await openKit({ "a.txt": `${"a".repeat(50_000)}b\n` });
    const outcome = await kit.call("edit_file", { pattern: "^(a+)+$", new_string: "x", glob: "*" });
    expect(outcome).toMatchObject({ status: "tool_error", error: { code: "no_match" } });
  });

  test("`$1` in front of a letter is the group, as no group has a name with a digit in front", async () => {
    const kit = await openKit({ "a.txt": "one two\n" });
    const id = await preview(kit, {
      pattern: String.raw`(\w+) (?P<b>\w+)`,
      new_string: "$2nd ${b} $1 $$1",
      path: "a.txt",
    });
    await kit.read("edit_file", { apply: id });
    expect(textOf(kit, "a.txt")).toBe("twond two one $1\n");
  });
});

async function preview(kit: OutriderKit, input: object): Promise<string> {
  const text = await kit.read("edit_file", input);
  return /^Preview ([0-9a-f]{8}):/.exec(text)?.[1] ?? text;
}

function textOf(kit: OutriderKit, path: string): string {
  return readFileSync(join(kit.root, path), "utf8");
}
