import { test } from "vitest";
import { checkEdits, editRows } from "../../../test/support/symbol-edits-kit.ts";

/* Shapes of code in the wild that random edits of standard libraries went wrong at, or were refused. */

const method = "def n(self, a):\n    if a:\n        return 1\n    return a";
const placed = "    def n(self, a):\n        if a:\n            return 1\n        return a\n";

test("code copied without the indentation of its first line is put back as deep as it was", async () => {
  const opened =
    'class C:\n    def f(self):\n        """D.\n\n        More.\n        """\n        a = 1\n        b = 2\n';
  const called = "class C:\n    def f(self):\n        log(\n            1\n        )\n        b = 2\n";
  const nested = "class C:\n    def f(self):\n        if a:\n            b = 2\n        return b\n";
  const params =
    "class C:\n    def f(self, a=1,\n          b=2,\n          c=3):\n        self.a = a\n        self.b = b\n";
  const black =
    "class C:\n    def f(\n        self,\n        a: int,\n    ) -> int:\n        assert a\n        return a\n";
  const body = (text: string): string => text.slice(text.indexOf("):\n        ") + 11).trimEnd();
  const php =
    "<?php\nclass C {\n  public function f($a,\n                    $b) {\n    $this->a = $a;\n    $this->b = $b;\n  }\n}\n";
  await checkEdits([
    ...editRows(
      "a.py",
      [opened, called, nested].map((text) => [
        text,
        { action: "replace", symbol: "C/f", part: "body", body: body(text) },
        text,
      ]),
    ),
    ...editRows("a.py", [
      [params, { action: "replace", symbol: "C/f", body: params.slice(params.indexOf("def")).trimEnd() }, params],
    ]),
    ...editRows("a.py", [
      [
        black,
        { action: "replace", symbol: "C/f", body: black.slice(13).replace("assert a", "assert self").trimEnd() },
        black.replace("assert a", "assert self"),
      ],
    ]),
    ...editRows("a.php", [
      [php, { action: "replace", symbol: "C/f", body: php.slice(php.indexOf("public"), php.lastIndexOf("\n}")) }, php],
      [
        php,
        { action: "replace", symbol: "C/f", part: "body", body: "$this->a = $b;\n$this->b = $a;" },
        php.replace("a = $a", "a = $b").replace("b = $b", "b = $a"),
      ],
    ]),
    ...editRows("a.ts", [
      [
        "function f() {\n    a();\n    b();\n}\n",
        { action: "replace", symbol: "f", part: "body", body: "a();\n    c();" },
        "function f() {\n    a();\n    c();\n}\n",
      ],
    ]),
  ]);
});

test("what is aligned below something stays so, whatever the steps of the file are", async () => {
  const call = "def f():\n    x = g(one,\n          two)\n    return x\n\n\ndef h():\n    return 1\n";
  const list =
    "class C:\n    T = (\n        (1, 2),\n        (3, 4),\n        )\n\n    def f(self):\n        return 1\n";
  const macro = "#define A \\\n  ((B | C \\\n    | D) \\\n   & E)\n\nint f(void) {\n    return 1;\n}\n";
  await checkEdits([
    ...editRows("a.py", [
      [
        call,
        { action: "replace", symbol: "f", part: "body", body: "x = g(one,\n      two)\nreturn x + 1" },
        call.replace("return x", "return x + 1"),
      ],
      [list, { action: "replace", symbol: "C/T", body: list.slice(13, list.indexOf("\n\n")) }, list],
    ]),
    ...editRows("a.h", [
      [macro, { action: "replace", symbol: "A", body: macro.slice(0, macro.indexOf("\n\n")) }, macro],
    ]),
  ]);
});

test("the first and the last of a block without brackets have neighbours, too", async () => {
  const single = "class C:\n    def f(self):\n        return 0\n";
  const commented = "class C:\n    # why\n    T = 1\n\n    # how\n    U = 2\n";
  await checkEdits(
    editRows("a.py", [
      [
        single,
        { action: "insert", symbol: "C/f", position: "before", body: method },
        `class C:\n${placed}\n${single.slice(9)}`,
      ],
      [single, { action: "insert", symbol: "C/f", position: "after", body: method }, `${single}\n${placed}`],
      [
        commented,
        { action: "insert", symbol: "C/T", position: "before", body: "S = 0" },
        commented.replace("    #", "    S = 0\n\n    #"),
      ],
      [commented, { action: "remove", symbol: "C/T", unproven: "leave" }, "class C:\n    # how\n    U = 2\n"],
    ]),
  );
});

test("statements are put first and last into functions, with comments or a docstring at their edges", async () => {
  const python = 'def f():\n    # why\n    a = 1\n    if a:\n        b = 2\n\n\ndef g():\n    """D."""\n';
  const go = "package p\n\nfunc f() {\n\t// why\n\ta()\n}\n";
  await checkEdits([
    ...editRows("a.py", [
      [
        python,
        { action: "insert", symbol: "f", position: "first", body: "n = 1" },
        python.replace("    # why", "    n = 1\n    # why"),
      ],
      [
        python,
        { action: "insert", symbol: "f", position: "last", body: "n = 1" },
        python.replace("b = 2\n", "b = 2\n    n = 1\n"),
      ],
      [python, { action: "insert", symbol: "g", position: "last", body: "n = 1" }, `${python}    n = 1\n`],
      [python, { action: "insert", symbol: "g", position: "first", body: "n = 1" }, `${python}    n = 1\n`],
    ]),
    ...editRows("a.go", [
      [go, { action: "insert", symbol: "f", position: "first", body: "n()" }, go.replace("\t//", "\tn()\n\t//")],
    ]),
  ]);
});

test("Python whose lines go back to a depth that no block has is refused", async () => {
  const text = "def f():\n    return 1\n";
  const broken = ["a = 1\n        b = 2\n    c = 3", "if a:\n        b = 2\n    c = 3\n  d = 4"];
  await checkEdits(
    editRows(
      "a.py",
      broken.map((body) => [
        text,
        { action: "replace", symbol: "f", part: "body", body },
        { refused: "broken_syntax" },
      ]),
    ),
  );
});
