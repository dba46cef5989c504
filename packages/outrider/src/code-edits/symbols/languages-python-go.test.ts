import { test } from "vitest";
import { checkEdits, editRows, insert, remove, replace } from "../../../test/support/symbol-edits-kit.ts";

const shape =
  'class C(Base):\n    """D."""\n\n    y = 1\n\n    @property\n    def p(self):\n        # why\n        return 1\n\n    def q(self):\n        return 2\n\n\nX = 1\n';

test("Python", async () => {
  await checkEdits([
    ...editRows("a.py", [
      [
        shape,
        replace("C/p", "@property\ndef p(self):\n    return 3"),
        shape.replace("        # why\n        return 1", "        return 3"),
      ],
      [
        shape,
        replace("C/p", "def p(self):\n        return 3"),
        shape.replace(
          "    @property\n    def p(self):\n        # why\n        return 1",
          "    def p(self):\n        return 3",
        ),
        "Gone with the old declaration: `@property`.",
      ],
      [
        shape,
        replace("C/q", "def q(self):\n    if self:\n        return 3\n    return 4"),
        shape.replace("        return 2", "        if self:\n            return 3\n        return 4"),
      ],
      [
        shape,
        replace("C/p", "x = 1\nreturn x", "body"),
        shape.replace("        # why\n        return 1", "        x = 1\n        return x"),
      ],
      [
        'def f():\n    """D."""\n    return 1\n',
        replace("f", "return 2", "body"),
        'def f():\n    """D."""\n    return 2\n',
      ],
      [
        'def f():\n    """D."""\n    return 1\n',
        replace("f", '"""E."""\nreturn 2', "body"),
        'def f():\n    """E."""\n    return 2\n',
      ],
      ['def f():\n    """D."""\n', replace("f", "return 2", "body"), 'def f():\n    """D."""\n    return 2\n'],
      ["def f(): return 1\n", replace("f", "return 2", "body"), "def f(): return 2\n"],
      ["def f(): return 1\n", replace("f", "x = 1\nreturn x", "body"), "def f():\n    x = 1\n    return x\n"],
      ["f = lambda x: x + 1\n", replace("f", "x + 2", "body"), "f = lambda x: x + 2\n"],
      [
        "class A:\n    def f(self):\n        return 1\n",
        replace("A/f", 'def f(self):\n    return """a\n  b\n"""'),
        'class A:\n    def f(self):\n        return """a\n  b\n"""\n',
      ],
      [
        "class A:\n    def f(self):\n        return 1\n",
        replace("A/f", 'def f(self):\n    """D.\n\n    More.\n    """\n    return 2'),
        'class A:\n    def f(self):\n        """D.\n\n        More.\n        """\n        return 2\n',
      ],
      ["def f():\n    return 1\n", replace("f", "def f():\\n    return 2"), "def f():\n    return 2\n", /written out/],
      [
        shape,
        insert("C", "last", "def r(self):\n    return 3"),
        shape.replace("        return 2\n", "        return 2\n\n    def r(self):\n        return 3\n"),
      ],
      [shape, insert("C", "first", "z = 1"), shape.replace('"""D."""\n', '"""D."""\n    z = 1\n')],
      [
        shape,
        insert("C", "after", "def f():\n    return 1"),
        shape.replace("\n\nX = 1", "\n\ndef f():\n    return 1\n\n\nX = 1"),
      ],
      ["class A:\n    pass\n", insert("A", "last", "x = 1"), "class A:\n    x = 1\n", /made place/],
      [
        "class A: pass\n",
        insert("A", "first", "def f(self):\n    return 1"),
        "class A:\n    def f(self):\n        return 1\n",
        /made place/,
      ],
      ['class A:\n    """D."""\n', insert("A", "last", "x = 1"), 'class A:\n    """D."""\n    x = 1\n'],
      [
        "# doc\n@dec\ndef f():\n    '''D'''\n",
        insert("f", "before", "X = 1"),
        "X = 1\n\n\n# doc\n@dec\ndef f():\n    '''D'''\n",
      ],
      [
        "def f():\n    return 1\n    # left\n\n\ndef g():\n    return 2\n",
        insert("f", "after", "def h():\n    return 3"),
        "def f():\n    return 1\n    # left\n\n\ndef h():\n    return 3\n\n\ndef g():\n    return 2\n",
      ],
      ['"""Doc."""\n\nX = 1\n', insert(undefined, "imports", "import os"), '"""Doc."""\n\nimport os\n\nX = 1\n'],
      [
        "import os\n\nX = 1\n",
        insert(undefined, "imports", "from a import b"),
        "import os\nfrom a import b\n\nX = 1\n",
      ],
      [
        "import os\n\nX = 1\n",
        insert(undefined, "imports", "from __future__ import annotations"),
        "from __future__ import annotations\nimport os\n\nX = 1\n",
      ],
      [shape, remove("C/q"), shape.replace("\n    def q(self):\n        return 2\n", ""), /Base, which is outside/],
      [shape, remove("X"), shape.replace("\n\nX = 1\n", "")],
      ["class A:\n    x = 1\n\n\ny = 2\n", remove("A/x"), "class A:\n    pass\n\n\ny = 2\n", /`pass` stands/],
      ["class A:\n    def f(self):\n        return 1\n", remove("A/f"), "class A:\n    pass\n", /`pass` stands/],
      ["a, b = 1, 2\n", remove("a"), { refused: "shared_declaration" }],
      ["def f():\n    return 1\n", replace("f", "return 2"), { refused: "no_declaration" }],
    ]),
  ]);
});

const goText =
  'package main\n\nimport (\n\t"fmt"\n)\n\n// S is it.\ntype S struct {\n\tA int `json:"a"` // a\n\tB string\n}\n\nconst (\n\tX = 1\n\tY = 2\n)\n\nfunc (s *S) M() {\n\tfmt.Println()\n}\n';

test("Go and Rust", async () => {
  await checkEdits([
    ...editRows("a.go", [
      [goText, replace("S/M", "func (s *S) M() {\n    fmt.Print()\n}"), goText.replace("Println", "Print")],
      [goText, replace("S/M", "return", "body"), goText.replace("fmt.Println()", "return")],
      [goText, replace("X", "const X = 3"), goText.replace("X = 1", "X = 3")],
      [goText, replace("X", "X = 3"), goText.replace("X = 1", "X = 3")],
      [goText, replace("X", "var X = 3"), { refused: "shared_declaration" }],
      [goText, replace("S/A", "A int64"), goText.replace('A int `json:"a"`', "A int64")],
      [goText, insert("S", "last", "C bool"), goText.replace("B string\n", "B string\n\tC bool\n")],
      [goText, insert("S", "first", "C bool"), goText.replace("struct {\n", "struct {\n\tC bool\n")],
      [goText, insert("S", "last", "func (s *S) N() {}"), { refused: "no_place" }],
      [
        goText,
        insert("S", "after", "func (s *S) N() {\n\treturn\n}"),
        goText.replace("B string\n}\n", "B string\n}\n\nfunc (s *S) N() {\n\treturn\n}\n"),
      ],
      [goText, insert(undefined, "imports", '"os"'), goText.replace('"fmt"\n', '"fmt"\n\t"os"\n')],
      [goText, insert(undefined, "imports", 'import "os"'), goText.replace('"fmt"\n', '"fmt"\n\t"os"\n')],
      [goText, insert(undefined, "imports", 'import "fmt"'), goText, /is there already/],
      [
        "package main\n\nfunc f() {}\n",
        insert(undefined, "imports", '"os"'),
        'package main\n\nimport "os"\n\nfunc f() {}\n',
      ],
      [goText, remove("Y"), goText.replace("\tY = 2\n", "")],
      [goText, remove("S/A"), goText.replace('\tA int `json:"a"` // a\n', "")],
      [
        goText,
        remove("S"),
        goText.replace('// S is it.\ntype S struct {\n\tA int `json:"a"` // a\n\tB string\n}\n\n', ""),
        /is used in \d+ other place/,
      ],
    ]),
    ...editRows("a.rs", [
      [
        "/// D\n#[derive(Debug)]\npub struct S {\n    pub a: i32,\n    b: u8,\n}\n",
        replace("S/a", "pub a: i64,"),
        "/// D\n#[derive(Debug)]\npub struct S {\n    pub a: i64,\n    b: u8,\n}\n",
      ],
      [
        "#[derive(Debug)]\npub struct S {\n    a: i32,\n}\n",
        replace("S", "struct S {\n    a: i64,\n}"),
        "struct S {\n    a: i64,\n}\n",
        "Gone with the old declaration: `#[derive(Debug)]`, `pub`.",
      ],
      ["struct S { a: i32, b: u8 }\n", insert("S", "last", "c: u8"), "struct S { a: i32, b: u8, c: u8 }\n"],
      [
        "struct S;\n\nimpl S {\n    fn a(&self) -> i32 {\n        1\n    }\n}\n",
        insert("S/a", "after", "pub fn b(&self) -> i32 {\n    2\n}"),
        "struct S;\n\nimpl S {\n    fn a(&self) -> i32 {\n        1\n    }\n\n    pub fn b(&self) -> i32 {\n        2\n    }\n}\n",
      ],
      ["impl S {}\n", insert("S", "first", "fn a() {}"), "impl S {\n    fn a() {}\n}\n"],
      ["impl S {\n    fn a() -> i32 { 1 }\n}\n", replace("S/a", "2", "body"), "impl S {\n    fn a() -> i32 { 2 }\n}\n"],
      [
        "const A: i32 = 1;\n",
        replace("A", "fn a() -> i32 {\n    1\n}"),
        "fn a() -> i32 {\n    1\n}\n",
        /declared here no more/,
      ],
      ["enum E {\n    A,\n    B(i32),\n}\n", remove("E/B"), "enum E {\n    A,\n}\n"],
      [
        "use std::io;\n\nfn f() {}\n",
        insert(undefined, "imports", "use std::fs;"),
        "use std::io;\nuse std::fs;\n\nfn f() {}\n",
      ],
      ["#[test]\nfn a() {}\n\n#[test]\nfn b() {}\n", remove("a"), "#[test]\nfn b() {}\n"],
    ]),
  ]);
});
