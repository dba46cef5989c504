import { test } from "vitest";
import { checkEdits, type EditCase } from "../../../test/support/symbol-edits-kit.ts";

type Row = readonly [
  name: string,
  before: string,
  edit: { readonly symbol: string; readonly body: string; readonly part?: "declaration" | "body" | "with_doc" },
  after: string | { readonly refused: string },
  notes?: string | RegExp,
];

function replacing(file: string, rows: readonly Row[]): readonly EditCase[] {
  return rows.map(([name, before, edit, after, notes]) => ({
    name,
    file,
    before,
    edit: { action: "replace", ...edit },
    ...(typeof after === "string" ? { after } : after),
    ...(notes === undefined ? {} : { notes }),
  }));
}

test("a declaration of TypeScript is replaced exactly, with what follows it", async () => {
  await checkEdits(
    replacing("a.ts", [
      [
        "a constant keeps one semicolon",
        "export const A = 1;\n",
        { symbol: "A", body: "export const A = 2;" },
        "export const A = 2;\n",
      ],
      [
        "a body without a semicolon",
        "export const A = 1;\n",
        { symbol: "A", body: "export const A = 2" },
        "export const A = 2;\n",
      ],
      [
        "line ends around the code",
        "export const A = 1;\n",
        { symbol: "A", body: "\n\nexport const A = 2;\n\n" },
        "export const A = 2;\n",
      ],
      [
        "a lost export is told",
        "export const A = 1;\n",
        { symbol: "A", body: "const A = 2;" },
        "const A = 2;\n",
        "Gone with the old declaration: `export`.",
      ],
      ["no final newline stays none", "const A = 1;", { symbol: "A", body: "const A = 2;\n" }, "const A = 2;"],
      [
        "another name is told",
        "const A = 1;\n",
        { symbol: "A", body: "const B = 1;" },
        "const B = 1;\n",
        "`A` is declared here no more; the new code declares `B`.",
      ],
      [
        "two for one",
        "const A = 1;\n",
        { symbol: "A", body: "const A = 1;\nconst B = 2;" },
        "const A = 1;\nconst B = 2;\n",
      ],
      [
        "one of two in a statement",
        "export const a = 1, b = 2;\n",
        { symbol: "b", body: "b = 3" },
        "export const a = 1, b = 3;\n",
      ],
      [
        "one of two, the keyword comes along",
        "export const a = 1, b = 2;\n",
        { symbol: "b", body: "export const b = 3;" },
        "export const a = 1, b = 3;\n",
      ],
      [
        "the first of two",
        "export const a = 1, b = 2;\n",
        { symbol: "a", body: "const a = 9" },
        "export const a = 9, b = 2;\n",
      ],
      [
        "one of two, another keyword",
        "export const a = 1, b = 2;\n",
        { symbol: "b", body: "let b = 3" },
        { refused: "shared_declaration" },
      ],
      [
        "a constant becomes a function",
        "const f = 1;\nconst g = 2;\n",
        { symbol: "f", body: "function f() {\n  return 1;\n}" },
        "function f() {\n  return 1;\n}\nconst g = 2;\n",
      ],
      [
        "a constant becomes an object",
        "const f = 1;\n",
        { symbol: "f", body: "const f = { a: 1 }" },
        "const f = { a: 1 };\n",
      ],
      [
        "the doc comment stays",
        "/** D. */\nfunction f() {}\n",
        { symbol: "f", body: "function f() { return 1; }" },
        "/** D. */\nfunction f() { return 1; }\n",
      ],
      [
        "a new doc comment takes its place",
        "/** D. */\nfunction f() {}\n",
        { symbol: "f", body: "/** E. */\nfunction f() {}" },
        "/** E. */\nfunction f() {}\n",
        /doc comment was replaced as well/,
      ],
      [
        "with its doc comment",
        "/** D. */\nfunction f() {}\n",
        { symbol: "f", body: "function f() {}", part: "with_doc" },
        "function f() {}\n",
        "The doc comment is gone: the new code has none.",
      ],
      [
        "a body sent as a declaration",
        "function f() {\n  return 1;\n}\n",
        { symbol: "f", body: "return 2;" },
        { refused: "no_declaration" },
      ],
      ["an empty body", "function f() {}\n", { symbol: "f", body: " \n" }, { refused: "empty_body" }],
      [
        "a method sent at the margin",
        "class A {\n  get() {\n    return 1;\n  }\n}\n",
        { symbol: "A/get", body: "get() {\n  return 2;\n}" },
        "class A {\n  get() {\n    return 2;\n  }\n}\n",
      ],
      [
        "a method sent as it stood",
        "class A {\n  get() {\n    return 1;\n  }\n}\n",
        { symbol: "A/get", body: "get() {\n    return 2;\n  }" },
        "class A {\n  get() {\n    return 2;\n  }\n}\n",
      ],
      [
        "a method sent with all its indentation",
        "class A {\n  get() {\n    return 1;\n  }\n}\n",
        { symbol: "A/get", body: "  get() {\n    return 2;\n  }" },
        "class A {\n  get() {\n    return 2;\n  }\n}\n",
      ],
      [
        "blanks become tabs",
        "class A {\n\tget() {\n\t\treturn 1;\n\t}\n}\n",
        { symbol: "A/get", body: "get() {\n  if (x) {\n    return 2;\n  }\n}" },
        "class A {\n\tget() {\n\t\tif (x) {\n\t\t\treturn 2;\n\t\t}\n\t}\n}\n",
      ],
      [
        "four blanks become two",
        "class A {\n  get() {\n    return 1;\n  }\n}\n",
        { symbol: "A/get", body: "get() {\n    if (x) {\n        return 2;\n    }\n}" },
        "class A {\n  get() {\n    if (x) {\n      return 2;\n    }\n  }\n}\n",
      ],
      [
        "a template keeps its lines",
        "class A {\n  get() {\n    return 1;\n  }\n}\n",
        { symbol: "A/get", body: "get() {\n  return `a\n  b\nc`;\n}" },
        "class A {\n  get() {\n    return `a\n  b\nc`;\n  }\n}\n",
      ],
      [
        "a property with a decorator",
        "class A {\n  @Input() x = 1;\n  y = 2;\n}\n",
        { symbol: "A/x", body: "x = 3" },
        "class A {\n  x = 3;\n  y = 2;\n}\n",
        "Gone with the old declaration: `@Input()`.",
      ],
      [
        "a decorator that stays",
        "class A {\n  @Input() x = 1;\n}\n",
        { symbol: "A/x", body: "@Input({ a: 1 }) x = 3;" },
        "class A {\n  @Input({ a: 1 }) x = 3;\n}\n",
      ],
      [
        "async is lost",
        "export async function f() {}\n",
        { symbol: "f", body: "export function f() {}" },
        "export function f() {}\n",
        "Gone with the old declaration: `async`.",
      ],
      [
        "a member of an enum keeps its comma",
        "enum E {\n  A = 1, // one\n  B, // two\n}\n",
        { symbol: "E/A", body: "A = 5," },
        "enum E {\n  A = 5, // one\n  B, // two\n}\n",
      ],
      [
        "the last member gets no comma",
        "enum E { A, B }\n",
        { symbol: "E/B", body: "B = 2," },
        "enum E { A, B = 2 }\n",
      ],
      [
        "a method of an object",
        "const o = {\n  f() {\n    return 1;\n  },\n  g: 2,\n};\n",
        { symbol: "o/f", body: "f: () => 2," },
        "const o = {\n  f: () => 2,\n  g: 2,\n};\n",
      ],
      [
        "a comment behind stays",
        "let c = 3 // three\nlet d = 4\n",
        { symbol: "c", body: "let c = 5" },
        "let c = 5 // three\nlet d = 4\n",
      ],
      [
        "a comment comes along",
        "const a = 1;\n",
        { symbol: "a", body: "const a = 2; // two" },
        "const a = 2; // two\n",
      ],
      [
        "a comment comes along for another",
        "const a = 1; // one\n",
        { symbol: "a", body: "const a = 2; // two" },
        "const a = 2; // two\n",
      ],
      [
        "a comment comes along without the semicolon",
        "const a = 1;\n",
        { symbol: "a", body: "const a = 2 // two" },
        "const a = 2; // two\n",
      ],
      [
        "CRLF",
        "class A {\r\n  a() {\r\n    return 1;\r\n  }\r\n  b = 2;\r\n}\r\n",
        { symbol: "A/a", body: "a() {\n  return 2;\n}" },
        "class A {\r\n  a() {\r\n    return 2;\r\n  }\r\n  b = 2;\r\n}\r\n",
      ],
      [
        "emoji before it",
        'const s = "🎉🎉";\nconst t = 1;\n',
        { symbol: "t", body: 'const t = "🎈";' },
        'const s = "🎉🎉";\nconst t = "🎈";\n',
      ],
      [
        "default export",
        "export default class Foo {\n  a = 1;\n}\n",
        { symbol: "Foo", body: "export default class Foo {}" },
        "export default class Foo {}\n",
      ],
      [
        "an overload",
        "function f(a: string): string;\nfunction f(a: any) {\n  return a;\n}\n",
        { symbol: "f[0]", body: "function f(a: number): number;" },
        "function f(a: number): number;\nfunction f(a: any) {\n  return a;\n}\n",
      ],
      [
        "an interface member",
        "interface I { a: number; b(): void }\n",
        { symbol: "I/b", body: "b(x: number): void;" },
        "interface I { a: number; b(x: number): void; }\n",
      ],
      [
        "a brace too many",
        "function f() {\n  return 1;\n}\nfunction g() {}\n",
        { symbol: "f", body: "function f() {\n  return 2;\n}\n}" },
        { refused: "broken_syntax" },
      ],
      [
        "a comment that swallows",
        "function f() {}\nfunction g() {}\n/* c */\n",
        { symbol: "f", body: "function f() {} /*" },
        { refused: "disturbs_others" },
      ],
    ]),
  );
});
