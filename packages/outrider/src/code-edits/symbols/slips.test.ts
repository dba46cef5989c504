import { test } from "vitest";
import { checkEdits, editRows, insert, remove, replace } from "../../../test/support/symbol-edits-kit.ts";

const body = (symbol: string, code: string) => replace(symbol, code, "body");

test("operators that came as entities are decoded, but neither strings nor names", async () => {
  await checkEdits([
    ...editRows("a.c", [
      [
        "int f(int a) {\n  return 1;\n}\n",
        body("f", 'puts("&lt;"); // &gt;\nreturn a &lt; 1 &amp;&amp; a;'),
        'int f(int a) {\n  puts("&lt;"); // &gt;\n  return a < 1 && a;\n}\n',
        /entities/,
      ],
      ["int lt;\nint *f() {\n  return 0;\n}\n", body("f", "return &lt;"), "int lt;\nint *f() {\n  return &lt;\n}\n"],
    ]),
    ...editRows("a.php", [
      [
        "<?php\nfunction f($a) {\n  return 1;\n}\n",
        body("f", "return $a &lt; 1;"),
        "<?php\nfunction f($a) {\n  return $a < 1;\n}\n",
        /entities/,
      ],
    ]),
    ...editRows("a.tsx", [
      [
        "function f() {\n  return 1;\n}\n",
        body("f", "return <p>a &lt; 1;</p>;"),
        "function f() {\n  return <p>a &lt; 1;</p>;\n}\n",
      ],
    ]),
  ]);
});

test("keys of JSON have commas between them", async () => {
  const unchecked = /was not checked/;
  const text = '{\n  "a": 1,\n  "b": { "c": 1, "d": 2 }\n}\n';
  await checkEdits(
    editRows("a.json", [
      [text, remove("b"), '{\n  "a": 1\n}\n', unchecked],
      [text, remove("b/d"), '{\n  "a": 1,\n  "b": { "c": 1 }\n}\n', unchecked],
      [text, replace("a", '"a": 5,'), text.replace("1", "5"), unchecked],
      [text, insert("b", "after", '"e": 5'), '{\n  "a": 1,\n  "b": { "c": 1, "d": 2 },\n  "e": 5\n}\n', unchecked],
    ]),
  );
});

test("code for a page of PHP does not become its text", async () => {
  const add = "function b() {}";
  await checkEdits(
    editRows("a.php", [
      ["<?php\nfunction a() {}\n?>\n", insert(undefined, "last", add), `<?php\nfunction a() {}\n${add}\n?>\n`],
      ["<?php a(); ?>\n<p>\n", insert(undefined, "last", add), `<?php a(); ?>\n<p>\n<?php\n${add}\n`],
      ["<p>\n<?php\nfunction a() {}\n", insert(undefined, "first", add), { refused: "no_place" }],
      [
        '<?php\nfunction a() { return "?>"; }\n',
        insert("a", "after", add),
        `<?php\nfunction a() { return "?>"; }\n${add}\n`,
      ],
    ]),
  );
});

test("what shares its line is put beside and taken out alone", async () => {
  await checkEdits(
    editRows("a.js", [
      ["let a = 1; let b = 2;\n", insert("b", "before", "let x = 1;"), "let a = 1;\nlet x = 1;\nlet b = 2;\n"],
      ["let a = 1; let b = 2;\n", insert("a", "after", "let x = 1;"), "let a = 1;\nlet x = 1;\nlet b = 2;\n"],
      [
        "module.exports = function a() {};\n",
        insert("a", "before", "f();"),
        "f();\nmodule.exports = function a() {};\n",
      ],
      ["let a = 1;  \n \n\nlet b = 2;\n\t\nlet c = 3;\n", remove("b"), "let a = 1;  \n \n\nlet c = 3;\n"],
      ["let a = 1;  \n\nlet b = 2;", remove("b"), "let a = 1;  "],
    ]),
  );
});

test("of several in one declaration none is lost", async () => {
  await checkEdits([
    ...editRows("a.py", [
      ["a, b = 1, 2\n", replace("a", "a = 3"), { refused: "shared_declaration" }],
      ["a, b = 1, 2\n", replace("a", "a = 3\nb = 2"), "a = 3\nb = 2\n"],
    ]),
    ...editRows("a.ts", [
      [
        "class A {\n  m = () => {\n    f();\n  };\n}\n",
        replace("A/m", "m() {\n  g();\n}"),
        "class A {\n  m() {\n    g();\n  }\n}\n",
      ],
      ["function f() {\n  a();\n};\n", replace("f", "function f() {\n  b();\n}"), "function f() {\n  b();\n};\n"],
    ]),
  ]);
});
