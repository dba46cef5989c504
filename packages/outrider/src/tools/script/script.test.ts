import { countTokens } from "toolwright";
import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";

const files = {
  "src/store.ts": [
    "export function openStore(name: string): string {",
    "  return name;",
    "}",
    "",
    "export interface Box {",
    "  size: number;",
    "}",
    "",
  ].join("\n"),
  "src/a.ts":
    'import { openStore } from "./store.ts";\n\nexport const a = openStore("a");\nexport const open = openStore;\n',
  "test/a.test.ts": 'import { openStore } from "../src/store.ts";\n\nopenStore("b");\n',
  "long.txt": Array.from({ length: 3_000 }, (_, index) => `line ${index + 1} of a long file`).join("\n"),
};

const run = async (kit: OutriderKit, code: string): Promise<string> => await kit.read("script", { code });

describe("functions that most scripts need", () => {
  test("uses: by role and place, one row each", async () => {
    const kit = await openKit(files);
    const code = `for (const role of ["import", "call", "other"]) print(role, (await uses("openStore", { role })).join(" | "));
      print((await uses("openStore", { within: "test/" })).length, (await uses("openStore", { path: "src/store.ts" })).length);`;
    expect((await run(kit, code)).split("\n")).toEqual([
      'import src/a.ts:1 import { openStore } from "./store.ts"; | test/a.test.ts:1 import { openStore } from "../src/store.ts";',
      'call src/a.ts:3 export const a = openStore("a"); | test/a.test.ts:3 openStore("b");',
      "other src/a.ts:4 export const open = openStore;",
      "2 5",
    ]);
  });

  test("rows: flat, whatever the answer is of", async () => {
    const kit = await openKit(files);
    const code = `print(rows(await grep({ pattern: "size" })).join());
      print(rows(await symbols({ path: "src/store.ts" })).join(" | "));
      print(rows(await call_graph({ symbol: "openStore" })).map((row) => row.file + ":" + row.line).join());
      return rows(await grep({ pattern: "return name" }));`;
    expect((await run(kit, code)).split("\n")).toEqual([
      "src/store.ts:6 size: number;",
      "src/store.ts:1 export function openStore(name: string): string | src/store.ts:5 export interface Box | src/store.ts:6 size: number",
      expect.stringMatching(/^(?:src\/a\.ts|test\/a\.test\.ts):\d/),
      "src/store.ts:2   return name;",
    ]);
  });

  test("a row is a string with fields", async () => {
    const kit = await openKit(files);
    const code = `const [row] = await find("return name", { path: "src" });
      print(row.slice(0, 12), row.file, row.line, row.text.trim(), /name/.test(row), row.match(/return/)[0]);`;
    expect(await run(kit, code)).toBe("src/store.ts src/store.ts 2 return name; true return");
  });

  test("rows and answers are printed in short form, in their order", async () => {
    const kit = await openKit(files);
    const code = `print("a", await find(["open", "nowhere"], { path: "src" }), await tree({ path: "test" }));
      print((await find("openStore")).map((row) => row.file));`;
    expect((await run(kit, code)).split("\n")).toEqual([
      "a",
      "Nothing found for: nowhere",
      "# open",
      "src/a.ts",
      ' 1 import { openStore } from "./store.ts";',
      ' 3 export const a = openStore("a");',
      " 4 export const open = openStore;",
      "src/store.ts:1 export function openStore(name: string): string {",
      expect.stringContaining("test (1 file in 0 directories"),
      expect.stringContaining("a.test.ts"),
      "src/a.ts",
      "src/a.ts",
      "src/a.ts",
      "src/store.ts",
      "test/a.test.ts",
      "test/a.test.ts",
    ]);
  });

  test("read: parts of several files, and what fails in its place", async () => {
    const kit = await openKit({ ...files, "doc.md": "# One\n\nfirst\n\n# Two\n\nsecond\n" });
    const code =
      'print(await read("src/store.ts#openStore", "src/store.ts:6", ["src/a.ts:3-4", "none.ts"], "doc.md#Two", "test/a.test.ts"))';
    expect((await run(kit, code)).split("\n")).toEqual([
      "src/store.ts:1-3",
      "1\texport function openStore(name: string): string {",
      "2\t  return name;",
      "3\t}",
      "src/store.ts:5-7",
      "5\texport interface Box {",
      "6\t  size: number;",
      "7\t}",
      "src/a.ts:3-4",
      '3\texport const a = openStore("a");',
      "4\texport const open = openStore;",
      "none.ts",
      expect.stringContaining('There is no file "none.ts"'),
      "doc.md:5-7",
      expect.stringContaining("# Two"),
      expect.any(String),
      expect.stringContaining("second"),
      "test/a.test.ts",
      '1\timport { openStore } from "../src/store.ts";',
      "",
      '3\topenStore("b");',
    ]);
  });

  test("read: lines have their numbers, and a whole file counts its imports", async () => {
    const imports = ['import a from "a";', "import {", "  b,", '} from "b";', "", 'import "c";'];
    const python = ["import os", "from a import (", "    b,", ")", "", "import sys"];
    const text = [...imports, "", "one();", "two();", "three();", "11\tis text", ""].join("\n");
    const kit = await openKit({
      "a.ts": text,
      "a.py": `${python.join("\n")}\nrun()\n`,
      "b.ts": 'import "a";\nrun();\n',
    });
    expect(await run(kit, 'print(await read("a.ts", "a.py", "b.ts", "a.ts:2-3,10-11"))')).toBe(
      [
        "a.ts",
        "(imports: lines 1-6)",
        "",
        "8\tone();",
        "9\ttwo();",
        "10\tthree();",
        "11\t11\tis text",
        "a.py",
        "(imports: lines 1-6)",
        "7\trun()",
        "b.ts",
        '1\timport "a";',
        "2\trun();",
        "a.ts:2-3",
        "2\timport {",
        "3\t  b,",
        "a.ts:10-11",
        "10\tthree();",
        "11\t11\tis text",
      ].join("\n"),
    );
  });

  test("show: in order, and what fails in its place", async () => {
    const kit = await openKit(files);
    const code = 'await show(find("return name"), uses("nothing"), body("openStore"), 1);';
    expect((await run(kit, code)).split("\n")).toEqual([
      "src/store.ts:2   return name;",
      expect.stringMatching(/^FAILED There is no symbol "nothing"/),
      "src/store.ts:1-3",
      "1\texport function openStore(name: string): string {",
      "2\t  return name;",
      "3\t}",
      "1",
    ]);
  });

  test("uses: calls and writes of members, however the member is named", async () => {
    const kit = await openKit({
      "a.py":
        "class Box:\n    size: int = 0\n\n    def grow(self) -> None:\n        self.size += 1\n\n\ndef run(box: Box) -> None:\n    box.size = 2\n    box.grow()\n    print(box.size == 2)\n",
    });
    expect(await run(kit, 'print((await uses("Box/size", { role: "write" })).map((row) => row.line).join())')).toBe(
      "5,9",
    );
    expect(await run(kit, 'print((await uses("Box.grow", { role: "call" })).map((row) => row.line).join())')).toBe(
      "10",
    );
  });

  test("uses: a path that does not declare the symbol is the place of its uses", async () => {
    const kit = await openKit(files);
    expect(await run(kit, 'print(await uses("openStore", { path: "test" }))')).toBe(
      [
        "openStore (src/store.ts:1) uses: import 1, call 1",
        "test/a.test.ts",
        ' 1 import { openStore } from "../src/store.ts";',
        ' 3 openStore("b");',
      ].join("\n"),
    );
  });

  test("a long list is printed in part, and the rest counted by file", async () => {
    const kit = await openKit(files);
    const printed = (await run(kit, 'print(await find("line"))')).split("\n");
    expect(printed).toHaveLength(122);
    expect(printed.at(-1)).toBe("… 2880 rows more: long.txt 2880");
  });

  test("find: each line once, without tests where that is asked", async () => {
    const kit = await openKit(files);
    const code =
      'print(await find(["openStore", "import"], { tests: "none" }), await find("openStore", { tests: "only" }))';
    expect((await run(kit, code)).split("\n")).toEqual([
      "Lines that are under an earlier pattern: import 1",
      "# openStore",
      "src/a.ts",
      ' 1 import { openStore } from "./store.ts";',
      ' 3 export const a = openStore("a");',
      " 4 export const open = openStore;",
      "src/store.ts:1 export function openStore(name: string): string {",
      "test/a.test.ts",
      ' 1 import { openStore } from "../src/store.ts";',
      ' 3 openStore("b");',
    ]);
  });

  test("uses: of path#name; much that only the name speaks for is counted by file", async () => {
    const many = Array.from({ length: 30 }, (_, index) => `export const x${index} = (box) => box.size;`);
    const kit = await openKit({ ...files, "src/many.js": many.join("\n") });
    const code =
      'const u = await uses("src/store.ts#Box/size"); print(u, u.length, (await uses("Box/size", { likely: true })).length)';
    expect((await run(kit, code)).split("\n")).toEqual([
      "Box/size (src/store.ts:6) uses: value 30, ~ marks 30 that only the name speaks for; " +
        "10 of the ~ not printed (likely: true prints them): src/many.js 10",
      "src/many.js",
      ...many.slice(0, 20).map((line, index) => ` ${index + 1}~ [x${index}] ${line}`),
      "30 30",
    ]);
    expect(await kit.read("references", { symbol: "src/store.ts#Box", output: "files" })).toContain("src/store.ts:5");
  });

  test("uses of each, where several symbols have the name", async () => {
    const kit = await openKit({
      ...files,
      "src/other.ts": "function openStore(): void {}\n\nopenStore();\n",
    });
    const code = 'print(await uses("openStore", { role: "call", tests: "none" }))';
    expect((await run(kit, code)).split("\n")).toEqual([
      "2 symbols of this name:",
      "openStore (src/other.ts:1) uses: call 1; shown: call",
      "openStore (src/store.ts:1) uses: import 1, call 1, value 1; shown: call",
      "# openStore (src/other.ts:1)",
      "src/other.ts:3 openStore();",
      "# openStore (src/store.ts:1)",
      'src/a.ts:3 [a] export const a = openStore("a");',
    ]);
  });

  test("body and lines: text with numbers", async () => {
    const kit = await openKit(files);
    const code = 'print(await body("openStore")); print(await lines("src/a.ts", 3, 4)); return body("none")';
    const outcome = await kit.call("script", { code });
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: { message: expect.stringContaining("There is no symbol none.") },
    });
    expect(await run(kit, code.replace('return body("none")', ""))).toBe(
      [
        "src/store.ts:1-3",
        "1\texport function openStore(name: string): string {",
        "2\t  return name;",
        "3\t}",
        '3\texport const a = openStore("a");',
        "4\texport const open = openStore;",
      ].join("\n"),
    );
  });

  test("text: an answer as the model would see it", async () => {
    const kit = await openKit(files);
    const plain = await kit.read("symbols", { path: "src/store.ts" });
    expect(await run(kit, 'return text(await symbols({ path: "src/store.ts" }))')).toBe(plain);
  });

  test("all: every page", async () => {
    const kit = await openKit(files);
    expect(await run(kit, 'return (await all("grep", { pattern: "line", path: "long.txt" })).length')).toBe("3000");
  });
});

describe("what a program gets", () => {
  test("a long file whole, and lists of up to a thousand", async () => {
    const kit = await openKit(files);
    const code = `const [file] = (await read_file({ path: "long.txt" })).files;
      return [file.body.length, file.notes.length, rows(await grep({ pattern: "line" })).length];`;
    expect(await run(kit, code)).toBe("[3000,0,1000]");
  });

  test("types with what comes back", async () => {
    const kit = await openKit();
    expect(await run(kit, 'return types("hierarchy")')).toMatch(
      /hierarchy\(input: \{.*\}\): Promise<\{ symbol: string;/s,
    );
    expect(await run(kit, "return types()")).toContain("references({ symbol, path?");
    expect(await run(kit, 'return types("uses")')).toMatch(/^function uses\(symbol: string/);
  });

  test("no tool that changes anything in read-only mode", async () => {
    const kit = await openKit({ "a.txt": "x\n" }, { readOnly: true });
    const outcome = await kit.call("script", { code: 'await tools.create_file({ path: "b.txt", content: "y" })' });
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: { message: expect.stringContaining("There is no tool create_file") },
    });
  });
});

test("of an answer that is too long nearly all is shown", async () => {
  const kit = await openKit(files);
  const outcome = await kit.call("script", { code: 'print(await read("long.txt"), await read("long.txt:1-2900"))' });
  if (outcome.status !== "ok") throw new Error(outcome.error.message);
  expect(outcome.spill).toBeDefined();
  const tokens = await countTokens(outcome.text);
  expect(tokens).toBeGreaterThan(8_000);
  expect(tokens).toBeLessThanOrEqual(9_000);
});

describe("in a profile that does not list them", () => {
  test.each(["code", "script"] as const)(
    "%s: scripts call every tool, and an answer that is cut is read on by a script",
    async (profile) => {
      const kit = await openKit(files, { profile });
      expect(kit.outrider.kernel.toolNames).not.toContain("read_file");
      expect(await run(kit, 'await create_file({ path: "new.txt", content: "made" }); return lines("new.txt")')).toBe(
        "1\tmade",
      );
      const long = await kit.call("script", { code: 'return lines("long.txt")' });
      const spill = long.status === "ok" ? long.spill : undefined;
      expect(spill?.readOn).toMatchObject({ tool: "script" });
      expect(await run(kit, String(spill?.readOn.input["code"]))).toContain("of a long file");
    },
  );

  test("a call that needs a person asks through the script, and goes on after a yes", async () => {
    const kit = await openKit(files, { profile: "script" });
    const code = `const made = await create_file({ path: "kept.txt", content: "1" });
      await run_command({ command: "git push --force" });
      return made.result;`;
    expect(await kit.call("script", { code })).toMatchObject({ status: "needs_approval" });
    // The file is there already, and would not be written a second time.
    expect(await kit.read("script", { code: code.replaceAll("kept", "other") }, { approve: true })).toBe("created");
  });
});
