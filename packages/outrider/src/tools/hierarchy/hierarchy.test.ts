import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { noServers } from "../../../test/support/no-servers.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { tools } from "../index.ts";
import hierarchy from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

/** Several answers, each without the reason why no server was asked. */
async function readAll(files: Readonly<Record<string, string>>, inputs: readonly object[]): Promise<string> {
  const kit = await openKit(files);
  const texts: string[] = [];
  for (const input of inputs) texts.push(await kit.read("hierarchy", input));
  const why = /\nNo language server: language servers are switched off[^\n;]*settings(?:\.|; (.*))/g;
  return texts.join("\n").replaceAll(why, (_, rest: string | undefined) => (rest === undefined ? "" : `\n${rest}`));
}

describe("by syntax", () => {
  test("TypeScript, with renamed imports, several levels, and another type of the same name", async () => {
    const files = {
      "shape.ts": `export interface Shape { area(): number }
export interface Round extends Shape { r: number }
export class Circle<T extends Other> implements Round { r = 1; area() { return 1; } }
export class Other {}
`,
      "more.ts": `import { type Shape as Form, Circle } from "./shape.ts";
export class Square implements Form { area() { return 2; } uses(x: Form) { return x; } }
export class Ring extends Circle<Square> { area() { return 3; } }
export class Broken extends Error {}
`,
      "else.ts": `export interface Shape { area(): number }
export class Blob implements Shape { area() { return 4; } }
`,
    };
    const shape = { symbol: "Shape", path: "shape.ts" };
    expect(
      await readAll(files, [
        shape,
        { ...shape, direction: "implementations" },
        { symbol: "Shape/area", path: "shape.ts" },
        { symbol: "Ring", direction: "supertypes" },
        { symbol: "Ring/area", direction: "supertypes" },
        { symbol: "Broken", direction: "supertypes" },
        { symbol: "Other" },
      ]),
    ).toMatchInlineSnapshot(`
      "Subtypes of Shape (shape.ts:1), syntactic: 2 at level 1, 1 at level 2, 1 at level 3.
      Square more.ts:2
      Round shape.ts:2
       Circle shape.ts:3
        Ring more.ts:3
      object literals that are passed where this type is expected were not searched.
      Implementations of Shape (shape.ts:1), syntactic: 1 at level 1, 1 at level 2, 1 at level 3.
      Square more.ts:2
      Circle shape.ts:3
      Ring more.ts:3
      object literals that are passed where this type is expected were not searched.
      Implementations of Shape/area (shape.ts:1), syntactic: 1 at level 1, 1 at level 2, 1 at level 3.
      Square/area more.ts:2
      Circle/area shape.ts:3
      Ring/area more.ts:3
      object literals that are passed where this type is expected were not searched.
      Supertypes of Ring (more.ts:3), syntactic: 1 at level 1, 1 at level 2, 1 at level 3.
      Circle shape.ts:3
       Round shape.ts:2
        Shape shape.ts:1
      Supertypes of Ring/area (more.ts:3), syntactic: 1 at level 1, 0 at level 2, 1 at level 3.
      Circle/area shape.ts:3
        Shape/area shape.ts:1
      No supertypes of Broken (more.ts:4) in the project, syntactic.
      Not found among the types of the project: Error.
      No subtypes of Other (shape.ts:4) in the project, syntactic."
    `);
  });

  test("Python", async () => {
    const files = {
      "base.py": "class Base:\n    def go(self): pass\nclass Mid(Base):\n    def go(self): pass\n",
      "leaf.py":
        "import base\nfrom base import Mid as M\nclass Leaf(M, metaclass=abc.Meta):\n    def go(self): pass\nclass Side(base.Base, dict): pass\n",
    };
    expect(
      await readAll(files, [{ symbol: "Base" }, { symbol: "Base/go" }, { symbol: "Side", direction: "supertypes" }]),
    ).toMatchInlineSnapshot(`
      "Subtypes of Base (base.py:1), syntactic: 2 at level 1, 1 at level 2.
      Mid base.py:3
       Leaf leaf.py:3
      Side leaf.py:5
      Implementations of Base/go (base.py:2), syntactic: 1 at level 1, 1 at level 2.
      Mid/go base.py:4
      Leaf/go leaf.py:4
      Supertypes of Side (leaf.py:5), syntactic: 1 at level 1.
      Base base.py:1
      Not found among the types of the project: dict."
    `);
  });

  test("Java", async () => {
    const files = {
      "a/Shape.java": "package a;\npublic interface Shape { int area(); }\n",
      "a/Square.java": "package a;\npublic class Square implements Shape { public int area() { return 1; } }\n",
      "b/Big.java": "package b;\nimport a.Square;\nclass Big extends Square { public int area() { return 2; } }\n",
    };
    expect(
      await readAll(files, [{ symbol: "Shape" }, { symbol: "Shape/area" }, { symbol: "Big", direction: "supertypes" }]),
    ).toMatchInlineSnapshot(`
      "Subtypes of Shape (a/Shape.java:2), syntactic: 1 at level 1, 1 at level 2.
      Square a/Square.java:2
       Big b/Big.java:3
      Implementations of Shape/area (a/Shape.java:2), syntactic: 1 at level 1, 1 at level 2.
      Square/area a/Square.java:2
      Big/area b/Big.java:3
      Supertypes of Big (b/Big.java:3), syntactic: 1 at level 1, 1 at level 2.
      Square a/Square.java:2
       Shape a/Shape.java:2"
    `);
  });

  test("Rust, where an impl says it apart from the type", async () => {
    const files = {
      "src/lib.rs": "pub mod shape;\npub mod more;\n",
      "src/shape.rs":
        "pub trait Base { fn id(&self); }\npub trait Shape: Base { fn area(&self); }\npub struct Square;\nimpl Shape for Square { fn area(&self) {} }\nimpl Square { fn area(&self) {} }\n",
      "src/more.rs": "use crate::shape::Shape;\npub struct Disc;\nimpl Shape for Disc { fn area(&self) {} }\n",
    };
    expect(
      await readAll(files, [
        { symbol: "Base" },
        { symbol: "Shape/area" },
        { symbol: "Disc", direction: "supertypes" },
        { symbol: "Square", direction: "supertypes" },
      ]),
    ).toMatchInlineSnapshot(`
      "Subtypes of Base (src/shape.rs:1), syntactic: 1 at level 1, 2 at level 2.
      Shape src/shape.rs:2
       Disc src/more.rs:2 impl :3
       Square src/shape.rs:3 impl :4
      Implementations of Shape/area (src/shape.rs:2), syntactic: 2 at level 1.
      Disc/area src/more.rs:3
      Square/area[0] src/shape.rs:4
      Supertypes of Disc (src/more.rs:2), syntactic: 1 at level 1, 1 at level 2.
      Shape src/shape.rs:2
       Base src/shape.rs:1
      Supertypes of Square (src/shape.rs:3), syntactic: 1 at level 1, 1 at level 2.
      Shape src/shape.rs:2
       Base src/shape.rs:1"
    `);
  });

  test("Go says that interfaces are implemented without a word", async () => {
    const files = {
      "go.mod": "module x\n",
      "a.go":
        "package x\ntype Reader interface { Read() }\ntype Both interface {\n\tReader\n\tClose()\n}\ntype File struct{}\nfunc (f File) Read() {}\n",
    };
    const kit = await openKit(files);
    expect(await kit.read("hierarchy", { symbol: "Reader" })).toMatchInlineSnapshot(`
      "Subtypes of Reader (a.go:2), syntactic: 2 at level 1; ~ likely by name only.
      Both a.go:3
      ~File a.go:7 (has its members)
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings; types that get methods by embedding one of a library are not seen."
    `);
  });

  test("C++, with code apart from the class", async () => {
    const files = {
      "shape.hpp":
        "class Shape { public: virtual int area(); };\nclass Square : public Shape { public: int area() override; };\n",
      "square.cpp":
        '#include "shape.hpp"\nint Square::area() { return 1; }\nstruct Big final : Square { int area() { return 2; } };\n',
    };
    expect(
      await readAll(files, [{ symbol: "Shape" }, { symbol: "Shape/area" }, { symbol: "Big", direction: "supertypes" }]),
    ).toMatchInlineSnapshot(`
      "Subtypes of Shape (shape.hpp:1), syntactic: 1 at level 1, 1 at level 2.
      Square shape.hpp:2
       Big square.cpp:3
      a template that extends its own parameter is not seen below the types given to it.
      Implementations of Shape/area (shape.hpp:1), syntactic: 1 at level 1, 1 at level 2.
      Square/area shape.hpp:2
      Big/area square.cpp:3
      a template that extends its own parameter is not seen below the types given to it.
      Supertypes of Big (square.cpp:3), syntactic: 1 at level 1, 1 at level 2.
      Square shape.hpp:2
       Shape shape.hpp:1
      a template that extends its own parameter is not seen below the types given to it."
    `);
  });

  test("a type that is its own grandparent ends as a cycle", async () => {
    const files = { "a.py": "class A(B): pass\nclass B(A): pass\n" };
    expect(await readAll(files, [{ symbol: "A" }])).toMatchInlineSnapshot(`
      "Subtypes of A (a.py:1), syntactic: 1 at level 1, 1 at level 2.
      B a.py:2
       A a.py:1 cycle"
    `);
  });
});

test("rows come in pages with exact totals", async () => {
  const subtypes = Array.from({ length: 130 }, (_, index) => `class S${index}(Base): pass\n`).join("");
  const kit = await openKit({ "a.py": `class Base: pass\n${subtypes}` });
  const text = await kit.read("hierarchy", { symbol: "Base", offset: 128 });
  expect(text.split("\n").slice(0, 4)).toMatchInlineSnapshot(`
    [
      "Subtypes of Base (a.py:1), syntactic: 130 at level 1.",
      "S128 a.py:130",
      "S129 a.py:131",
      "[2 of 130 rows shown. Or ask for one of them.]",
    ]
  `);
  expect(await kit.call("hierarchy", { symbol: "Base" })).toMatchObject({
    value: { levels: [130], completeness: "syntactic", rows: { length: 100, 0: { level: 1, relation: "subtype" } } },
  });
});

test("what is no type and what cannot be read is an error that says so", async () => {
  const kit = await openKit({ "a.ts": "export function run() {}\n", "a.c": "struct point { int x; };\n" });
  const text = async (symbol: string) => {
    const outcome = await kit.call("hierarchy", { symbol });
    return outcome.status === "tool_error" ? `${outcome.error.code}: ${outcome.error.message}` : outcome.status;
  };
  expect(await text("run")).toMatchInlineSnapshot(
    `"no_type: run (a.ts:1) is a function; hierarchies have types and their methods."`,
  );
  expect(await text("point")).toMatchInlineSnapshot(
    `"no_hierarchy_in_language: Heads of types are not read in C, and no language server answers: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."`,
  );
});

describe("the tool", () => {
  const tables = openSymbolTables(lentThreads);
  afterAll(() => tables.close());
  const services = () => {
    const { workspace } = openTestWorkspace({
      "a.ts": "export class Box {\n  open() {}\n}\n",
      "b.ts": 'import { Box } from "./a.ts";\nexport class Crate extends Box { open() {} }\n',
    });
    return { workspace: workspace.session(testCaller), symbolsOf: tables.symbolsOf, serversOf: () => noServers };
  };

  testConformance(hierarchy, { services, registry: tools });
});
