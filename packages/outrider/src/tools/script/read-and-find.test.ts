import { expect, test } from "vitest";
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

test("a class of many lines is read once, with its members in it", async () => {
  const methods = Array.from({ length: 40 }, (_, index) => `  m${index}(): number {\n    return ${index};\n  }`);
  const kit = await openKit({ "src/box.ts": `export class Box {\n${methods.join("\n")}\n}\n` });
  for (const code of ['print(await read("src/box.ts#Box"))', 'print(await body("Box"))']) {
    const lines = (await kit.read("script", { code })).split("\n");
    expect(lines.filter((line) => line.includes("m7()"))).toHaveLength(1);
    expect(lines[0]).toBe("src/box.ts:1-122");
    expect(lines).toHaveLength(123);
  }
});

test("find: in a list of directories and globs, each line once, and what is under an earlier pattern is told", async () => {
  const kit = await openKit({ ...files, "src/deep.py": "def f():\n    if f:\n        open(1)\n" });
  const code = `print(await find(["open", "openStore", "nowhere"], { path: ["src", "test/**/*.ts"], glob: undefined, tests: "none" }));
    print(await find("openStore", { glob: ["*.test.ts", "a.ts"], tests: "none" }));
    print(await find("openStore", { path: ["test", "*.test.ts"] }).then((found) => found.length));`;
  expect((await run(kit, code)).split("\n")).toEqual([
    "Nothing found for: nowhere",
    "Lines that are under an earlier pattern: openStore 4",
    "# open",
    "src/a.ts",
    ' 1 import { openStore } from "./store.ts";',
    ' 3 export const a = openStore("a");',
    " 4 export const open = openStore;",
    "src/deep.py:3         open(1)",
    "src/store.ts:1 export function openStore(name: string): string {",
    "src/a.ts",
    ' 1 import { openStore } from "./store.ts";',
    ' 3 export const a = openStore("a");',
    " 4 export const open = openStore;",
    "2",
  ]);
  for (const [wrong, message] of [
    ['{ tests: "exclude" }', 'expected one of "only", "none", got "exclude"'],
    ['{ path: "src/*.ts", glob: "*.ts" }', 'find: the path "src/*.ts" is a glob; leave out glob.'],
  ]) {
    expect(await run(kit, `await show(find("open", ${wrong}))`)).toContain(message);
  }
});

test("find: lines that are left out, and what is done to rows without waiting for them", async () => {
  const kit = await openKit(files);
  const code = `print(await find("openStore", { path: "src/a.ts", not: "import|export const open" }));
    await show(find("openStore", { path: "src/a.ts" }).filter((row) => row.line === 4).map((row) => row.text));`;
  expect((await run(kit, code)).split("\n")).toEqual([
    'src/a.ts:3 export const a = openStore("a");',
    "export const open = openStore;",
  ]);
});

test("show: what is late comes last, so that it is not missed if the script runs out of time", async () => {
  const kit = await openKit(files);
  const code = `await show(sleep(11_000).then(() => "late"), find("openStore", { path: "src/a.ts" }).map((row) => row.line), "third");`;
  expect(await run(kit, code)).toBe("1\n3\n4\nthird\nlate");
});

test("find: modules for tests inside of a file, and files named tests, are tests", async () => {
  const lib = [
    "pub fn call() {}",
    "",
    "#[cfg(test)]",
    "mod checks {",
    "    #[test]",
    "    fn works() { super::call(); }",
    "}",
    "pub fn again() { call(); }",
    "",
  ].join("\n");
  const kit = await openKit({ "src/lib.rs": lib, "src/net/tests.rs": "fn t() { call(); }\n" });
  const code = `print(await find("call[(]", { tests: "none" }), "and", await find("call[(]", { tests: "only" }));
    print(await find("works", { tests: "none" }));`;
  expect((await run(kit, code)).split("\n")).toEqual([
    "src/lib.rs",
    " 1 pub fn call() {}",
    " 8 pub fn again() { call(); }",
    "and",
    "src/lib.rs:6     fn works() { super::call(); }",
    "src/net/tests.rs:1 fn t() { call(); }",
    "Only in tests: works",
  ]);
});

test("find and read: a file with more declarations than a page of symbols", async () => {
  const many = Array.from({ length: 300 }, (_, index) => `pub fn f${index}() {}`);
  const lib = [...many, "#[cfg(test)]", "mod checks {", "    fn works() {", "        f1();", "    }", "}", ""].join(
    "\n",
  );
  const kit = await openKit({ "src/lib.rs": lib });
  expect(await run(kit, 'print(await find("f1[(]", { tests: "none" }))')).toBe("src/lib.rs:2 pub fn f1() {}");
  expect(await run(kit, 'print(await read("src/lib.rs:304"))')).toContain("src/lib.rs:303-305\n");
});
