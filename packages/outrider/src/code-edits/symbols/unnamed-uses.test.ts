import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openSymbolEdits } from "../../../test/support/symbol-edits-kit.ts";

const counted: readonly (readonly [file: string, text: string, symbol: string])[] = [
  ["a.c", "enum kind { A, B, C };\nint f(void) { return C; }\n", "kind/B"],
  ["b.c", "enum { A, /* second; */\n  B };\n", "A"],
  ["a.cpp", "enum class Kind { A, B, C };\n", "Kind/A"],
  ["A.cs", "enum Kind { A, B, C }\n", "Kind/B"],
  ["a.ts", "export enum Kind { A, B, C }\n", "Kind/A"],
  ["a.go", "package a\n\nconst (\n\tA = iota\n\tB\n\tC\n)\n", "B"],
  ["b.go", "package a\n\nconst (\n\tA = 1 << iota\n\t_\n\tC = 5 * (iota)\n)\n", "A"],
  ["a.swift", "enum Kind: Int {\n    case one\n    case two\n    case three\n}\n", "Kind/two"],
  ["a.py", "from enum import Enum, auto\n\n\nclass Kind(Enum):\n    ONE = auto()\n    TWO = auto()\n", "Kind/ONE"],
];

test.each(counted)("%s: a value that others are counted from is not removed", async (file, text, symbol) => {
  const { edit } = await openSymbolEdits({ [file]: text });
  const refused = await edit(file, { action: "remove", symbol });
  expect(refused).toMatchObject({ code: "still_required", text });
  expect(refused.message).toContain("whose value is counted from the ones before it");
  const left = await edit(file, { action: "remove", symbol, unproven: "leave" });
  expect(left.code).toBeUndefined();
});

const alone: readonly (readonly [file: string, text: string, symbol: string])[] = [
  ["a.c", "enum kind { A, B, C = 7 };\n", "kind/B"],
  ["b.c", "enum kind { A, B };\nenum other { C, D };\n", "kind/B"],
  ["c.c", "int one(void);\nint two(void);\n", "one"],
  ["d.c", "typedef void (one)(int a, int b);\ntypedef void (two)(int a, int b);\n", "one"],
  ["e.c", "#define ONE(a, b) f((a), (b))\n#define TWO(a, b) f((a), (b))\n", "ONE"],
  ["f.c", "struct S { int one; int two; };\n", "S/one"],
  ["a.ts", 'export enum Kind { A = "a", B = "b" }\n', "Kind/A"],
  ["a.go", "package a\n\nconst (\n\tA = 1\n\tB = 2\n)\n\nconst C = iota\n", "A"],
  ["a.swift", "enum Kind: String {\n    case one\n    case two\n}\n", "Kind/one"],
  ["a.py", "from enum import Enum\n\n\nclass Kind(Enum):\n    ONE = 1\n    TWO = 2\n", "Kind/ONE"],
];

test.each(alone)("%s: a value that no other depends on is removed", async (file, text, symbol) => {
  const { edit } = await openSymbolEdits({ [file]: text });
  const removed = await edit(file, { action: "remove", symbol });
  expect(removed.code).toBeUndefined();
});

test("Python: a field that a data class takes by position is not removed", async () => {
  const text = "from dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    x: int\n    y: int = 0\n";
  const { edit } = await openSymbolEdits({ "a.py": text, "b.py": "from a import Point\n\nprint(Point(1, 2))\n" });
  const refused = await edit("a.py", { action: "remove", symbol: "Point/y" });
  expect(refused).toMatchObject({ code: "still_used", text });
  expect(refused.message).toContain("b.py:3 lists its fields");
  const named = await openSymbolEdits({ "a.py": text, "b.py": "from a import Point\n\nprint(Point(x=1))\n" });
  expect((await named.edit("a.py", { action: "remove", symbol: "Point/y" })).code).toBeUndefined();
});

test("C: a function that runs when the program starts is not removed", async () => {
  const text = "__attribute__((constructor)) static void boot(void) {}\n\nstatic void spare(void) {}\n";
  const { edit } = await openSymbolEdits({ "a.c": text });
  const refused = await edit("a.c", { action: "remove", symbol: "boot" });
  expect(refused).toMatchObject({ code: "still_required", text });
  expect(refused.message).toContain("the language or its library");
  expect((await edit("a.c", { action: "remove", symbol: "spare" })).code).toBeUndefined();
});

test("Scala: what is implicit is not removed", async () => {
  const text = "object Ops {\n  implicit def conv(x: Int): Lazy = new Lazy(x)\n  def spare(x: Int) = x\n}\n";
  const { edit } = await openSymbolEdits({ "Ops.scala": text });
  expect(await edit("Ops.scala", { action: "remove", symbol: "Ops/conv" })).toMatchObject({ code: "still_required" });
  expect((await edit("Ops.scala", { action: "remove", symbol: "Ops/spare" })).code).toBeUndefined();
});

const texts: readonly (readonly [title: string, files: Readonly<Record<string, string>>])[] = [
  ["PHP: a function in a text", { "a.php": "<?php\nfunction load($x) { return $x; }\narray_map('load', [1]);\n" }],
  [
    "JavaScript: a member of a module in brackets",
    {
      "a.mjs": "export function load() {}\n",
      "b.mjs": 'const all = await import("./a.mjs");\nall["load"]();\n',
    },
  ],
];

test.each(texts)("%s keeps it from being removed and renamed", async (_title, files) => {
  const [[file, text] = ["", ""]] = Object.entries(files);
  const { edit } = await openSymbolEdits(files);
  expect(await edit(file, { action: "remove", symbol: "load" })).toMatchObject({ code: "cannot_prove", text });
  expect(await refusalOf(files, { action: "rename", path: file, symbol: "load", new_name: "fetch" })).toBe(
    "cannot_prove",
  );
});

test("JavaScript: the name in a list of texts reaches nothing", async () => {
  const { edit } = await openSymbolEdits({
    "a.mjs": "export function load() {}\n",
    "b.mjs": 'export const all = ["load"];\n',
  });
  expect((await edit("a.mjs", { action: "remove", symbol: "load" })).code).toBeUndefined();
});

test("PHP: a class whose file is required by its name is not renamed with the file", async () => {
  const files = {
    "src/Box.php": "<?php\nnamespace App;\nclass Box {}\n",
    "main.php": "<?php\nrequire __DIR__ . '/src/Box.php';\nnew \\App\\Box();\n",
  };
  const rename = { action: "rename", path: "src/Box.php", symbol: "Box", new_name: "Crate" };
  expect(await refusalOf(files, rename)).toBe("cannot_prove");
  expect(await refusalOf({ ...files, "main.php": "<?php\nnew \\App\\Box();\n" }, rename)).toBeUndefined();
});

/** The code of the error, if the edit is not made. */
async function refusalOf(files: Readonly<Record<string, string>>, input: object): Promise<string | undefined> {
  const kit = await openKit(files);
  const outcome = await kit.call("edit_code", { ...input, wait: 0 });
  return outcome.status === "ok" ? undefined : outcome.error.code;
}
