import { expect, test } from "vitest";
import { openSignatureKit } from "./signature.test-kit.ts";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly symbol: string;
  readonly parameters: readonly (string | object)[];
  readonly says: RegExp;
}

const first = { name: "a", code: "first" };
const cannot = (why: string): RegExp => new RegExp(`^tool_error cannot_prove: [^]*${why}`);

const cases: readonly Case[] = [
  {
    name: "Rust: a format string that names a parameter which is renamed",
    file: "a.rs",
    text: 'fn show(a: usize, b: i32) -> String { format!("{a} {b}") }\nfn main() { show(1, 2); }\n',
    symbol: "show",
    parameters: [{ name: "a", code: "first: usize" }, "b"],
    says: cannot("a word in the body may mean a parameter"),
  },
  {
    name: "Rust: a format string that names a parameter which goes",
    file: "a.rs",
    text: 'fn show(a: i32, b: i32) -> String { format!("{a} {:>b$}", 1) }\nfn main() { show(1, 2); }\n',
    symbol: "show",
    parameters: ["a"],
    says: cannot("a word in the body may mean a parameter"),
  },
  {
    name: "Rust: a value that moves before another argument reads it",
    file: "a.rs",
    text: "fn take(n: usize, v: Vec<u8>) -> usize { n + v.len() }\nfn main() { let v = vec![1]; take(v.len(), v); }\n",
    symbol: "take",
    parameters: ["v", "n"],
    says: cannot("evaluated in another order"),
  },
  {
    name: "JavaScript: a body that reads its arguments by place",
    file: "a.js",
    text: "function f(a, b) {\n  return arguments[0] + b;\n}\nf(1, 2);\n",
    symbol: "f",
    parameters: ["b", "a"],
    says: cannot("by place"),
  },
  {
    name: "TypeScript: a body that counts its arguments",
    file: "a.ts",
    text: "function f(a: number, b: number): number {\n  return arguments.length;\n}\nf(1, 2);\n",
    symbol: "f",
    parameters: ["a", "b", { code: "c: number", argument: "3" }],
    says: cannot("by place"),
  },
  {
    name: "JavaScript: an argument that assigns what the other reads",
    file: "a.js",
    text: "function log(a, b) {\n  return [a, b];\n}\nlet q = 1;\nlog((q = 3), q);\nlog(1, q);\n",
    symbol: "log",
    parameters: ["b", "a"],
    says: cannot("evaluated in another order"),
  },
  {
    name: "JavaScript: an argument that counts up what the other reads",
    file: "a.js",
    text: "function log(a, b) {\n  return [a, b];\n}\nlet n = 1;\nlog(n++, n);\n",
    symbol: "log",
    parameters: ["b", "a"],
    says: cannot("evaluated in another order"),
  },
  {
    name: "Python: an argument that assigns what the other reads",
    file: "a.py",
    text: "def log(a, b):\n    return a - b\n\n\nq = 1\nlog((q := 3), q)\n",
    symbol: "log",
    parameters: ["b", "a"],
    says: cannot("evaluated in another order"),
  },
  ...["locals()", "vars()", 'eval("a")', 'exec("print(a)")'].map((code) => ({
    name: `Python: a body with ${code}`,
    file: "a.py",
    text: `def f(a, b):\n    return ${code}, b\n\n\nf(1, 2)\n`,
    symbol: "f",
    parameters: [first, "b"],
    says: cannot("by name"),
  })),
  {
    name: "Python: a decorator that may wrap the function",
    file: "a.py",
    text: "from tools import click\n\n\n@click.option('--a')\n@click.command()\ndef f(a, b):\n    return a, b\n\n\nf(1, 2)\n",
    symbol: "f",
    parameters: ["b", "a"],
    says: cannot("decorator"),
  },
  {
    name: "Python: a parametrized test, whose parameters are names to the framework",
    file: "test_a.py",
    text: "import pytest\n\n\n@pytest.mark.parametrize('a,b', [(1, 2)])\ndef test_it(a, b):\n    assert a < b\n",
    symbol: "test_it",
    parameters: [first, "b"],
    says: cannot("decorator"),
  },
  {
    name: "Python: a test, whose parameters are fixtures",
    file: "test_a.py",
    text: "def test_it(a, b):\n    assert a < b\n",
    symbol: "test_it",
    parameters: [first, "b"],
    says: cannot("framework"),
  },
  {
    name: "TypeScript: a default value before the parameter that it reads",
    file: "a.ts",
    text: "export function f(a: number, b = a * 2): number {\n  return a + b;\n}\nf(1);\n",
    symbol: "f",
    parameters: ["b", "a"],
    says: /^tool_error invalid_parameter: .*reads/,
  },
  {
    name: "Kotlin: a default value before the parameter that it reads",
    file: "a.kt",
    text: "fun f(a: Int, b: Int = a * 2): Int = a + b\n\nfun main() { f(1) }\n",
    symbol: "f",
    parameters: ["b", "a"],
    says: /^tool_error invalid_parameter: .*reads/,
  },
  {
    name: "Go: an argument goes that alone uses an import",
    file: "a.go",
    text: 'package a\n\nimport "math"\n\nfunc f(a int, b float64) int { return a }\n\nfunc g() int { return f(1, math.Pi) }\n',
    symbol: "f",
    parameters: ["a"],
    says: cannot("used by nothing else"),
  },
  {
    name: "Go: an argument goes that alone uses a variable",
    file: "a.go",
    text: 'package a\n\nfunc f(a int, b string) int { return a }\n\nfunc g() int {\n\tn := "z"\n\treturn f(1, n)\n}\n\nfunc h(n string) int { return f(2, n) + len(n) }\n',
    symbol: "f",
    parameters: ["a"],
    says: cannot("used by nothing else"),
  },
];

test.each(cases)("$name is not accepted unasked", async ({ file, text, symbol, parameters, says }) => {
  const kit = await openSignatureKit({ [file]: text });
  expect(await kit.change({ symbol, parameters })).toMatch(says);
});

test("Python: decorators that keep the signature are no doubt", async () => {
  const kit = await openSignatureKit({
    "a.py":
      "from functools import lru_cache, wraps\n\n\n@lru_cache(maxsize=None)\ndef f(a, b):\n    return a, b\n\n\nf(1, 2)\n",
  });
  expect(await kit.change({ symbol: "f", parameters: ["b", "a"] })).toContain("1 declaration and 1 call");
});

test("Java: the constants of an enum call its constructor", async () => {
  const kit = await openSignatureKit({
    "A.java":
      'enum A {\n    X(1, "x"), Y(2, "y") { };\n    enum In { Z(3, "z"); In(int n, String s) { } }\n    A(int n, String s) { }\n}\n',
    "B.java": "enum B {\n    X, Y { };\n    B() { }\n}\n",
  });
  expect(await kit.change({ symbol: "A/A", parameters: ["s", "n"] })).toContain("1 declaration and 2 calls");
  expect(kit.text("A.java")).toContain('X("x", 1), Y("y", 2) { };\n    enum In { Z(3, "z");');
  // Constants without brackets have no list that could be proven to stay apart from what is beside it.
  const more = { symbol: "B/B", parameters: [{ code: "int n", argument: "0" }] };
  expect(await kit.change(more)).toMatch(/^tool_error disturbs_others: [^]*X, Y/);
});

test("Go: a method that is called through its type takes the value first", async () => {
  const kit = await openSignatureKit({
    "a.go":
      "package a\n\ntype S struct{}\n\nfunc (s *S) m(a, b int) int { return a - b }\n\nfunc g(s S) int { return (*S).m(&s, 1, 2) + s.m(3, 4) }\n",
  });
  await kit.change({ symbol: "m", parameters: ["b", "a"], unproven: "include" });
  expect(kit.text("a.go")).toContain("(*S).m(&s, 2, 1) + s.m(4, 3)");
});
