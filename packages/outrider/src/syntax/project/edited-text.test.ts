import { expect, test } from "vitest";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";

const { signal } = new AbortController();

test("what a text brings in is found, each statement whole, in all the ways of its language", async () => {
  const { symbols } = await openSymbolsKit();
  const cases: readonly (readonly [file: string, text: string, imports: readonly string[]])[] = [
    [
      "a.ts",
      'import "./x.css";\nimport {\n  a,\n} from "a";\nexport * from "b";\nexport const c = 1;\n',
      ['import "./x.css";', 'import {\n  a,\n} from "a";', 'export * from "b";'],
    ],
    ["a.cjs", 'const a = require("a");\nfunction b() {\n  const c = require("c");\n}\n', ['const a = require("a");']],
    [
      "a.py",
      "from __future__ import annotations\nimport a.b\nfrom c import (\n    d,\n)\n\ndef e():\n    import f\n",
      ["from __future__ import annotations", "import a.b", "from c import (\n    d,\n)"],
    ],
    ["a.go", 'package a\n\nimport (\n\t"fmt"\n\tx "os"\n)\n\nfunc b() {}\n', ['import (\n\t"fmt"\n\tx "os"\n)']],
    [
      "a.rs",
      "use a::{b, c};\npub use d::*;\nextern crate e;\n\nmod tests {\n    use super::*;\n}\n",
      ["use a::{b, c};", "pub use d::*;", "extern crate e;"],
    ],
    [
      "a.h",
      '#ifndef A_H\n#define A_H\n#include <b.h>\n#include "c.h"\nint d(void);\n#endif\n',
      ["#include <b.h>", '#include "c.h"'],
    ],
    ["A.java", "package a;\nimport b.C;\nimport static d.E.*;\nclass A {}\n", ["import b.C;", "import static d.E.*;"]],
    ["A.cs", "using B;\nusing static C.D;\nnamespace A { class E {} }\n", ["using B;", "using static C.D;"]],
    ["B.cs", "namespace A {\n  using B;\n  class E {}\n}\n", ["using B;"]],
    ["a.kt", "package a\n\nimport b.C\nimport d.*\n\nfun e() {}\n", ["import b.C", "import d.*"]],
    ["a.rb", 'require "a"\nrequire_relative "b"\nclass C; end\n', ['require "a"', 'require_relative "b"']],
    ["a.php", "<?php\nnamespace A;\nuse B\\C;\nuse D\\{E, F};\nclass G {}\n", ["use B\\C;", "use D\\{E, F};"]],
    ["a.hs", "module A where\n\nimport B\nimport qualified C as D\n\ne = 1\n", ["import B", "import qualified C as D"]],
    ["a.ex", "defmodule A do\n  alias B.C\n  import D\n\n  def e, do: 1\nend\n", ["alias B.C", "import D"]],
    ["a.scala", "package a\nimport b.C\nobject D\n", ["import b.C"]],
    ["a.swift", "import A\n\nfunc b() {}\n", ["import A"]],
    ["a.sh", "source ./a.sh\n. ./b.sh\nc() { :; }\n", ["source ./a.sh", ". ./b.sh"]],
    ["a.vue", '<script>\nimport a from "a";\nconst b = 1;\n</script>\n', ['import a from "a";']],
    ["a.yaml", "a: 1\n", []],
  ];
  for (const [file, text, imports] of cases) {
    const answer = await symbols.ofText(file, text, { signal });
    expect(
      answer?.imports.map(({ start, end }) => text.slice(start, end)),
      file,
    ).toEqual(imports);
  }
});

test("a text declares what it would on disk; one of no language is not known", async () => {
  const { symbols } = await openSymbolsKit();
  const answer = await symbols.ofText("a.ts", "export class A { b() {} }\n", { signal });
  expect(answer).toMatchObject({ language: "typescript", broken: false, symbols: [{ path: "A" }, { path: "A/b" }] });
  expect(await symbols.ofText("a.unknown", "x\n", { signal })).toBeUndefined();
  expect(await symbols.ofText("script", "#!/bin/sh\na() { :; }\n", { signal })).toMatchObject({
    symbols: [{ path: "a" }],
  });
});

test("an edit is checked in a thread", async () => {
  const { symbols } = await openSymbolsKit();
  const edit = { file: "a.ts", text: "let a = 1;\n", replacements: [{ start: 8, end: 9, text: "[2" }] };
  expect(await symbols.checkEdit(edit, { signal })).toMatchObject({ faults: [{ line: 0, column: 10, missing: "]" }] });
  expect(await symbols.checkEdit({ ...edit, file: "a.unknown" }, { signal })).toBeUndefined();
});

test("what would take too long is not checked, and nobody waits for it", async () => {
  const { symbols } = await openSymbolsKit();
  const replacements = [{ start: 0, end: 0, text: "let b;\n" }];
  const large = "let a = 1;\n".repeat(400_000);
  expect(await symbols.checkEdit({ file: "a.ts", text: large, replacements }, { signal })).toBeUndefined();
  const ended = AbortSignal.abort(new Error("enough"));
  await expect(symbols.checkEdit({ file: "a.ts", text: "a;", replacements }, { signal: ended })).rejects.toThrow(
    "enough",
  );
});
