import { inFile, insert, over, overFiles, remove, rename, replace, replaceBody, same, to } from "../case.ts";

const two = overFiles("typescript", {
  "a.ts": `import { b } from "./b.ts";

export function a(): number {
  return b();
}
`,
  "b.ts": `export function b(): number {
  return 1;
}

export function spare(): number {
  return 2;
}
`,
  "deep/c.py": `def c():
    return 1
`,
});
const one = over(
  "typescript",
  "one.ts",
  `export const first = 1;
export const second = 2;
export class Box {
  size = 1;
  open(): void {}
}
`,
);
const broken = over(
  "typescript",
  "broken.ts",
  `export const good = 1;
export function fine(): number {
  return 1;
}
export const bad = = 3;
export function alsoFine(): number {
  return 2;
}
`,
);
const brokenPython = over(
  "python",
  "broken.py",
  `def fine():
    return 1


def bad(:
    return 2


def also_fine():
    return 3
`,
);
const conflict = over(
  "javascript",
  "conflict.js",
  `function above() {
  return 1;
}
<<<<<<< HEAD
const side = 1;
=======
const side = 2;
>>>>>>> other
function below() {
  return 2;
}
`,
);
const named = overFiles("typescript", {
  "x.ts": "export function same(): number {\n  return 1;\n}\n",
  "y.ts": "export function same(): number {\n  return 2;\n}\nexport function uniqueOne(): number {\n  return 3;\n}\n",
});
const members = over(
  "python",
  "members.py",
  `class A:
    def run(self):
        return 1


class B:
    def run(self):
        return 2
`,
);
const shared = over(
  "typescript",
  "shared.ts",
  `export interface Box { size: number }
export const Box = { size: 1 };
export namespace Box { export const more = 1; }
`,
);

const editB = replaceBody("b", "return 7;", { path: "b.ts" });
const editA = replaceBody("a", "return b() + 1;", { path: "a.ts" });

/** Several edits in a call, files that were broken before, names that several have. */
export const calls = [
  two.does("two files in one call", { edits: [editA, editB] }, [
    ...inFile("a.ts", "return b();", "return b() + 1;"),
    ...inFile("b.ts", "return 1;", "return 7;"),
  ]),
  two.does("two languages in one call", { edits: [editB, replaceBody("c", "return 2", { path: "deep/c.py" })] }, [
    ...inFile("b.ts", "return 1;", "return 7;"),
    ...inFile("deep/c.py", "return 1", "return 2"),
  ]),
  two.refuses(
    "the last of several edits fails",
    { edits: [editA, editB, replaceBody("nothing", "x", { path: "b.ts" })] },
    "no_symbol",
  ),
  two.refuses("the last of several edits breaks its file", {
    edits: [editA, editB, replaceBody("c", "return (", { path: "deep/c.py" })],
  }),
  two.refuses("the last of several edits is stale", { edits: [editA, { ...editB, expect: "return 9" }] }, "stale"),
  two.refuses("the first of several edits fails", { edits: [replaceBody("b", "}", { path: "b.ts" }), editA] }),
  two.refuses("an edit in a list has an unknown action", { edits: [editA, { action: "explode", symbol: "b" }] }),
  two.refuses("an edit in a list lacks its body", { edits: [editA, { action: "replace", path: "b.ts", symbol: "b" }] }),
  two.refuses("an empty list", { edits: [] }),
  two.refuses("a list beside an edit", { ...editA, edits: [editB] }, "unclear_edit"),
  two.refuses("a file that is not there", { edits: [editA, replace("x", "x", { path: "missing.ts" })] }),
  two.refuses("a file outside of the project", {
    edits: [editA, replace("x", "x", { path: "../../../../etc/hosts" })],
  }),
  two.does(
    "two edits of one file",
    { edits: [editB, replaceBody("spare", "return 8;", { path: "b.ts" })] },
    inFile("b.ts", "return 1;", "return 7;", "return 2;", "return 8;"),
  ),
  two.does(
    "an edit of what an earlier one has put in",
    {
      edits: [
        insert("after", "b", "export function fresh(): number {\n  return 5;\n}", { path: "b.ts" }),
        replaceBody("fresh", "return 6;", { path: "b.ts" }),
      ],
    },
    inFile("b.ts", "return 1;\n}\n", "return 1;\n}\n\nexport function fresh(): number {\n  return 6;\n}\n"),
  ),
  two.refuses(
    "an edit of what an earlier one has removed",
    { edits: [remove("spare", { path: "b.ts" }), replaceBody("spare", "return 6;", { path: "b.ts" })] },
    "no_symbol",
  ),
  two.does(
    "the same symbol twice",
    { edits: [editB, replaceBody("b", "return 9;", { path: "b.ts" })] },
    inFile("b.ts", "return 1;", "return 9;"),
  ),
  two.refuses(
    "an edit expects what an earlier one has replaced",
    { edits: [editB, { ...editB, body: "return 9;", expect: "return 1;" }] },
    "stale",
  ),
  two.mayRefuse(
    "a function is removed in the call that removes its use",
    { edits: [replaceBody("a", "return 1;", { path: "a.ts" }), remove("b", { path: "b.ts" })] },
    [
      ...inFile("a.ts", "return b();", "return 1;"),
      ...inFile("b.ts", "export function b(): number {\n  return 1;\n}\n\n", ""),
    ],
  ),
  two.does(
    "edits that come to nothing but one",
    { edits: [replaceBody("spare", "return 2;", { path: "b.ts" }), editA] },
    inFile("a.ts", "return b();", "return b() + 1;"),
  ),
  two.refuses(
    "edits that take each other back",
    { edits: [editB, replaceBody("b", "return 1;", { path: "b.ts" })] },
    "no_change",
  ),
  two.does("a dry run of several edits", { edits: [editA, editB], dry_run: true }, same),
  two.refuses("a function that another file uses is not removed", remove("b", { path: "b.ts" })),
  two.does(
    "a function that another file uses is removed if its uses are left",
    remove("b", { path: "b.ts", unproven: "leave" }),
    inFile("b.ts", "export function b(): number {\n  return 1;\n}\n\n", ""),
  ),
  two.does(
    "a function that no file uses is removed",
    remove("spare", { path: "b.ts" }),
    inFile("b.ts", "\nexport function spare(): number {\n  return 2;\n}\n", ""),
  ),
  two.mayRefuse(
    "a function is renamed and then edited",
    { edits: [rename("spare", "kept", { path: "b.ts" }), replaceBody("kept", "return 4;", { path: "b.ts" })] },
    inFile("b.ts", "spare", "kept", "return 2;", "return 4;"),
  ),
  two.mayRefuse(
    "a function is edited and then renamed",
    { edits: [replaceBody("spare", "return 4;", { path: "b.ts" }), rename("spare", "kept", { path: "b.ts" })] },
    inFile("b.ts", "spare", "kept", "return 2;", "return 4;"),
  ),
  one.does(
    "three edits from the end to the start",
    {
      edits: [
        replace("Box/size", "size = 2;"),
        replace("second", "export const second = 3;"),
        replace("first", "export const first = 4;"),
      ],
    },
    to("size = 1", "size = 2", "second = 2", "second = 3", "first = 1", "first = 4"),
  ),
  one.adds(
    "a member and then one behind it",
    { edits: [insert("after", "Box/open", "close(): void {}"), insert("after", "Box/close", "drop(): void {}")] },
    to("open(): void {}\n", "open(): void {}\n\n  close(): void {}\n\n  drop(): void {}\n"),
  ),
  one.does(
    "a member is added and removed",
    {
      edits: [
        insert("after", "first", "export const x = 1;"),
        remove("x"),
        replace("first", "export const first = 4;"),
      ],
    },
    to("first = 1", "first = 4"),
  ),
  one.refuses(
    "the first of two edits makes the second ambiguous",
    { edits: [insert("last", undefined, "export class Other {\n  size = 2;\n}"), replace("size", "size = 3;")] },
    "ambiguous_symbol",
  ),
  broken.does(
    "a symbol before the fault of a file that was broken before",
    replaceBody("fine", "return 3;"),
    to("return 1;", "return 3;"),
  ),
  broken.mayRefuse(
    "a symbol behind the fault of a file that was broken before",
    replaceBody("alsoFine", "return 3;"),
    to("return 2;", "return 3;"),
  ),
  broken.mayRefuse("the fault itself is repaired", replace("bad", "export const bad = 3;"), to("= = 3", "= 3")),
  broken.refuses("a second fault in a file that was broken before", replaceBody("fine", "return (3;")),
  broken.refuses("a comment that does not end in a file that was broken before", replaceBody("fine", "return 3; /*")),
  broken.mayRefuse(
    "a const is removed from a file that was broken before",
    remove("good"),
    to("export const good = 1;\n", ""),
  ),
  brokenPython.mayRefuse(
    "a function before the fault in Python",
    replaceBody("fine", "return 4"),
    to("return 1", "return 4"),
  ),
  brokenPython.mayRefuse(
    "a function behind the fault in Python",
    replaceBody("also_fine", "return 4"),
    to("return 3", "return 4"),
  ),
  conflict.mayRefuse("a function beside a conflict", replaceBody("above", "return 3;"), to("return 1;", "return 3;")),
  conflict.mayRefuse(
    "a const on one side of a conflict",
    replace("side[1]", "const side = 3;"),
    to("side = 2", "side = 3"),
  ),
  conflict.refuses("a const on both sides of a conflict", replace("side", "const side = 3;")),
  named.refuses("a name that two files have", replaceBody("same", "return 9;"), "ambiguous_symbol"),
  named.does(
    "a name that two files have, with the file",
    replaceBody("same", "return 9;", { path: "y.ts" }),
    inFile("y.ts", "return 2;", "return 9;"),
  ),
  named.does(
    "a name that one file has, without the file",
    replaceBody("uniqueOne", "return 9;"),
    inFile("y.ts", "return 3;", "return 9;"),
  ),
  named.refuses("a name that no file has, without the file", replaceBody("uniqueTwo", "return 9;"), "no_symbol"),
  members.refuses("a method that two classes have", replaceBody("run", "return 9"), "ambiguous_symbol"),
  members.refuses(
    "a method that two classes have is not removed",
    remove("run", { unproven: "leave" }),
    "ambiguous_symbol",
  ),
  members.does(
    "a method that two classes have, by its path",
    replaceBody("B/run", "return 9"),
    to("return 2", "return 9"),
  ),
  members.does("a method by a path with a dot", replaceBody("B.run", "return 9"), to("return 2", "return 9")),
  members.refuses("a method of a class that does not have it", replaceBody("C/run", "return 9"), "no_symbol"),
  shared.refuses(
    "a name that is a type and a value",
    replace("Box", "export const Box = { size: 2 };"),
    "ambiguous_symbol",
  ),
  over("text", "notes.txt", "function a() {}\n").refuses(
    "a file without symbols",
    replace("a", "function a() { return 1; }"),
    "no_symbols",
  ),
  over("json", "data.json", '{\n  "a": 1,\n  "b": { "c": [1, 2] }\n}\n').mayRefuse(
    "a value of JSON",
    replace("a", '"a": 2'),
    to('"a": 1', '"a": 2'),
  ),
  over("json", "data.json", '{\n  "a": 1,\n  "b": 2\n}\n').mayRefuse(
    "the last value of JSON is removed with the comma before",
    remove("b", { unproven: "leave" }),
    to('1,\n  "b": 2\n', "1\n"),
  ),
  over("yaml", "data.yaml", "a:\n  b: 1\n  c: 2\nd: 3\n").mayRefuse(
    "a value of YAML",
    replace("a/b", "b: 5"),
    to("b: 1", "b: 5"),
  ),
];
