import { insert, over, remove, rename, replace, replaceBody, to } from "../case.ts";
import { written } from "../variants.ts";

const emoji = over(
  "typescript",
  "emoji.ts",
  `/* 👩‍👩‍👧 */ export const before = "😀"; /* 🎉 */ export const after = "é";
export const naïve = "ü";
export const 名前 = "値";
const 𝒳 = 1;
/** 🚀 starts. */
export function start(): string { return "🚀"; }
export class Größe {
  /** ß */ maß = "👍🏽"; länge = 2;
  "🔑"() {
    return 1;
  }
}
`,
);
const snake = over(
  "python",
  "emoji.py",
  `GRÜSSE = "👋🏽"; ANDERE = "🌍"
class Ñandú:
    """🐦 läuft."""
    def größe(self): return "𝔘"  # 🙂
    def vögel(self):
        return "🐦" * 2
`,
);
const latin = over(
  "typescript",
  "latin.ts",
  `// Größe in Stück, ein Café für fünf
export const größe = "é";
export function zähle(): number {
  return 1; // ü
}
export const letzte = 2;
`,
);
const latinPython = over(
  "python",
  "latin.py",
  `# -*- coding: latin-1 -*-
# für den Übergang über die Straße
def zähle():
    return "é"


def andere():
    return 2
`,
);
const mixed = over(
  "typescript",
  "mixed.ts",
  "export const a = 1;\r\nexport const b = 2;\nexport function f() {\r\n  return a;\n}\r\n\nexport const c = 3;\r\n",
);
const returns = over(
  "typescript",
  "returns.ts",
  "export const a = 1;\rexport function f() {\r  return a;\r}\rexport const c = 3;\r",
);
const tabs = over(
  "typescript",
  "tabs.ts",
  "export class T {\n\tone() {\n\t\treturn 1;\n\t}\n\n\ttwo() {\n\t\treturn 2;\n\t}\n}\n",
);
const uneven = over(
  "typescript",
  "uneven.ts",
  "export class U {\n    one() {\n\treturn 1;\n    }\n  two() {\n      return 2;\n  }\n}\n",
);
const noEnd = over("typescript", "no-end.ts", "export const a = 1;\nexport const b = 2;");
const onlyOne = over("go", "only.go", "package app\n\nfunc only() {}");
const blanks = over("typescript", "blanks.ts", "export const a = 1;   \n\n\n\nexport const b = 2;\t\n\n\n");
const long = over(
  "javascript",
  "long.js",
  `const table = [${"1, ".repeat(3000)}2];\nconst after = "${"x".repeat(2000)}"; const last = 3;\n`,
);
const sameLine = over(
  "typescript",
  "same-line.ts",
  `function a() { return 1; } function b() { return 2; } const c = 3; class D { x = 1; y = 2; m() {} n() {} }\n`,
);
const empty = over("typescript", "empty.ts", "");
const comments = over("typescript", "comments.ts", "// Only words.\n/* And more. */\n");
const hidden = over("javascript", "zero.js", 'const a = "\u200b"; // \u202e\nconst b = "\u2028"; const c = 1;\n');
const formFeed = over("python", "feed.py", "def a():\n    return 1\n\x0c\ndef b():\n    return 2\n");

const typescriptLatin = [
  latin.does(
    "a function in a file with umlauts",
    replaceBody("zähle", "return 2; // ö"),
    to("return 1; // ü", "return 2; // ö"),
  ),
  latin.does(
    "a const behind umlauts",
    replace("letzte", 'export const letzte = "ß";'),
    to("letzte = 2", 'letzte = "ß"'),
  ),
  latin.adds(
    "a const behind umlauts is added",
    insert("after", "größe", 'export const neue = "ñ";'),
    to('"é";\n', '"é";\nexport const neue = "ñ";\n'),
  ),
];

/** What is counted wrong where bytes, code units and characters are taken for each other. */
export const bytes = [
  emoji.does(
    "a const behind astral characters on its line",
    replace("before", 'export const before = "🎈";'),
    to('"😀"', '"🎈"'),
  ),
  emoji.does(
    "the second const behind astral characters on its line",
    replace("after", "export const after = 1;"),
    to('"é"', "1"),
  ),
  emoji.does("a name that is not ASCII", replace("naïve", 'export const naïve = "ö";'), to('"ü"', '"ö"')),
  emoji.does("a name in another script", replace("名前", 'export const 名前 = "別";'), to('"値"', '"別"')),
  emoji.does("a name of astral characters", replace("𝒳", "const 𝒳 = 2;"), to("𝒳 = 1", "𝒳 = 2")),
  emoji.does(
    "a function with an emoji in its comment",
    replaceBody("start", 'return "🛑";'),
    to('{ return "🚀"; }', '{ return "🛑"; }'),
    to('{ return "🚀"; }', '{\n  return "🛑";\n}'),
  ),
  emoji.mayRefuse(
    "a field behind another on its line",
    replace("Größe/länge", "länge = 3;"),
    to("länge = 2", "länge = 3"),
  ),
  emoji.mayRefuse(
    "a method with an emoji as its name",
    replaceBody("Größe/🔑", "return 2;"),
    to("return 1;", "return 2;"),
  ),
  emoji.adds(
    "a const behind emoji",
    insert("after", "名前", 'export const 二 = "二";'),
    to('"値";\n', '"値";\nexport const 二 = "二";\n'),
  ),
  emoji.mayRefuse(
    "a const is removed between emoji on its line",
    remove("after"),
    to(' /* 🎉 */ export const after = "é";', ""),
    to(' export const after = "é";', ""),
  ),
  emoji.does(
    "a class with umlauts",
    replace("Größe", "export class Größe {}"),
    to(
      'export class Größe {\n  /** ß */ maß = "👍🏽"; länge = 2;\n  "🔑"() {\n    return 1;\n  }\n}',
      "export class Größe {}",
    ),
  ),
  snake.mayRefuse("a variable behind another on its line", replace("ANDERE", 'ANDERE = "🌎"'), to("🌍", "🌎")),
  snake.does("a method behind an emoji", replaceBody("Ñandú/vögel", 'return "🐤"'), to('"🐦" * 2', '"🐤"')),
  snake.mayRefuse(
    "a method on one line with a comment behind it",
    replace("Ñandú/größe", 'def größe(self): return "𝔙"'),
    to("𝔘", "𝔙"),
    to('"𝔘"  # 🙂', '"𝔙"'),
  ),
  snake.adds(
    "a method behind one with a comment on its line",
    insert("after", "Ñandú/größe", "def neu(self):\n    return 1"),
    to("# 🙂\n", "# 🙂\n\n    def neu(self):\n        return 1\n\n"),
  ),
  ...typescriptLatin,
  ...written(typescriptLatin, "latin"),
  ...written(typescriptLatin, "utf-16le"),
  ...written(typescriptLatin, "utf-16be"),
  ...written(typescriptLatin, "bom and crlf"),
  ...written(
    [
      latinPython.does(
        "a function in a file of Python in Latin-1",
        replaceBody("zähle", 'return "ü"'),
        to('"é"', '"ü"'),
      ),
    ],
    "latin",
  ),
  ...written(
    [latin.refuses("a character that the file cannot hold", replaceBody("zähle", 'return "😀";'), "cannot_encode")],
    "latin",
  ),
  ...written([latin.refuses("a name that the file cannot hold", rename("letzte", "最後"))], "latin"),
  mixed.does(
    "a const in a file with two sorts of line ends",
    replace("b", "export const b = 7;"),
    to("b = 2", "b = 7"),
  ),
  mixed.does(
    "a body in a file with two sorts of line ends",
    replaceBody("f", "return b;"),
    "export const a = 1;\r\nexport const b = 2;\nexport function f() {\r\n  return b;\n}\r\n\nexport const c = 3;\r\n",
    "export const a = 1;\r\nexport const b = 2;\nexport function f() {\r\n  return b;\r\n}\r\n\nexport const c = 3;\r\n",
  ),
  mixed.does(
    "a const is removed from a file with two sorts of line ends",
    remove("c"),
    to("\nexport const c = 3;\r\n", ""),
  ),
  returns.mayRefuse(
    "a const in a file whose lines end with a carriage return",
    replace("a", "export const a = 7;"),
    to("a = 1", "a = 7"),
  ),
  returns.mayRefuse(
    "a body in a file whose lines end with a carriage return",
    replaceBody("f", "const b = a;\nreturn b;"),
    to("  return a;\r", "  const b = a;\r  return b;\r"),
  ),
  returns.mayRefuse(
    "a const behind one in a file whose lines end with a carriage return",
    insert("after", "a", "export const b = 2;"),
    to("a = 1;\r", "a = 1;\rexport const b = 2;\r"),
  ),
  returns.mayRefuse(
    "a comment in a file whose lines end with a carriage return",
    replace("a", "export const a = 7; // seven"),
    to("a = 1;", "a = 7; // seven"),
  ),
  tabs.does(
    "a body that is sent with spaces where tabs are",
    replaceBody("T/one", "if (this) {\n  return 3;\n}\nreturn 1;"),
    to("\t\treturn 1;\n", "\t\tif (this) {\n\t\t\treturn 3;\n\t\t}\n\t\treturn 1;\n"),
  ),
  tabs.does(
    "a body that is sent with four spaces where tabs are",
    replaceBody("T/one", "if (this) {\n    return 3;\n}\nreturn 1;"),
    to("\t\treturn 1;\n", "\t\tif (this) {\n\t\t\treturn 3;\n\t\t}\n\t\treturn 1;\n"),
  ),
  tabs.does(
    "a method that is sent with spaces where tabs are",
    replace("T/two", "two() {\n  return 3;\n}"),
    to("return 2;", "return 3;"),
  ),
  tabs.adds(
    "a method is put where tabs are",
    insert("last", "T", "three() {\n    return 3;\n}"),
    to("return 2;\n\t}\n", "return 2;\n\t}\n\n\tthree() {\n\t\treturn 3;\n\t}\n"),
  ),
  uneven.does(
    "a method in a class whose indentation is uneven",
    replaceBody("U/two", "return 3;"),
    to("return 2;", "return 3;"),
    to("      return 2;", "    return 3;"),
  ),
  uneven.does(
    "a method in a class with tabs and spaces",
    replace("U/one", "one() { return 3; }"),
    to("one() {\n\treturn 1;\n    }", "one() { return 3; }"),
  ),
  noEnd.does(
    "the last const of a file without a final line end",
    replace("b", "export const b = 3;"),
    to("b = 2", "b = 3"),
  ),
  noEnd.does("the last const, sent with a line end", replace("b", "export const b = 3;\n"), to("b = 2", "b = 3")),
  noEnd.does(
    "a const behind the last of a file without a final line end",
    insert("after", "b", "export const c = 3;"),
    to("b = 2;", "b = 2;\nexport const c = 3;"),
    to("b = 2;", "b = 2;\nexport const c = 3;\n"),
  ),
  noEnd.does(
    "the last const of a file without a final line end is removed",
    remove("b"),
    "export const a = 1;",
    "export const a = 1;\n",
  ),
  onlyOne.does(
    "the only function of a file without a final line end is removed",
    remove("only"),
    "package app\n",
    "package app",
  ),
  onlyOne.adds(
    "a function behind the only one",
    insert("after", "only", "func more() {}"),
    to("func only() {}", "func only() {}\n\nfunc more() {}"),
    to("func only() {}", "func only() {}\n\nfunc more() {}\n"),
  ),
  blanks.does("blanks at the end of a line stay", replace("a", "export const a = 5;"), to("a = 1", "a = 5")),
  blanks.does(
    "a const before many empty lines is removed",
    remove("b"),
    "export const a = 1;   \n",
    "export const a = 1;   \n\n\n",
    "export const a = 1;   \n\n",
    "export const a = 1;   \n\n\n\n\n\n",
  ),
  long.mayRefuse("a const on a very long line", replace("last", "const last = 4;"), to("last = 3", "last = 4")),
  long.mayRefuse(
    "a const that is a very long line",
    replace("table", "const table = [];"),
    `const table = [];\nconst after = "${"x".repeat(2000)}"; const last = 3;\n`,
  ),
  sameLine.does(
    "a function before another on its line",
    replace("a", "function a() { return 3; }"),
    to("return 1;", "return 3;"),
  ),
  sameLine.does(
    "a function behind another on its line",
    replace("b", "function b() { return 3; }"),
    to("return 2;", "return 3;"),
  ),
  sameLine.mayRefuse(
    "a function of several lines before another on its line",
    replace("a", "function a() {\n  return 3;\n}"),
    to("{ return 1; } function b", "{\n  return 3;\n} function b"),
    to("{ return 1; } function b", "{\n  return 3;\n}\nfunction b"),
  ),
  sameLine.mayRefuse(
    "a comment at the end of a function before another on its line",
    replace("a", "function a() { return 3; } // three"),
    to("{ return 1; } function b", "{ return 3; } // three\nfunction b"),
  ),
  sameLine.mayRefuse(
    "code is put between two on a line",
    insert("after", "a", "const x = 1;"),
    to("{ return 1; } function b", "{ return 1; }\nconst x = 1;\nfunction b"),
    to("{ return 1; } function b", "{ return 1; } const x = 1; function b"),
  ),
  sameLine.mayRefuse("one of several on a line is removed", remove("b"), to("function b() { return 2; } ", "")),
  sameLine.does("a member of several on a line", replace("D/y", "y = 3;"), to("y = 2", "y = 3")),
  sameLine.mayRefuse(
    "a member into a class on one line",
    insert("last", "D", "z = 3;"),
    to("n() {} }", "n() {} z = 3; }"),
    to("n() {} }", "n() {}\n  z = 3;\n}"),
    to("class D { x", "class D {\n  x", "n() {} }", "n() {}\n  z = 3;\n}"),
  ),
  empty.mayRefuse(
    "code into an empty file",
    insert("last", undefined, "export const a = 1;"),
    "export const a = 1;\n",
    "export const a = 1;",
  ),
  empty.mayRefuse(
    "an import into an empty file",
    insert("imports", undefined, 'import "a";'),
    'import "a";\n',
    'import "a";',
  ),
  empty.refuses("a symbol of an empty file", replace("a", "const a = 1;"), "no_symbol"),
  comments.mayRefuse(
    "code into a file of comments",
    insert("last", undefined, "export const a = 1;"),
    "// Only words.\n/* And more. */\nexport const a = 1;\n",
  ),
  comments.mayRefuse(
    "an import into a file of comments",
    insert("imports", undefined, 'import "a";'),
    '// Only words.\n/* And more. */\nimport "a";\n',
    'import "a";\n// Only words.\n/* And more. */\n',
    '// Only words.\nimport "a";\n/* And more. */\n',
  ),
  hidden.does("a const behind characters that cannot be seen", replace("c", "const c = 2;"), to("c = 1", "c = 2")),
  hidden.does("a const with characters that cannot be seen", replace("b", 'const b = "";'), to('"\u2028"', '""')),
  formFeed.does("a function behind a form feed", replaceBody("b", "return 3"), to("return 2", "return 3")),
  formFeed.does("a function before a form feed", replaceBody("a", "return 3"), to("return 1", "return 3")),
  tabs.refuses("a character that no text holds", replaceBody("T/one", 'return "\0";')),
  tabs.refuses("half a character", replaceBody("T/one", 'return "\ud83d";')),
];
