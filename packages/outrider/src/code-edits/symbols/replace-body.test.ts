import { test } from "vitest";
import { checkEdits, replaceRows, type ReplaceRow } from "../../../test/support/symbol-edits-kit.ts";

test("the body of a declaration of TypeScript is replaced with or without its braces", async () => {
  const rows: readonly ReplaceRow[] = [
    [
      "without braces",
      "function f() {\n  return 1;\n}\n",
      { symbol: "f", body: "return 2;" },
      "function f() {\n  return 2;\n}\n",
    ],
    [
      "with braces",
      "function f() {\n  return 1;\n}\n",
      { symbol: "f", body: "{\n  return 2;\n}" },
      "function f() {\n  return 2;\n}\n",
    ],
    ["on one line", "function f() { return 1; }\n", { symbol: "f", body: "return 2;" }, "function f() { return 2; }\n"],
    [
      "of a method",
      "class A {\n  get() {\n    return 1;\n  }\n}\n",
      { symbol: "A/get", body: "if (x) {\n  return 2;\n}\nreturn 3;" },
      "class A {\n  get() {\n    if (x) {\n      return 2;\n    }\n    return 3;\n  }\n}\n",
    ],
    [
      "two blocks",
      "function f() {\n  return 1;\n}\n",
      { symbol: "f", body: "{ a(); }\n{ b(); }" },
      "function f() {\n  { a(); }\n  { b(); }\n}\n",
    ],
    [
      "an expression",
      "const f = (x: number) => x + 1;\n",
      { symbol: "f", body: "x + 2;" },
      "const f = (x: number) => x + 2;\n",
    ],
    [
      "an expression becomes a block",
      "const f = (x: number) => x + 1;\n",
      { symbol: "f", body: "const y = x;\nreturn y;" },
      "const f = (x: number) => {\n  const y = x;\n  return y;\n};\n",
    ],
    [
      "an expression becomes a block in braces",
      "const f = (x: number) => x + 1;\n",
      { symbol: "f", body: "{ return x; }" },
      "const f = (x: number) => { return x; };\n",
    ],
    ["none there", "interface I { a: number }\n", { symbol: "I/a", body: "1" }, { refused: "no_body" }],
    [
      "a declaration",
      "function f() {\n  return 1;\n}\n",
      { symbol: "f", body: "function f() {\n  return 2;\n}" },
      { refused: "not_a_body" },
    ],
    [
      "an open brace",
      "function f() {\n  return 1;\n}\nfunction g() {}\n",
      { symbol: "f", body: "if (x) {" },
      { refused: "broken_syntax" },
    ],
    [
      "closed and opened",
      "function f() {\n  return 1;\n}\n",
      { symbol: "f", body: "} function g() {" },
      { refused: "broken_syntax" },
    ],
    ["of a class", "class A {\n  a = 1;\n}\n", { symbol: "A", body: "b = 2;" }, "class A {\n  b = 2;\n}\n"],
    [
      "CRLF",
      "function f() {\r\n  return 1;\r\n}\r\n",
      { symbol: "f", body: "return 2;\r\nreturn 3;" },
      "function f() {\r\n  return 2;\r\n  return 3;\r\n}\r\n",
    ],
  ];
  await checkEdits(
    replaceRows(
      "a.ts",
      rows.map(([name, before, edit, ...rest]) => [name, before, { ...edit, part: "body" }, ...rest] as const),
    ),
  );
});

test("slips in the new code are undone where it makes no sense without, and told", async () => {
  await checkEdits(
    replaceRows("a.ts", [
      [
        "line ends written out",
        "function f() {\n  return 1;\n}\n",
        { symbol: "f", body: "function f() {\\n  return 2;\\n}" },
        "function f() {\n  return 2;\n}\n",
        /written out/,
      ],
      [
        "escapes inside of strings stay",
        "const a = 1;\n",
        { symbol: "a", body: 'const a = "x\\ny";' },
        'const a = "x\\ny";\n',
      ],
      [
        "entities",
        "const a = 1;\n",
        { symbol: "a", body: "const a: Map&lt;string, number&gt; = new Map();" },
        "const a: Map<string, number> = new Map();\n",
        /HTML entities/,
      ],
      [
        "entities inside of strings stay",
        "const a = 1;\n",
        { symbol: "a", body: 'const a = "&lt;";' },
        'const a = "&lt;";\n',
      ],
      ["a fence", "const a = 1;\n", { symbol: "a", body: "```ts\nconst a = 2;\n```\n" }, "const a = 2;\n", /fence/],
      [
        "line numbers",
        "function f() {\n  return 1;\n}\n",
        { symbol: "f", body: "1: function f() {\n2:   return 2;\n3: }" },
        "function f() {\n  return 2;\n}\n",
        /line numbers/,
      ],
    ]),
  );
});

test("TSX and JavaScript", async () => {
  await checkEdits([
    ...replaceRows("a.tsx", [
      [
        "a component",
        "export function App() {\n  return <b>1</b>;\n}\n",
        { symbol: "App", body: "export function App() {\n  return (\n    <b>\n      2\n    </b>\n  );\n}" },
        "export function App() {\n  return (\n    <b>\n      2\n    </b>\n  );\n}\n",
      ],
      [
        "an arrow",
        "const App = () => <b>1</b>;\n",
        { symbol: "App", part: "body", body: "<i>2</i>" },
        "const App = () => <i>2</i>;\n",
      ],
    ]),
    ...replaceRows("a.js", [
      [
        "exports",
        "exports.f = function () { return 1; };\n",
        { symbol: "f", body: "exports.f = () => 2;" },
        "exports.f = () => 2;\n",
      ],
      [
        "no semicolons",
        "const a = 1\nconst b = 2\n",
        { symbol: "a", body: "const a = 3" },
        "const a = 3\nconst b = 2\n",
      ],
    ]),
  ]);
});
