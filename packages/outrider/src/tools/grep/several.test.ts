import { describe, expect, test } from "vitest";
import { openGrep as open } from "../../../test/support/grep-kit.ts";

describe("several at once", () => {
  const files = { "src/a.ts": "one\ntwo\none two\n", "src/deep/b.ts": "two\n", "test/c.ts": "one\n", "d.md": "two\n" };

  test("a line counts once if any pattern matches", async () => {
    const { text } = open(files);
    expect(await text({ pattern: ["one", "two"], glob: "src/a.ts" })).toBe(
      "3 matches in 1 file:\nsrc/a.ts\n1:one\n2:two\n3:one two",
    );
    expect(await text({ pattern: ["o.e", "(two"], literal: true })).toContain("No matches");
  });

  test("a file fits if one glob fits and none excludes it", async () => {
    const { text } = open(files);
    const found = async (glob: string[]) =>
      (await text({ pattern: ["one", "two"], glob, output: "files" })).split("\n").slice(1);
    expect(await found(["src/**", "*.md"])).toEqual(["d.md", "src/a.ts", "src/deep/b.ts"]);
    expect(await found(["*.ts", "!src/deep/**"])).toEqual(["src/a.ts", "test/c.ts"]);
    expect(await found(["!test", "!*.md"])).toEqual(["src/a.ts", "src/deep/b.ts"]);
    expect(await found(["{src,test}/**"])).toEqual(["src/a.ts", "src/deep/b.ts", "test/c.ts"]);
    expect(await found(["{src/**,test/*}"])).toEqual(["src/a.ts", "src/deep/b.ts", "test/c.ts"]);
  });

  test("inside braces `**` reaches any depth, below `path` as from the root", async () => {
    const deep = open({
      "src/search/a/b/one.ts": "x\n",
      "src/search/two.ts": "x\n",
      "src/syntax/c/three.ts": "x\n",
      "src/other/four.ts": "x\n",
    });
    const found = async (glob: string): Promise<number> =>
      (await deep.text({ pattern: "x", path: "src", glob, output: "files" })).split("\n").length - 1;
    expect(await found("{search/**,syntax/**}")).toBe(3);
    expect(await found("{search,syntax}/**")).toBe(3);
    expect(await found("src/{search,syntax}/**")).toBe(3);
  });

  test("none, or one that is wrong, is an error that says which", async () => {
    const { call } = open(files);
    expect(await call({ pattern: [] })).toMatchObject({ status: "invalid_input" });
    expect(await call({ pattern: ["one", ""] })).toMatchObject({ status: "invalid_input" });
    expect(await call({ pattern: ["one", "t(wo"] })).toMatchObject({ error: { code: "invalid_pattern" } });
  });
});

describe("with or without tests", () => {
  const files = {
    "src/lib.rs": `pub fn save() {}
pub fn load() { save(); }
#[cfg(test)]
mod tests {
    #[test]
    fn saves() { super::save(); }
}
pub fn more() { save(); }
`,
    "src/only.rs": "#[test]\nfn saves() { save(); }\n",
    "tests/all.rs": "fn helper() { save(); }\n",
    "src/a.go": "package a\nfunc save() {}\n",
    "src/a_test.go": "package a\nfunc TestSave() { save() }\n",
  };

  test("by the names of files, and by syntax where a file has both", async () => {
    const { text } = open(files);
    expect(await text({ pattern: "save", tests: "none" })).toMatchInlineSnapshot(`
      "4 matches in 2 files:
      src/a.go
      2:func save() {}
      src/lib.rs
      1:pub fn save() {}
      2:pub fn load() { save(); }
      8:pub fn more() { save(); }"
    `);
    expect(await text({ pattern: "save", tests: "only" })).toMatchInlineSnapshot(`
      "4 matches in 4 files:
      src/a_test.go
      2:func TestSave() { save() }
      src/lib.rs
      6:    fn saves() { super::save(); }
      src/only.rs
      2:fn saves() { save(); }
      tests/all.rs
      1:fn helper() { save(); }"
    `);
    expect(await text({ pattern: "save", tests: "none", output: "count" })).toMatchInlineSnapshot(`
      "4 matches in 2 files:
      src/lib.rs: 3
      src/a.go: 1"
    `);
    expect(await text({ pattern: "saves", tests: "only", output: "files" })).toMatchInlineSnapshot(`
      "2 files:
      src/lib.rs
      src/only.rs"
    `);
    expect(await text({ pattern: "saves", tests: "none" })).toMatchInlineSnapshot(`
      "No matches.
      All matches are in tests: 2 files."
    `);
  });

  test("pages count what is left", async () => {
    const { text } = open(files);
    expect(await text({ pattern: "save", tests: "none", offset: 2, limit: 1 })).toMatchInlineSnapshot(`
      "4 matches in 2 files:
      src/lib.rs
      2:pub fn load() { save(); }
      [1 of 4 shown. Next: offset 3. Narrow with path, glob or type, or page with offset. Most in: src/lib.rs 3, src/a.go 1.]"
    `);
  });
});
