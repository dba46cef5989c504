import { test } from "vitest";
import { checkEdits, editRows, insert, remove } from "../../../test/support/symbol-edits-kit.ts";

const functions = "function a() {\n  return 1;\n}\n\n/** B. */\nfunction b() {\n  return 2;\n}\n";
const store = "class S {\n  x = 1;\n  y = 2;\n\n  get() {\n    return 1;\n  }\n}\n";

test("code is inserted beside and into symbols of TypeScript, with the empty lines that its neighbours have", async () => {
  await checkEdits(
    editRows("a.ts", [
      [
        functions,
        insert("a", "after", "function c() {\n  return 3;\n}\n"),
        "function a() {\n  return 1;\n}\n\nfunction c() {\n  return 3;\n}\n\n/** B. */\nfunction b() {\n  return 2;\n}\n",
      ],
      [
        functions,
        insert("b", "before", "function c() {\n  return 3;\n}"),
        "function a() {\n  return 1;\n}\n\nfunction c() {\n  return 3;\n}\n\n/** B. */\nfunction b() {\n  return 2;\n}\n",
      ],
      [
        functions,
        insert("a", "before", "const c = 1;"),
        "const c = 1;\n\nfunction a() {\n  return 1;\n}\n\n/** B. */\nfunction b() {\n  return 2;\n}\n",
      ],
      [functions, insert("b", "after", "const c = 1;"), `${functions}\nconst c = 1;\n`],
      [
        "const a = 1;\nconst b = 2;\n",
        insert("a", "after", "const c = 3;"),
        "const a = 1;\nconst c = 3;\nconst b = 2;\n",
      ],
      [
        "const a = 1; // one\nconst b = 2;\n",
        insert("a", "after", "const c = 3;"),
        "const a = 1; // one\nconst c = 3;\nconst b = 2;\n",
      ],
      [
        "const a = 1;\nconst b = 2;\n",
        insert("a", "after", "function c() {\n  return 1;\n}"),
        "const a = 1;\n\nfunction c() {\n  return 1;\n}\n\nconst b = 2;\n",
      ],
      ["const a = 1, b = 2;\n", insert("b", "after", "const c = 3;"), "const a = 1, b = 2;\nconst c = 3;\n"],
      ["const a = 1;", insert("a", "after", "const c = 3;\n"), "const a = 1;\nconst c = 3;"],
      [
        store,
        insert("S/x", "after", "z = 3;"),
        "class S {\n  x = 1;\n  z = 3;\n  y = 2;\n\n  get() {\n    return 1;\n  }\n}\n",
      ],
      [
        store,
        insert("S/get", "before", "set() {\n  return 1;\n}"),
        "class S {\n  x = 1;\n  y = 2;\n\n  set() {\n    return 1;\n  }\n\n  get() {\n    return 1;\n  }\n}\n",
      ],
      [
        store,
        insert("S", "last", "set() {\n  return 1;\n}"),
        "class S {\n  x = 1;\n  y = 2;\n\n  get() {\n    return 1;\n  }\n\n  set() {\n    return 1;\n  }\n}\n",
      ],
      [
        store,
        insert("S", "first", "z = 3;"),
        "class S {\n  z = 3;\n  x = 1;\n  y = 2;\n\n  get() {\n    return 1;\n  }\n}\n",
      ],
      [
        store,
        insert("S", "first", "set() {\n  return 1;\n}"),
        "class S {\n  set() {\n    return 1;\n  }\n\n  x = 1;\n  y = 2;\n\n  get() {\n    return 1;\n  }\n}\n",
      ],
      ["class S {}\n", insert("S", "last", "a = 1;"), "class S {\n  a = 1;\n}\n"],
      ["class S {\n}\n", insert("S", "first", "a = 1;"), "class S {\n  a = 1;\n}\n"],
      ["class S {\n  // nothing yet\n}\n", insert("S", "last", "a = 1;"), "class S {\n  // nothing yet\n  a = 1;\n}\n"],
      ["enum E { A, B }\n", insert("E", "last", "C"), "enum E { A, B, C }\n"],
      ["enum E { A, B }\n", insert("E", "first", "C,"), "enum E { C, A, B }\n"],
      ["enum E {\n  A,\n  B, // b\n}\n", insert("E", "last", "C,"), "enum E {\n  A,\n  B, // b\n  C,\n}\n"],
      ["enum E {\n  A,\n  B // b\n}\n", insert("E/B", "after", "C"), "enum E {\n  A,\n  B, // b\n  C\n}\n"],
      ["enum E {\n  A,\n  B,\n}\n", insert("E/B", "before", "C"), "enum E {\n  A,\n  C,\n  B,\n}\n"],
      [
        "const o = {\n  a: 1,\n  f() {},\n};\n",
        insert("o", "last", "g() {}"),
        "const o = {\n  a: 1,\n  f() {},\n  g() {},\n};\n",
      ],
      [
        "const o = {\n  f() {},\n  a: 1\n};\n",
        insert("o", "last", "b: 2"),
        "const o = {\n  f() {},\n  a: 1,\n  b: 2\n};\n",
      ],
      ["const o = {};\n", insert("o", "last", "b: 2,"), "const o = {\n  b: 2\n};\n"],
      ["function f() { return 1; }\n", insert("f", "first", "g();"), "function f() {\n  g();\n  return 1;\n}\n"],
      ["const f = () => 1;\n", insert("f", "first", "g();"), { refused: "no_place" }],
      [functions, insert("a", "after", "function c() {"), { refused: "broken_syntax" }],
      [
        "class S {\r\n\ta() {\r\n\t\treturn 1;\r\n\t}\r\n}\r\n",
        insert("S", "last", "b() {\n  return 2;\n}"),
        "class S {\r\n\ta() {\r\n\t\treturn 1;\r\n\t}\r\n\r\n\tb() {\r\n\t\treturn 2;\r\n\t}\r\n}\r\n",
      ],
    ]),
  );
});

test("code is inserted into a file of TypeScript, and among its imports", async () => {
  await checkEdits(
    editRows("a.ts", [
      [
        "import a from 'a';\n\nconst x = a;\n",
        insert(undefined, "imports", "import b from 'b';"),
        "import a from 'a';\nimport b from 'b';\n\nconst x = a;\n",
      ],
      [
        "import a from 'a';\n\nconst x = a;\n",
        insert(undefined, "imports", 'import a from "a"'),
        "import a from 'a';\n\nconst x = a;\n",
        /is there already/,
      ],
      [
        "import a from 'a';\n\nconst x = a;\n",
        insert(undefined, "imports", "import a from 'a';\nimport b from 'b';"),
        "import a from 'a';\nimport b from 'b';\n\nconst x = a;\n",
        /is there already/,
      ],
      [
        "#!/usr/bin/env node\n// Copyright X\n\n'use strict';\n\nconst x = 1;\n",
        insert(undefined, "imports", "import b from 'b';"),
        "#!/usr/bin/env node\n// Copyright X\n\n'use strict';\n\nimport b from 'b';\n\nconst x = 1;\n",
      ],
      ["const x = 1;\n", insert(undefined, "imports", "import b from 'b';"), "import b from 'b';\n\nconst x = 1;\n"],
      [
        "/** Doc of x. */\nconst x = 1;\n",
        insert(undefined, "imports", "import b from 'b';"),
        "import b from 'b';\n\n/** Doc of x. */\nconst x = 1;\n",
      ],
      [
        "import a from 'a';\n\nconst x = a;\n",
        insert(undefined, "first", "const y = 1;"),
        "import a from 'a';\n\nconst y = 1;\nconst x = a;\n",
      ],
      [
        "import a from 'a';\n\nfunction x() {\n  a();\n}\n",
        insert(undefined, "first", "function y() {\n  a();\n}"),
        "import a from 'a';\n\nfunction y() {\n  a();\n}\n\nfunction x() {\n  a();\n}\n",
      ],
      ["const x = 1;\n", insert(undefined, "first", "const y = 1;"), "const y = 1;\nconst x = 1;\n"],
      ["const x = 1;\n", insert(undefined, "last", "const y = 1;"), "const x = 1;\nconst y = 1;\n"],
      [
        "const x = 1;",
        insert(undefined, "last", "function y() {\n  a();\n}\n"),
        "const x = 1;\n\nfunction y() {\n  a();\n}",
      ],
      ["", insert(undefined, "last", "const y = 1;"), "const y = 1;\n"],
      ["const x = 1;\n", insert(undefined, "after", "const y = 1;"), { refused: "unclear_edit" }],
    ]),
  );
});

test("a removed declaration of TypeScript leaves no trace", async () => {
  await checkEdits(
    editRows("a.ts", [
      [functions, remove("b"), "function a() {\n  return 1;\n}\n"],
      [functions, remove("a"), "/** B. */\nfunction b() {\n  return 2;\n}\n"],
      [functions, remove("b", { part: "declaration" }), "function a() {\n  return 1;\n}\n\n/** B. */\n"],
      [functions, remove("b", { part: "body" }), { refused: "unclear_edit" }],
      ["function f() {\n  return class A {};\n}\n", remove("A"), { refused: "unclear_edit" }],
      ["const f = () => each(function run() {});\n", remove("run"), { refused: "unclear_edit" }],
      [store, remove("S/x"), "class S {\n  y = 2;\n\n  get() {\n    return 1;\n  }\n}\n"],
      [store, remove("S/get"), "class S {\n  x = 1;\n  y = 2;\n}\n"],
      ["const a = 1;\n\nconst b = 2;\n\nconst c = 3;\n", remove("b"), "const a = 1;\n\nconst c = 3;\n"],
      ["const a = 1; // one\nconst b = 2;\n", remove("a"), "const b = 2;\n"],
      ["const a = 1, b = 2;\n", remove("a"), "const b = 2;\n"],
      ["const a = 1, b = 2;\n", remove("b"), "const a = 1;\n"],
      ["const a = 1,\n  b = 2,\n  c = 3;\n", remove("b"), "const a = 1,\n  c = 3;\n"],
      ["const a = 1,\n  b = 2;\n", remove("b"), "const a = 1;\n"],
      ["enum E { A, B, C }\n", remove("E/A"), "enum E { B, C }\n", /B, whose value is counted from the ones before it/],
      ["enum E { A, B, C }\n", remove("E/C"), "enum E { A, B }\n"],
      ["enum E { A }\n", remove("E/A"), "enum E { }\n"],
      ["enum E {\n  A,\n  B, // b\n}\n", remove("E/B"), "enum E {\n  A,\n}\n"],
      ["enum E {\n  A, // a\n  B // b\n}\n", remove("E/B"), "enum E {\n  A // a\n}\n"],
      ["const o = {\n  a: 1,\n  f() {}\n};\n", remove("o/f"), "const o = {\n  a: 1\n};\n"],
      ["const a = 1;", remove("a"), ""],
      ["const a = 1;\nconst b = 2;", remove("b"), "const a = 1;"],
      ["class A {\r\n  a = 1;\r\n\r\n  b = 2;\r\n}\r\n", remove("A/b"), "class A {\r\n  a = 1;\r\n}\r\n"],
    ]),
  );
});
