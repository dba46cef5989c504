import { describe, expect, test } from "vitest";
import * as z from "zod";
import { openKit } from "../../../test/support/outrider-kit.ts";

/** A line for each way of using a symbol, with what it is; the name stands in front of the mark. */
const samples: readonly (readonly [file: string, symbol: string, text: string])[] = [
  [
    "a.ts",
    "Box",
    `export class Box {} // declaration
let one: Box; // type
const two: Array<Box> = []; // type
const three = new Box(); // call
const four = Box; // value
class Five extends Box {} // type
let six: typeof Box; // type
use(Box); // value
`,
  ],
  [
    "b.ts",
    "count",
    `export let count = 0; // declaration
count = 1; // write
count += 1; // write
count++; // write
print(count); // value
list[count] = 1; // value
if (count === 1) go(); // value
`,
  ],
  [
    "c.py",
    "Box",
    `class Box: pass # declaration
one: Box = None # type
def two(x: list[Box]) -> None: pass # type
def three() -> Box | None: pass # type
four = Box() # call
class Five(Box): pass # type
six = Box # value
`,
  ],
  [
    "d.py",
    "Box/size",
    `class Box:
    size: int = 0 # declaration
    def grow(self):
        self.size += 1 # write
        self.size = 2 # write
        return self.size # value
`,
  ],
  [
    "e.go",
    "Box",
    `package e
type Box struct{} // declaration
var one Box // type
func two(b *Box) []Box { return nil } // type type
func (b *Box) three() {} // type
`,
  ],
  [
    "f.rs",
    "Box",
    `pub struct Box { size: u32 } // declaration
fn one(b: &Box) -> Option<Box> { None } // type type
`,
  ],
  [
    "G.java",
    "Box",
    `class Box {} // declaration
class Use extends Box { // type
  Box one; // type
  java.util.List<Box> two; // type
  Object three = new Box(); // call
}
`,
  ],
  [
    "H.cs",
    "Box",
    `class Box {} // declaration
class Use : Box { // type
  Box one; // type
  List<Box> two; // type
  Box? three() { return null; } // type
}
`,
  ],
  [
    "I.kt",
    "count",
    `var count = 0 // declaration
fun one() {
  count = 1 // write
  count += 1 // write
  println(count) // value
}
`,
  ],
];

describe("what a reference does with the symbol", () => {
  test.each(samples)("%s %s", async (path, symbol, text) => {
    const kit = await openKit({ [path]: text });
    const wanted = text
      .split("\n")
      .flatMap((line, index) =>
        (/(?:\/\/|#) (.*)$/.exec(line)?.[1] ?? "").split(" ").map((role) => ({ role, line: index + 1 })),
      )
      .filter(({ role }) => role !== "");
    const found: { role: string; line: number }[] = [];
    for (const role of ["declaration", ...new Set(wanted.map((each) => each.role))].filter(
      (each, at, all) => all.indexOf(each) === at,
    )) {
      const { value } = answered.parse(await kit.call("references", { symbol, path, role }));
      for (const file of value.files)
        for (const { line, columns } of file.lines) found.push(...columns.map(() => ({ role, line })));
    }
    expect(found.toSorted((a, b) => a.line - b.line)).toEqual(wanted);
  });
});

const answered = z.object({
  value: z.object({
    files: z.array(z.object({ lines: z.array(z.object({ line: z.int(), columns: z.array(z.int()) })) })),
  }),
});

test("uses by role and place, and how many there are of the others", async () => {
  const kit = await openKit({
    "src/store.ts": "export function open() {}\nopen();\nconst all = [open];\n",
    "src/deep/use.ts": 'import { open } from "../store.ts";\nopen();\nopen();\n',
    "test/use.test.ts": 'import { open } from "../src/store.ts";\nopen();\n',
  });
  const read = async (input: object): Promise<string> =>
    (await kit.read("references", { symbol: "open", ...input })).replace(
      /^No language server: .*?\. (?=By|Outside|\d)/m,
      "",
    );
  expect(await read({ role: "call", within: "src" })).toMatchInlineSnapshot(`
    "3 call references in 2 files to open (src/store.ts:1) within src, syntactic: all by scope or import.
    By role: 3 call, 1 import, 1 value. 2 more references outside of src. 8 places with the name: 1 declared, 7 sure.
    src/deep/use.ts
     2: open();
     3: open();
    src/store.ts
     2: open();"
  `);
  expect(await read({ within: "src/deep/use.ts" })).toMatchInlineSnapshot(`
    "3 references in 1 file to open (src/store.ts:1) within src/deep/use.ts, syntactic: all by scope or import.
    By role: 2 call, 1 import. 4 more references outside of src/deep/use.ts. 8 places with the name: 1 declared, 7 sure.
    src/deep/use.ts
     1: import { open } from "../store.ts";
     2: open();
     3: open();"
  `);
  expect(await read({ within: "test/*.ts", role: "write" })).toMatchInlineSnapshot(`
    "No write references to open (src/store.ts:1) within test/*.ts, syntactic. The word stands in 3 files.
    By role: 1 call, 1 import. 5 more references outside of test/*.ts. 8 places with the name: 1 declared, 7 sure."
  `);
  expect(await kit.call("references", { symbol: "open", within: "src/deep/usee.ts" })).toMatchObject({
    error: { code: "not_found", message: expect.stringContaining("nearest first: use.ts") },
  });
});

test("of what only the name speaks for, files with a receiver that is named like the type come first", async () => {
  const kit = await openKit({
    "view.py": "class View:\n    def update(self): pass\n",
    "a.py": "def f(d): d.update()\n",
    "web.py": "def g(app): app.view.update()\n",
  });
  expect((await kit.read("references", { symbol: "View/update" })).split("\n").slice(-4)).toEqual([
    "web.py",
    "~1: def g(app): app.view.update() [g]",
    "a.py",
    "~1: def f(d): d.update() [f]",
  ]);
});
