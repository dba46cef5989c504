import { describe, expect, test } from "vitest";
import { languageOf } from "../../languages/language-of.ts";
import type { EditCheck } from "../edit-check.ts";
import { checkEdit } from "./check-edit.ts";

/** The part between the brackets gives way to the new text. */
async function check(file: string, marked: string, added: string): Promise<EditCheck> {
  const [before = "", removed = "", behind = ""] = marked.split(/[⟦⟧]/);
  const language = languageOf(file);
  if (language === undefined) throw new Error(`No language for ${file}.`);
  const replacements = [{ start: before.length, end: before.length + removed.length, text: added }];
  const answer = await checkEdit(language, { file, text: before + removed + behind }, replacements);
  if (answer === undefined) throw new Error("Parsing took too long.");
  return answer;
}

const refused = ({ faults, disturbed }: EditCheck): boolean => faults.length + disturbed.length > 0;

describe("an edit that swallows or changes what stands beside it is found", () => {
  test.each<readonly [what: string, file: string, marked: string, added: string]>([
    [
      "a comment that a later one closes",
      "a.ts",
      "function a() {}\n⟦⟧\nfunction b() {}\n/* end */\nfunction c() {}\n",
      "/* new",
    ],
    ["a template that a later one closes", "a.ts", "const a = 1;\n⟦⟧\nconst b = 2;\nconst c = `x`;\n", "const n = `"],
    ["a class closed too early", "a.ts", "class A {\n  a() {}\n  ⟦⟧\n  b() {}\n}\n", "n() {} }\nclass B {"],
    ["a function closed too early", "a.ts", "function a() {\n  ⟦one();⟧\n  two();\n}\n", "one(); } function n() {"],
    ["a call made of the line before", "a.ts", "const a = b⟦⟧\nconst c = 1\n", "\n(0).toString()"],
    ["a value put before a function", "a.ts", "let a = 1;\n⟦⟧function b() {}\n", "const n ="],
    ["a condition before a statement", "a.ts", "let a = 1;\n⟦⟧\na = 2;\n", "if (a > 1)"],
    ["a decorator before a class", "a.ts", "let a = 1;\n⟦⟧\nclass B {}\n", "@sealed"],
    ["a word before a method", "a.ts", "class A {\n  ⟦⟧b() {}\n}\n", "static "],
    [
      "an element closed too early",
      "a.tsx",
      "const A = () => (\n  <p>\n    ⟦<b>x</b>⟧\n    <i>y</i>\n  </p>\n);\n",
      "<b>x</b></p><p>",
    ],
    [
      "a comment in an element",
      "a.tsx",
      "const A = () => (\n  <p>\n    ⟦<b>x</b>⟧\n    <i>y</i>\n    {/* end */}\n  </p>\n);\n",
      "{/* x",
    ],
    ["a comment in JavaScript", "a.js", "const a = 1;\n⟦⟧\nfunction b() {}\n/** doc */\nfunction c() {}\n", "/*"],
    ["an object closed too early", "a.js", "const a = {\n  one: 1,\n  ⟦two: 2,⟧\n  three: 3,\n};\n", "two: 2 }, n = {"],
    [
      "a docstring that a later one closes",
      "a.py",
      'def a():\n    pass\n\n⟦⟧\ndef b():\n    """Doc."""\n\nx = """y"""\n',
      '"""',
    ],
    [
      "an else that is as deep as no block",
      "a.py",
      "def a():\n    if b:\n        c()\n⟦⟧    d()\n",
      "   else:\n        e()\n",
    ],
    ["a tab among blanks", "a.py", "def a():\n        b()\n⟦⟧        c()\n", "\td()\n"],
    ["a definition deeper than its decorator", "a.py", "a = 1\n⟦⟧\n", "@b\n  def c(): pass\n"],
    ["a comment in one of Kotlin", "a.kt", "fun a(): Int {\n    ⟦return 1⟧\n}\n", "return 1 /* b /* c */"],
    ["a comment in one of Swift", "a.swift", "func a() -> Int {\n  ⟦return 1⟧\n}\n", "return 1 /* b /* c */"],
    ["a comment in one of Dart", "a.dart", "int a() {\n  ⟦return 1;⟧\n}\n", "return 1; /* b /* c */"],
    ["a statement in a class", "A.java", "class A {\n  ⟦int a() { return 1; }⟧\n}\n", "return null;"],
    ["indentation that takes what follows", "a.py", "def a():\n    ⟦one()⟧\n    two()\n", "one()\n\ndef n():"],
    ["a function without a body", "a.py", "def a():\n    ⟦one()⟧\n    two()\n", "one()\n    def n():"],
    [
      "a class that takes the next function",
      "a.py",
      "⟦class A:\n    x = 1\n⟧\n    def b(self):\n        pass\n",
      "def n():\n    x = 1\n",
    ],
    ["a class left without a body", "a.py", "class A:\n⟦    def b(self):\n        pass\n⟧\nclass C:\n    pass\n", ""],
    ["a decorator left before a class", "a.py", "def a(): pass\n⟦⟧\nclass B:\n    pass\n", "@new"],
    ["a raw string that a later one closes", "a.go", "package a\n\n⟦⟧\nfunc b() {}\n\nvar c = `x`\n", "var n = `"],
    ["a comment in Go", "a.go", "package a\n\n⟦⟧\nfunc b() {}\n\n/* c */\nfunc c() {}\n", "/*"],
    [
      "a Go function closed too early",
      "a.go",
      "package a\n\nfunc b() {\n\t⟦one()⟧\n\ttwo()\n}\n",
      "one()\n}\n\nfunc n() {",
    ],
    [
      "a Rust impl closed too early",
      "a.rs",
      "struct A;\nimpl A {\n    fn a() {}\n    ⟦⟧\n    fn b() {}\n}\n",
      "fn n() {} }\nimpl B {",
    ],
    ["a raw string in Rust", "a.rs", 'fn a() {}\n⟦⟧\nfn b() {}\nconst C: &str = r#"x"#;\n', 'const N: &str = r#"'],
    ["an attribute left before an item", "a.rs", "fn a() {}\n⟦⟧\nfn b() {}\n", "#[cfg(test)]"],
    ["a nested comment in Rust", "a.rs", "fn a() {}\n⟦⟧\nfn b() {}\n/* c */\nfn c() {}\n", "/*"],
    ["#if 0 in C", "a.c", "int a(void) { return 1; }\n⟦⟧\nint b(void) { return 2; }\n#endif\n", "#if 0"],
    ["a comment in C", "a.c", "int a;\n⟦⟧\nint b;\n/* c */\nint c;\n", "/* new"],
    ["a C function closed too early", "a.c", "int a(void) {\n  ⟦one();⟧\n  two();\n}\n", "one();\n}\nint n(void) {"],
    ["a line continued into the next", "a.c", "int a;\n⟦⟧\nint b;\n", "#define N \\"],
    [
      "a namespace closed too early",
      "a.cpp",
      "namespace a {\nint b();\n⟦⟧\nint c();\n}\n",
      "int n(); }\nnamespace d {",
    ],
    ["a raw string in C++", "a.cpp", 'int a;\n⟦⟧\nint b;\nauto c = R"(x)";\n', 'auto n = R"('],
    ["a template head left before a function", "a.cpp", "int a();\n⟦⟧\nint b();\n", "template <class T>"],
    [
      "a Java class closed too early",
      "A.java",
      "class A {\n  void a() {}\n  ⟦⟧\n  void b() {}\n}\n",
      "void n() {}\n}\nclass B {",
    ],
    ["an annotation left before a method", "A.java", "class A {\n  ⟦⟧\n  void b() {}\n}\n", "@Override"],
    [
      "a text block in Java",
      "A.java",
      'class A {\n  ⟦⟧\n  int b;\n  String c = """\n    x""";\n}\n',
      'String n = """\n',
    ],
    ["=begin in Ruby", "a.rb", "def a; end\n⟦⟧\ndef b; end\n=begin\n=end\ndef c; end\n", "=begin"],
    ["a heredoc in Ruby", "a.rb", "def a; end\n⟦⟧\ndef b; end\nX = <<~T\n  x\nT\n", "N = <<~T"],
    ["an end too many in Ruby", "a.rb", "class A\n  def a; end\n  ⟦⟧\n  def b; end\nend\n", "def n; end\nend\nclass B"],
    ["__END__ in Ruby", "a.rb", "def a; end\n⟦⟧\ndef b; end\n", "__END__"],
    ["?> in PHP", "a.php", "<?php\nfunction a() {}\n⟦⟧\nfunction b() {}\n", "?>"],
    ["a heredoc in PHP", "a.php", "<?php\n⟦⟧\nfunction b() {}\n$c = <<<T\nx\nT;\n", "$n = <<<T"],
    [
      "a PHP class closed too early",
      "a.php",
      "<?php\nclass A {\n  function a() {}\n  ⟦⟧\n  function b() {}\n}\n",
      "function n() {}\n}\nclass B {",
    ],
    ["a heredoc in bash", "a.sh", "a() { :; }\n⟦⟧\nb() { :; }\ncat <<EOF\nx\nEOF\n", "cat <<EOF"],
    ["a quote in bash", "a.sh", "a() { :; }\n⟦⟧\nb() { :; }\nc='x'\n", "n='"],
    ["a line continued in bash", "a.sh", "a=1\n⟦⟧\nb() { :; }\n", "echo \\"],
    ["a comment in C#", "A.cs", "class A {\n  ⟦⟧\n  void B() {}\n  /* c */\n  void C() {}\n}\n", "/*"],
    [
      "a C# class closed too early",
      "A.cs",
      "class A {\n  void A1() {}\n  ⟦⟧\n  void B() {}\n}\n",
      "void N() {}\n}\nclass D {",
    ],
    ["a verbatim string in C#", "A.cs", 'class A {\n  ⟦⟧\n  int b;\n  string c = @"x";\n}\n', 'string n = @"'],
    ["an attribute left before a method", "A.cs", "class A {\n  ⟦⟧\n  void B() {}\n}\n", "[Obsolete]"],
    ["a raw string in Kotlin", "a.kt", 'fun a() {}\n⟦⟧\nfun b() {}\nval c = """x"""\n', 'val n = """'],
    [
      "a Kotlin class closed too early",
      "a.kt",
      "class A {\n  fun a() {}\n  ⟦⟧\n  fun b() {}\n}\n",
      "fun n() {}\n}\nclass B {",
    ],
    ["a Swift comment", "a.swift", "func a() {}\n⟦⟧\nfunc b() {}\n/* c */\nfunc c() {}\n", "/*"],
    ["a long string in Lua", "a.lua", "local a = 1\n⟦⟧\nlocal function b() end\nlocal c = [[x]]\n", "local n = [["],
    ["a script in Vue", "a.vue", '<script lang="ts">\nconst a = 1;\n⟦⟧\nfunction b() {}\n/* c */\n</script>\n', "/*"],
    ["a section in Markdown", "a.md", "# A\n\n⟦⟧\n\n# B\n\n```\nx\n```\n", "```"],
  ])("%s (%s)", async (_, file, marked, added) => {
    const answer = await check(file, marked, added);
    expect(answer.wasBroken).toBe(false);
    expect(refused(answer)).toBe(true);
  });
});

describe("an edit that leaves the others alone is let through", () => {
  test.each<readonly [what: string, file: string, marked: string, added: string]>([
    ["a body", "a.ts", "function a() ⟦{\n  return 1;\n}⟧\nfunction b() {}\n", "{\n  /* `new` */ return `${2}`;\n}"],
    [
      "a whole declaration of another kind",
      "a.ts",
      "⟦export const a = 1;⟧\nexport const b = 2;\n",
      "export function a() {}",
    ],
    ["a comment before a function", "a.ts", "let a;\n⟦⟧\nfunction b() {}\n", "/** New. */"],
    ["an import where there was none", "a.ts", "⟦⟧export const a = 1;\n", 'import "b";\n\n'],
    ["a name at two lengths", "a.ts", "class ⟦A⟧ {\n  b = 1;\n  c() {}\n}\n", "LongerName"],
    [
      "a last method without brackets around",
      "a.py",
      "class A:\n    def a(self):\n        pass⟦⟧\n\n\nclass B:\n    pass\n",
      "\n\n    def n(self):\n        pass",
    ],
    ["a first method", "a.py", "class A:\n    ⟦⟧def a(self):\n        pass\n", "x = 1\n\n    "],
    ["a function behind the last one", "a.py", "def a():\n    pass  # why\n    # more\n⟦⟧", "\n\ndef n():\n    pass\n"],
    [
      "a method that goes",
      "a.py",
      "class A:\n    x = 1\n⟦\n    def a(self):\n        pass\n⟧\n\ndef b():\n    pass\n",
      "",
    ],
    ["an attribute with its item", "a.rs", "fn a() {}\n⟦⟧\nfn b() {}\n", "#[test]\nfn n() {}\n"],
    ["a heredoc that ends", "a.sh", "a() { :; }\n⟦⟧\nb() { :; }\n", "cat <<EOF\nx\nEOF"],
    ["a heredoc that ends in Ruby", "a.rb", "def a; end\n⟦⟧\ndef b; end\n", "N = <<~T\n  x\nT"],
    ["conditionals that end", "a.c", "int a;\n⟦⟧\nint b;\n", "#if 0\nint n;\n#endif"],
    ["a Go import", "a.go", 'package a\n\nimport (\n\t"fmt"⟦⟧\n)\n\nfunc b() { fmt.Println() }\n', '\n\t"os"'],
    [
      "a script in Vue",
      "a.vue",
      '<template><p/></template>\n<script lang="ts">\nconst a = 1;\n⟦⟧\n</script>\n',
      "const b = 2;",
    ],
    ["the whole text", "a.ts", "⟦let a;⟧", "let b, c;"],
    ["nothing", "a.ts", "let a;⟦⟧\n", ""],
  ])("%s (%s)", async (_, file, marked, added) => {
    expect(await check(file, marked, added)).toMatchObject({ isParsed: true, faults: [], disturbed: [] });
  });
});

test.each([
  ["a.ts", "let a;\n⟦⟧\nlet b;\n", "export"],
  ["a.ts", "class A {\n  a = ⟦1⟧;\n}\n", "default"],
  ["a.py", "a = ⟦1⟧\n", "class"],
  ["a.go", "package a\n\nvar b = ⟦1⟧\n", "func"],
  ["a.rs", "fn a() -> i32 { ⟦1⟧ }\n", "struct"],
  ["A.java", "class A { int a = ⟦1⟧; }\n", "class"],
])("a word of the language is no name (%s, %s)", async (file, marked, added) => {
  expect(refused(await check(file, marked, added))).toBe(true);
});

test("words of the language are names where it lets them", async () => {
  for (const [file, marked, added] of [
    [
      "a.ts",
      "⟦let a;⟧\n",
      'const a = { default: 1, class: b.delete };\nexport { a as default };\nimport c, { default as d } from "e";',
    ],
    ["a.tsx", "⟦let a;⟧\n", 'const a = <label for="x" class="y">if in do</label>;'],
    ["a.py", "⟦a = 1⟧\n", "match = type(print)\ncase = 1\nprint(match, case)"],
    [
      "a.rs",
      "⟦fn a() {}⟧\n",
      'fn a() { println!("{}", if true { 1 } else { 2 }); r#type(Self::new, crate::b, self::c); }',
    ],
    ["a.go", "package a\n\n⟦var b = 1⟧\n", "var b = func() interface{} { return map[string]struct{}{} }"],
    ["A.java", "⟦class A {}⟧\n", "class A { void a() { var record = A.class; int sealed = 1; } }"],
    ["A.cs", "⟦class A {}⟧\n", "class A { int @class = 1; void B(in int value, out int o) { o = nameof(A).Length; } }"],
    ["a.cpp", "⟦int a;⟧\n", "template <class T> void n() { using std::swap; try { throw 1; } catch (...) {} }"],
  ] as const) {
    expect((await check(file, marked, added)).faults, file).toEqual([]);
  }
});

describe("a text that was broken before", () => {
  test("may be mended, and what was wrong elsewhere does not count", async () => {
    const mended = await check("a.ts", "function a() {\n  ⟦one((;⟧\n}\nfunction b() {}\n", "one();");
    expect(mended).toMatchObject({ wasBroken: true, faults: [], disturbed: [] });
    const other = await check("a.ts", "let a = ;\n\nfunction b() {\n  ⟦one();⟧\n}\n", "two();");
    expect(other).toMatchObject({ wasBroken: true, faults: [], disturbed: [] });
  });

  test("may not get more errors", async () => {
    const { faults } = await check("a.ts", "let a = ;\n\nfunction b() {\n  ⟦one();⟧\n}\n", "two((;");
    expect(faults[0]).toMatchObject({ line: 3, shown: "two((;" });
  });

  test("may not lose others to a comment", async () => {
    const { disturbed } = await check("a.ts", "let a = ;\n⟦⟧\nfunction b() {}\n/* c */\n", "/*");
    expect(disturbed).toEqual([{ line: 2, shown: "function b() {}" }]);
  });
});

test("faults tell the place in the text after, with the token that is missing", async () => {
  const { faults } = await check("a.ts", "let a = 1;\n⟦⟧\nlet b = 2;\n", "\n\nlet ö = [1;");
  expect(faults).toEqual([{ line: 3, column: 10, shown: "let ö = [1;", missing: "]" }]);
});

test("what is disturbed is told by its lines in the text before", async () => {
  const { disturbed } = await check("a.ts", "let a;\n⟦⟧\nlet b;\nlet c;\n/* d */\nlet e;\n", "\n\n/*");
  expect(disturbed).toEqual([
    { line: 2, shown: "let b;" },
    { line: 3, shown: "let c;" },
  ]);
});

test("an outline without a grammar says that nothing was parsed", async () => {
  expect(await check("a.yaml", "a: 1\n⟦⟧c: 3\n", "b: 2\n")).toMatchObject({
    isParsed: false,
    faults: [],
    disturbed: [],
  });
});
