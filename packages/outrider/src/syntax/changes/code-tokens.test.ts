import { describe, expect, test } from "vitest";
import { openGitKit } from "../../../test/support/git-kit.ts";

interface Case {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly how: string;
}

const layout: readonly Case[] = [
  {
    file: "a.ts",
    before: "function f() {\n  g({\n    a: 1\n  });\n}\n",
    after: "function f() {\n  g({\n    a: 1,\n  });\n}\n",
    how: "layout",
  },
  {
    file: "a.ts",
    before: "function f(\n  a: A,\n  b: B\n) {}\n",
    after: "function f(\n  a: A,\n  b: B,\n) {}\n",
    how: "layout",
  },
  {
    file: "a.ts",
    before: "function f() { return [1, 2]; }\n",
    after: "function f() {\n  return [\n    1,\n    2,\n  ];\n}\n",
    how: "layout",
  },
  {
    file: "a.py",
    before: "def f(a):\n    return g(a, 1)\n",
    after: "def f(a):\n    return g(\n        a,\n        1,\n    )\n",
    how: "layout",
  },
  {
    file: "a.py",
    before: "def f(a):\n  if a:\n    g()\n",
    after: "def f(a):\n    if a:\n        g()\n",
    how: "layout",
  },
  {
    file: "A.java",
    before: "class A { void f() { g(); } }\n",
    after: "class A { void f()\n{\n  g();\n}\n}\n",
    how: "layout",
  },
  {
    file: "a.go",
    before: "package a\n\nvar x = []int{1, 2}\n",
    after: "package a\n\nvar x = []int{\n\t1, 2,\n}\n",
    how: "layout",
  },
];

const code: readonly Case[] = [
  { file: "a.ts", before: 'const f = () => g("a b");\n', after: 'const f = () => g("ab");\n', how: "body" },
  {
    file: "a.ts",
    before: 'function f() {\n  return g("a,)");\n}\n',
    after: 'function f() {\n  return g("a)");\n}\n',
    how: "body",
  },
  {
    file: "a.ts",
    before: "function f() {\n  return x;\n}\n",
    after: "function f() {\n  return\n  x;\n}\n",
    how: "body",
  },
  {
    file: "a.ts",
    before: "function f() {\n  return [1, ,];\n}\n",
    after: "function f() {\n  return [1, ];\n}\n",
    how: "body",
  },
  {
    file: "a.ts",
    before: "function f() {\n  return a - -b;\n}\n",
    after: "function f() {\n  return a-- b;\n}\n",
    how: "body",
  },
  {
    file: "a.py",
    before: "def f(a):\n    if a:\n        g()\n    h()\n",
    after: "def f(a):\n    if a:\n        g()\n        h()\n",
    how: "body",
  },
  {
    file: "a.py",
    before: "def f(a):\n    return (\n        a,\n    )\n",
    after: "def f(a):\n    return (\n        a\n    )\n",
    how: "body",
  },
  { file: "a.py", before: "def f(a='x  y'):\n    pass\n", after: "def f(a='x y'):\n    pass\n", how: "signature" },
  {
    file: "a.py",
    before: "def f(x):\n    return x[\n        1,\n    ]\n",
    after: "def f(x):\n    return x[\n        1\n    ]\n",
    how: "body",
  },
  {
    file: "a.go",
    before: "package a\n\nfunc f() {\n\ta\n\t(b)\n}\n",
    after: "package a\n\nfunc f() {\n\ta(b)\n}\n",
    how: "body",
  },
];

describe("layout is told from code", () => {
  test.each([...layout, ...code])("$how: $before", async ({ file, before, after, how }) => {
    const kit = await openGitKit({ [file]: before });
    kit.write({ [file]: after });
    expect(await kit.read("changes", {})).toMatch(new RegExp(`^ \\S*f? ?\\S*x? ?\\d+: ${how}(?:;|$)`, "m"));
  });
});

interface Outside {
  readonly file: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const both = ["function f() {\n  return 1;\n}\n", "function f() {\n  return 2;\n}\n"] as const;

const outside: readonly Outside[] = [
  { file: "a.ts", what: "comments outside of symbols", before: `// one\n\n${both[0]}`, after: `// two\n\n${both[1]}` },
  {
    file: "a.ts",
    what: "code outside of symbols",
    before: `${both[0]}export { f };\n`,
    after: `${both[1]}export { f as g };\n`,
  },
  {
    file: "a.ts",
    what: "code outside of symbols",
    before: `${both[0]}export * from "./b";\n`,
    after: `${both[1]}export * from "./c";\n`,
  },
  {
    file: "a.ts",
    what: "code outside of symbols",
    before: "const { a, b } = f(1);\n",
    after: "const { a, b } = f(2);\n",
  },
  {
    file: "a.ts",
    what: "symbols in another order",
    before: "enum E {\n  A,\n  B,\n}\n",
    after: "enum E {\n  B,\n  A,\n}\n",
  },
  {
    file: "a.go",
    what: "symbols in another order",
    before: "package a\n\nconst (\n\tA = iota\n\tB\n)\n\nconst C = iota\n",
    after: "package a\n\nconst C = iota\n\nconst (\n\tA = iota\n\tB\n)\n",
  },
  {
    file: "a.go",
    what: "comments outside of symbols",
    before: "//go:build linux\n\npackage a\n\nfunc f() {}\n",
    after: "//go:build darwin\n\npackage a\n\nfunc f() { g() }\n",
  },
  {
    file: "a.go",
    what: "code outside of symbols",
    before: 'package a\n\nimport "b"\n',
    after: 'package a\n\nimport _ "b"\n',
  },
  {
    file: "a.py",
    what: "code outside of symbols",
    before: "if TYPE_CHECKING:\n    import a\n",
    after: "if TYPE_CHECKING:\n    import b\n",
  },
  { file: "a.py", what: "code outside of symbols", before: "__slots__ += ('a',)\n", after: "__slots__ += ('b',)\n" },
  {
    file: "A.java",
    what: "code outside of symbols",
    before: "package a;\n\nclass A {}\n",
    after: "package b;\n\nclass A {}\n",
  },
];

describe("what is in no symbol is told of the file", () => {
  test.each(outside)("$what: $before", async ({ file, what, before, after }) => {
    const kit = await openGitKit({ [file]: before });
    kit.write({ [file]: after });
    expect(await kit.read("changes", {})).toMatch(new RegExp(`^${file}: changed \\+\\d+ −\\d+; ${what}$`, "m"));
  });
});

const told: readonly {
  readonly file: string;
  readonly symbol: string;
  readonly before: string;
  readonly after: string;
}[] = [
  { file: "a.py", symbol: "A/b", before: "class A:\n    a, b = 1, 2\n", after: "class A:\n    a, b = 1, 3\n" },
  { file: "a.py", symbol: "A/a", before: "class A:\n    a = b = 1\n", after: "class A:\n    a = b = 2\n" },
  { file: "a.py", symbol: "A/a", before: "class A:\n    a: int\n", after: "class A:\n    a: str\n" },
  { file: "a.py", symbol: "A", before: "class A:\n    register(1)\n", after: "class A:\n    register(2)\n" },
  {
    file: "a.py",
    symbol: "A/f",
    before: "class A:\n    @one\n    def f(self): pass\n",
    after: "class A:\n    @two\n    def f(self): pass\n",
  },
  {
    file: "a.py",
    symbol: "A/f",
    before: "class A:\n    if X:\n        def f(self): pass\n",
    after: "class A:\n    if X:\n        def f(self): g()\n",
  },
  {
    file: "a.py",
    symbol: "A",
    before: "class A:\n    a = 1\n    if X:\n        a[0] = 2\n",
    after: "class A:\n    a = 1\n    if X:\n        a[0] = 3\n",
  },
  {
    file: "a.ts",
    symbol: "A/a",
    before: "class A {\n  declare a: number;\n}\n",
    after: "class A {\n  declare a: string;\n}\n",
  },
  {
    file: "a.ts",
    symbol: "A",
    before: "class A {\n  static {\n    g(1);\n  }\n}\n",
    after: "class A {\n  static {\n    g(2);\n  }\n}\n",
  },
  {
    file: "a.ts",
    symbol: "A",
    before: "interface A {\n  [key: string]: number;\n}\n",
    after: "interface A {\n  [key: string]: string;\n}\n",
  },
  {
    file: "a.go",
    symbol: "A/B",
    before: 'package a\n\ntype A struct {\n\tB int `json:"b"`\n}\n',
    after: 'package a\n\ntype A struct {\n\tB int `json:"c"`\n}\n',
  },
  { file: "a.go", symbol: "b", before: "package a\n\nvar a, b = 1, 2\n", after: "package a\n\nvar a, b = 1, 3\n" },
  {
    file: "A.java",
    symbol: "A",
    before: "class A {\n  static {\n    g(1);\n  }\n}\n",
    after: "class A {\n  static {\n    g(2);\n  }\n}\n",
  },
  {
    file: "A.java",
    symbol: "A/b",
    before: "class A {\n  int a = 1, b = 2;\n}\n",
    after: "class A {\n  int a = 1, b = 3;\n}\n",
  },
  { file: "A.java", symbol: "E/B", before: "enum E { A(1), B(2) }\n", after: "enum E { A(1), B(3) }\n" },
  {
    file: "a.rs",
    symbol: "A/b",
    before: "struct A {\n    #[one]\n    b: u8,\n}\n",
    after: "struct A {\n    #[two]\n    b: u8,\n}\n",
  },
];

describe("what is declared is told by name", () => {
  test.each(told)("$file $symbol: $before", async ({ file, symbol, before, after }) => {
    const kit = await openGitKit({ [file]: before });
    kit.write({ [file]: after });
    expect(await kit.read("changes", {})).toMatch(new RegExp(`^ ${symbol} \\d+: (?:body|signature)`, "m"));
  });
});
