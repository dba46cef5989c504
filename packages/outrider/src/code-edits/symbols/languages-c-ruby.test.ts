import { test } from "vitest";
import { checkEdits, editRows, insert, remove, replace } from "../../../test/support/symbol-edits-kit.ts";

test("C++, Java and C#", async () => {
  await checkEdits([
    ...editRows("a.cpp", [
      [
        "class A {\n public:\n  int x;\n  void m() const;\n};\n",
        replace("A/m", "int m() const"),
        "class A {\n public:\n  int x;\n  int m() const;\n};\n",
      ],
      ["struct A { int x; };\n", replace("A", "struct A { int y; }"), "struct A { int y; };\n"],
      ["struct A { int x; };\n", replace("A", "struct A { int y; };"), "struct A { int y; };\n"],
      [
        "template <typename T>\nT f(T x) {\n  return x;\n}\n",
        replace("f", "return x + 1;", "body"),
        "template <typename T>\nT f(T x) {\n  return x + 1;\n}\n",
      ],
      [
        "class A {\n public:\n  int x;\n};\n",
        insert("A", "last", "int y;"),
        "class A {\n public:\n  int x;\n  int y;\n};\n",
      ],
      ["enum class E { A, B = 2 };\n", insert("E", "last", "C"), "enum class E { A, B = 2, C };\n"],
      ["int a, b = 2;\n", remove("a"), { refused: "shared_declaration" }],
      [
        'void f() {\n  auto s = R"(a\n  b)";\n}\n',
        replace("f", 'void f() {\n\tauto s = R"(a\n\tc)";\n}'),
        'void f() {\n  auto s = R"(a\n\tc)";\n}\n',
      ],
      [
        "#include <a>\n\nint x;\n",
        insert(undefined, "imports", "#include <b>"),
        "#include <a>\n#include <b>\n\nint x;\n",
      ],
    ]),
    ...editRows("F.java", [
      [
        "class F {\n  private int a = 1, b;\n}\n",
        replace("F/b", "b = 2"),
        "class F {\n  private int a = 1, b = 2;\n}\n",
      ],
      [
        "class F {\n  private int a = 1, b;\n}\n",
        replace("F/b", "private int b = 2;"),
        { refused: "shared_declaration" },
      ],
      ["class F {\n  private int a = 1, b;\n}\n", remove("F/a"), "class F {\n  private int b;\n}\n"],
      [
        'class F {\n  @Override\n  public String toString() {\n    return "";\n  }\n}\n',
        replace("F/toString", 'public String toString() {\n    return "a";\n}'),
        'class F {\n  public String toString() {\n    return "a";\n  }\n}\n',
        "Gone with the old declaration: `@Override`.",
      ],
      [
        "enum E {\n  A,\n  B;\n\n  int y;\n}\n",
        insert("E/B", "after", "C"),
        "enum E {\n  A,\n  B,\n  C;\n\n  int y;\n}\n",
      ],
      ["enum E {\n  A,\n  B;\n\n  int y;\n}\n", remove("E/B"), "enum E {\n  A;\n\n  int y;\n}\n"],
      [
        "package a;\n\nclass F {}\n",
        insert(undefined, "imports", "import java.util.List;"),
        "package a;\n\nimport java.util.List;\n\nclass F {}\n",
      ],
    ]),
    ...editRows("a.cs", [
      [
        "class C {\n    int a, b = 1;\n    void M() => X();\n}\n",
        replace("C/M", "Y()", "body"),
        "class C {\n    int a, b = 1;\n    void M() => Y();\n}\n",
      ],
      [
        "class C {\n    void M() => X();\n}\n",
        replace("C/M", "{ Y(); }", "body"),
        "class C {\n    void M() { Y(); }\n}\n",
      ],
      ["class C {\n    int a, b = 1;\n}\n", remove("C/b"), "class C {\n    int a;\n}\n"],
      [
        "[Serializable]\npublic class C { }\n",
        replace("C", "public class C { int x; }"),
        "public class C { int x; }\n",
        "Gone with the old declaration: `[Serializable]`.",
      ],
      ["enum E { A, B = 2, }\n", remove("E/B"), "enum E { A, }\n"],
      [
        "class C {\n    public int P { get; set; } = 1;\n}\n",
        insert("C", "last", "public void N()\n{\n    X();\n}"),
        "class C {\n    public int P { get; set; } = 1;\n\n    public void N()\n    {\n        X();\n    }\n}\n",
      ],
    ]),
  ]);
});

test("Ruby, PHP and Kotlin", async () => {
  await checkEdits([
    ...editRows("a.rb", [
      [
        "if X\n  # Doc.\n  def a\n    1\n  end\nend\n",
        insert("a", "before", "def b\n  2\nend"),
        "if X\n  def b\n    2\n  end\n\n  # Doc.\n  def a\n    1\n  end\nend\n",
      ],
      [
        "class C\n  def m(a)\n    a\n  end\nend\n",
        replace("C/m", "def m(a)\n  a + 1\nend"),
        "class C\n  def m(a)\n    a + 1\n  end\nend\n",
      ],
      [
        "class C\n  def m(a)\n    a\n  end\nend\n",
        replace("C/m", "b = a\nb", "body"),
        "class C\n  def m(a)\n    b = a\n    b\n  end\nend\n",
      ],
      [
        "class C\n  def m(a)\n    a\n  end\nend\n",
        replace("C/m", "def m(a)\n  x = <<-EOS\n  text\n  EOS\n  x\nend"),
        "class C\n  def m(a)\n    x = <<-EOS\n  text\n  EOS\n    x\n  end\nend\n",
      ],
      [
        "class C\n  def m(a)\n    a\n  end\nend\n",
        insert("C", "last", "def n\n  1\nend"),
        "class C\n  def m(a)\n    a\n  end\n\n  def n\n    1\n  end\nend\n",
      ],
      ["class C\nend\n", insert("C", "last", "def n\n  1\nend"), "class C\n  def n\n    1\n  end\nend\n"],
      ["class C; end\n", insert("C", "last", "X = 1"), "class C\n  X = 1\nend\n"],
      ["class C\n  X = 1\n\n  def m\n    1\n  end\nend\n", remove("C/m"), "class C\n  X = 1\nend\n"],
      [
        '# frozen_string_literal: true\n\nrequire "a"\n\nX = 1\n',
        insert(undefined, "imports", 'require "b"'),
        '# frozen_string_literal: true\n\nrequire "a"\nrequire "b"\n\nX = 1\n',
      ],
    ]),
    ...editRows("a.php", [
      [
        "<?php\nclass K {\n    const A = 1, B = 2;\n    private int $x = 1;\n}\n",
        replace("K/x", "private int $x = 2"),
        "<?php\nclass K {\n    const A = 1, B = 2;\n    private int $x = 2;\n}\n",
      ],
      ["<?php\nclass K {\n    const A = 1, B = 2;\n}\n", remove("K/A"), "<?php\nclass K {\n    const B = 2;\n}\n"],
      [
        "<?php\n#[Attr]\nfunction f() {\n    return 1;\n}\n",
        replace("f", "function f() {\n    return <<<EOT\n  a\n  EOT;\n}"),
        "<?php\nfunction f() {\n    return <<<EOT\n  a\n  EOT;\n}\n",
        "Gone with the old declaration: `#[Attr]`.",
      ],
      [
        "<?php\n\nnamespace A;\n\nfunction f() {}\n",
        insert(undefined, "imports", "use B\\C;"),
        "<?php\n\nnamespace A;\n\nuse B\\C;\n\nfunction f() {}\n",
      ],
      [
        "<?php\nenum S: string { case A = 'a'; case B = 'b'; }\n",
        remove("S/A"),
        "<?php\nenum S: string { case B = 'b'; }\n",
      ],
    ]),
    ...editRows("a.kt", [
      ["class C {\n    fun m(): Int = 1\n}\n", replace("C/m", "2", "body"), "class C {\n    fun m(): Int = 2\n}\n"],
      [
        "class C {\n    private val x = 1\n}\n",
        replace("C/x", "val x = 2"),
        "class C {\n    val x = 2\n}\n",
        "Gone with the old declaration: `private`.",
      ],
      [
        "class C {\n    val x = 1\n}\n",
        insert("C", "last", "fun n(): Int {\n    return 1\n}"),
        "class C {\n    val x = 1\n\n    fun n(): Int {\n        return 1\n    }\n}\n",
      ],
      [
        "package a\n\nimport b.C\n\nfun f() {}\n",
        insert(undefined, "imports", "import b.D"),
        "package a\n\nimport b.C\nimport b.D\n\nfun f() {}\n",
      ],
    ]),
  ]);
});
