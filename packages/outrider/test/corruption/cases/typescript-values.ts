import { insert, over, remove, replace, replaceBody, same, to } from "../case.ts";

const values = over(
  "typescript",
  "values.ts",
  `import { readFile } from "node:fs";

export const A = 1;
const b = 2;
let counter = 0, limit = 10;
export const twice = (n: number): number => n * 2;
export const half = (n: number): number => {
  return n / 2;
};

export const table = {
  rows: 3,
  get size() {
    return this.rows;
  },
  read(at: number) {
    return at + b;
  },
  write: (at: number) => {
    counter = at;
  },
};

export enum Color {
  Red = "red",
  Green = "green",
}

export { readFile };
export { join as joinPath } from "node:path";
export default table;
`,
);

/** Values of all sorts: what Serena doubled. */
export const typescriptValues = [
  values.does(
    "an exported const is replaced, its export and semicolon once",
    replace("A", "export const A = 2;"),
    to("A = 1", "A = 2"),
  ),
  values.does(
    "a const is replaced by a function",
    replace("b", "const b = (): number => 3;"),
    to("const b = 2;", "const b = (): number => 3;"),
  ),
  values.does(
    "a const becomes one of several lines",
    replace("A", "export const A = [\n  1,\n  2,\n];"),
    to("export const A = 1;", "export const A = [\n  1,\n  2,\n];"),
  ),
  values.mayRefuse(
    "a const sent without its export",
    replace("A", "const A = 2;"),
    to("export const A = 1;", "const A = 2;"),
    to("A = 1", "A = 2"),
  ),
  values.mayRefuse("a const sent with two exports", replace("A", "export export const A = 2;"), to("A = 1", "A = 2")),
  values.refuses("a const sent as Serena wrote it", replace("A", "export const export const A = 2;;")),
  values.mayRefuse(
    "a const sent with two semicolons",
    replace("A", "export const A = 2;;"),
    to("A = 1", "A = 2"),
    to("A = 1;", "A = 2;;"),
  ),
  values.mayRefuse(
    "a const sent without its semicolon",
    replace("A", "export const A = 2"),
    to("A = 1;", "A = 2"),
    to("A = 1", "A = 2"),
  ),
  values.mayRefuse("only the value of a const is sent", replace("A", "2"), to("A = 1", "A = 2")),
  values.mayRefuse("the value of a const is its body", replaceBody("A", "2"), to("A = 1", "A = 2")),
  values.mayRefuse(
    "one of two variables of a statement is replaced",
    replace("limit", "limit = 20"),
    to("limit = 10", "limit = 20"),
  ),
  values.mayRefuse(
    "one of two variables, sent as a statement",
    replace("limit", "let limit = 20;"),
    to("let counter = 0, limit = 10;", "let counter = 0;\nlet limit = 20;"),
    to("limit = 10", "limit = 20"),
  ),
  values.mayRefuse(
    "the first of two variables of a statement is removed",
    remove("counter", { unproven: "leave" }),
    to("let counter = 0, limit", "let limit"),
  ),
  values.mayRefuse(
    "the second of two variables of a statement is removed",
    remove("limit", { unproven: "leave" }),
    to("counter = 0, limit = 10;", "counter = 0;"),
  ),
  values.mayRefuse(
    "code after one of two variables",
    insert("after", "counter", "let other = 1;"),
    to("limit = 10;\n", "limit = 10;\nlet other = 1;\n"),
  ),
  values.does(
    "an arrow function is replaced",
    replace("twice", "export const twice = (n: number): number => n + n;"),
    to("n * 2", "n + n"),
  ),
  values.does(
    "an arrow function becomes a function",
    replace("half", "export function half(n: number): number {\n  return n / 2;\n}"),
    to(
      "export const half = (n: number): number => {\n  return n / 2;\n};",
      "export function half(n: number): number {\n  return n / 2;\n}",
    ),
  ),
  values.does(
    "the body of an arrow function with braces",
    replaceBody("half", "{\n  return n >> 1;\n}"),
    to("n / 2", "n >> 1"),
  ),
  values.does(
    "the body of an arrow function, sent without braces",
    replaceBody("half", "return n >> 1;"),
    to("n / 2", "n >> 1"),
  ),
  values.mayRefuse(
    "the body of an arrow function that is an expression",
    replaceBody("twice", "n + n"),
    to("n * 2", "n + n"),
  ),
  values.mayRefuse(
    "statements for the body of an arrow function that is an expression",
    replaceBody("twice", "const m = n;\nreturn m + n;"),
    to("=> n * 2;", "=> {\n  const m = n;\n  return m + n;\n};"),
  ),
  values.refuses("a body with brackets that do not close", replaceBody("half", "return (n / 2;")),
  values.does(
    "a method of an object is replaced",
    replace("table/read", "read(at: number) {\n  return at - b;\n},"),
    to("at + b", "at - b"),
  ),
  values.does(
    "a method of an object, sent without its comma",
    replace("table/read", "read(at: number) {\n  return at - b;\n}"),
    to("at + b", "at - b"),
  ),
  values.does("the body of a method of an object", replaceBody("table/read", "return at - b;"), to("at + b", "at - b")),
  values.does(
    "an arrow function in an object",
    replace("table/write", "write: (at: number) => {\n  counter = at + 1;\n}"),
    to("counter = at;", "counter = at + 1;"),
  ),
  values.does(
    "a getter of an object",
    replaceBody("table/size", "return this.rows + 1;"),
    to("this.rows;", "this.rows + 1;"),
  ),
  values.mayRefuse(
    "a method of an object is removed with its comma",
    remove("table/read", { unproven: "leave" }),
    to("  read(at: number) {\n    return at + b;\n  },\n", ""),
  ),
  values.mayRefuse(
    "the last method of an object is removed",
    remove("table/write", { unproven: "leave" }),
    to("  write: (at: number) => {\n    counter = at;\n  },\n", ""),
  ),
  values.mayRefuse(
    "a method is put behind one of an object",
    insert("after", "table/read", "drop() {\n  counter = 0;\n},"),
    to("    return at + b;\n  },\n", "    return at + b;\n  },\n  drop() {\n    counter = 0;\n  },\n"),
  ),
  values.mayRefuse(
    "a method is put behind one of an object, without a comma",
    insert("after", "table/read", "drop() {\n  counter = 0;\n}"),
    to("    return at + b;\n  },\n", "    return at + b;\n  },\n  drop() {\n    counter = 0;\n  },\n"),
  ),
  values.mayRefuse("a member of an enum is replaced", replace("Color/Red", 'Red = "rot"'), to('"red"', '"rot"')),
  values.mayRefuse(
    "a member of an enum is replaced, its comma sent",
    replace("Color/Red", 'Red = "rot",'),
    to('"red"', '"rot"'),
  ),
  values.mayRefuse(
    "a member of an enum is added as the last",
    insert("last", "Color", 'Blue = "blue",'),
    to('"green",\n', '"green",\n  Blue = "blue",\n'),
  ),
  values.mayRefuse(
    "a member of an enum is added without a comma behind one",
    insert("after", "Color/Red", 'Blue = "blue"'),
    to('"red",\n', '"red",\n  Blue = "blue",\n'),
  ),
  values.mayRefuse(
    "a member of an enum is removed",
    remove("Color/Red", { unproven: "leave" }),
    to('  Red = "red",\n', ""),
  ),
  values.does(
    "an enum is replaced",
    replace("Color", "export enum Color {\n  Blue,\n}"),
    to('export enum Color {\n  Red = "red",\n  Green = "green",\n}', "export enum Color {\n  Blue,\n}"),
  ),
  values.adds(
    "a const is put behind a const",
    insert("after", "A", "export const C = 3;"),
    to("A = 1;\n", "A = 1;\nexport const C = 3;\n"),
  ),
  values.adds(
    "a const is put before a const",
    insert("before", "A", "export const C = 3;"),
    to("export const A = 1;\n", "export const C = 3;\nexport const A = 1;\n"),
  ),
  values.adds(
    "an import is put among the imports",
    insert("imports", undefined, 'import { sep } from "node:path";'),
    to('"node:fs";\n', '"node:fs";\nimport { sep } from "node:path";\n'),
    to("import { readFile", 'import { sep } from "node:path";\nimport { readFile'),
  ),
  values.mayRefuse(
    "an import that is there already",
    insert("imports", undefined, 'import { readFile } from "node:fs";'),
    same,
  ),
  values.mayRefuse(
    "something that is no import among the imports",
    insert("imports", undefined, "doIt();"),
    to('"node:fs";\n', '"node:fs";\ndoIt();\n'),
  ),
  values.refuses("an import that does not end", insert("imports", undefined, 'import { sep from "node:path";')),
  values.adds(
    "code at the start of the file stands behind or before the imports",
    insert("first", undefined, "const first = 0;"),
    to('"node:fs";\n', '"node:fs";\nconst first = 0;\n'),
    to("import { readFile }", "const first = 0;\nimport { readFile }"),
  ),
  values.adds(
    "code at the end of the file",
    insert("last", undefined, "const last = 0;"),
    to("export default table;\n", "export default table;\nconst last = 0;\n"),
  ),
  values.refuses("a const that is used is not removed", remove("b")),
  values.does(
    "a const that is used is removed if its uses are left",
    remove("b", { unproven: "leave" }),
    to("const b = 2;\n", ""),
  ),
  values.refuses("a symbol that is not there", replace("Nothing", "const Nothing = 1;"), "no_symbol"),
  values.refuses("a part of a name is no name", replace("tabl", "const tabl = 1;"), "no_symbol"),
  values.refuses(
    "a const for which something else was expected",
    replace("A", "export const A = 2;", { expect: "export const A = 7;" }),
    "stale",
  ),
  values.does(
    "a const for which the right text was expected",
    replace("A", "export const A = 2;", { expect: "A = 1" }),
    to("A = 1", "A = 2"),
  ),
  values.refuses("the same text again", replace("A", "export const A = 1;"), "no_change"),
  values.mayRefuse("nothing for a declaration", replace("A", ""), to("export const A = 1;\n", "")),
  values.mayRefuse("blanks for a declaration", replace("A", "  \n "), to("export const A = 1;\n", "")),
  values.refuses("a comment for a declaration", replace("b", "// gone")),
  values.mayRefuse(
    "a declaration of another name",
    replace("b", "const other = 2;"),
    to("const b = 2;", "const other = 2;"),
  ),
  values.refuses("a comment that does not end", replace("A", "export const A = 2; /* and so on")),
  values.refuses("a string that does not end", replace("A", 'export const A = "two;')),
  values.refuses("a template that does not end", replace("A", "export const A = `two;")),
  values.refuses("a comment that the next one would end", insert("before", "A", "/** Not closed")),
  values.refuses(
    "a closing bracket too many",
    replace("half", "export const half = (n: number): number => {\n  return n / 2;\n}};"),
  ),
  values.refuses(
    "an opening bracket too many",
    replace("half", "export const half = (n: number): number => {{\n  return n / 2;\n};"),
  ),
];
