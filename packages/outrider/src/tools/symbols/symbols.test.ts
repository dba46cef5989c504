import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "toolwright";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import symbols from "./index.ts";
import { output } from "./schema.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const box = `import { Lid } from "./lid.ts";

/** Holds things. */
export class Box<T> {
  private lid = new Lid();

  /** Opens it. Slowly. */
  open(x: string): void;
  open(x: number): void;
  open(x: unknown): void {
    const inner = () => x;
    function helper() {}
  }
}

export function makeBox(): Box<string> {
  return new Box();
}
export const limit = 10;
`;

const files = {
  "src/box.ts": box,
  "src/lid.ts": "export class Lid {\n  close() {}\n}\n",
  "src/deep/use.py": "def use_box(größe):\n    return größe\n\nclass Größe:\n    def öffnen(self):\n        pass\n",
  "README.md": "# Boxes\n\n## Install\n\ntext\n\n## Use\n",
  ".env": "SECRET_KEY=hunter2\n",
  "notes.txt": "no code\n",
  "data.yaml": "services:\n  web:\n    image: x\nversion: 3\n",
};

describe("a file", () => {
  test("is shown nested, without what is inside functions; depth, docs and kind choose", async () => {
    const kit = await openKit(files);
    expect(await kit.read("symbols", { path: "src/box.ts" })).toMatchInlineSnapshot(`
      "src/box.ts (TypeScript, 19 lines, 9 symbols)
       4-14 export class Box<T>
        5 property private lid = new Lid()
        8 method open[0](x: string): void
        9 method open[1](x: number): void
        10-13 method open[2](x: unknown): void
       16-18 export function makeBox(): Box<string>
       19 export const limit = 10
      2 more inside functions; depth shows them."
    `);
    expect(await kit.read("symbols", { path: "src/box.ts", depth: 1 })).toMatchInlineSnapshot(`
      "src/box.ts (TypeScript, 19 lines, 9 symbols)
       4-14 export class Box<T>
       16-18 export function makeBox(): Box<string>
       19 export const limit = 10
      6 more below these levels."
    `);
    expect(await kit.read("symbols", { path: "src/box.ts", depth: 9, docs: true })).toMatchInlineSnapshot(`
      "src/box.ts (TypeScript, 19 lines, 9 symbols)
       4-14 export class Box<T> — Holds things.
        5 property private lid = new Lid()
        8 method open[0](x: string): void — Opens it.
        9 method open[1](x: number): void
        10-13 method open[2](x: unknown): void
         11 function const inner = ()
         12 function helper()
       16-18 export function makeBox(): Box<string>
       19 export const limit = 10"
    `);
    expect(await kit.read("symbols", { path: "src/box.ts", kind: "method" })).toMatchInlineSnapshot(`
      "src/box.ts (TypeScript, 19 lines, 9 symbols)
       8 method Box/open[0](x: string): void
       9 method Box/open[1](x: number): void
       10-13 method Box/open[2](x: unknown): void"
    `);
    expect(await kit.read("symbols", { path: "README.md" })).toMatchInlineSnapshot(`
      "README.md (Markdown, 7 lines, 3 symbols)
       1-7 # Boxes
        3-5 ## Install
        7 ## Use"
    `);
    expect(await kit.read("symbols", { path: "data.yaml" })).toMatchInlineSnapshot(`
      "data.yaml (YAML, 4 lines, 3 symbols)
       1-3 key services
        2-3 key web
       4 key version: 3"
    `);
  });

  test("a large one drops its deepest levels first and says how many symbols that are", async () => {
    const types = Array.from({ length: 60 }, (_, at) => {
      const fields = Array.from({ length: 12 }, (__, field) => `  field${field}: number;`);
      return `export interface Shape${at} {\n${fields.join("\n")}\n}\n`;
    });
    const kit = await openKit({ "shapes.ts": types.join("") });
    const text = await kit.read("symbols", { path: "shapes.ts" });
    expect(text).toContain("shapes.ts (TypeScript, 840 lines, 780 symbols)\n 1-14 export interface Shape0\n 15-28 ");
    expect(text).toContain("\n720 more at deeper levels; depth: 2 shows the next.");
    expect(await countTokens(text)).toBeLessThan(1_600);
    const deep = await kit.read("symbols", { path: "shapes.ts", depth: 2 });
    expect(deep).toContain("of 780 shown. Next: offset ");
    expect(await kit.read("symbols", { path: "shapes.ts", depth: 2, offset: 778, limit: 5 })).toContain(
      "\n  838 property field10: number\n  839 property field11: number\n",
    );
  });

  test("what has no symbols says so, with the way on", async () => {
    const kit = await openKit({
      ...files,
      "empty.ts": "",
      "broken.ts": "export class A {\n  run( {\n",
      "a.bin": new Uint8Array([0, 1, 2]),
    });
    expect(await kit.call("symbols", { path: "notes.txt" })).toMatchObject({
      error: {
        code: "unknown_language",
        message: '"notes.txt" is in no language whose symbols are known.',
        next: { tool: "read_file", input: { path: "notes.txt" } },
      },
    });
    expect(await kit.read("symbols", { path: "empty.ts" })).toBe("empty.ts (TypeScript, 0 lines, 0 symbols)");
    expect(await kit.read("symbols", { path: "broken.ts" })).toContain("The file has syntax errors");
    expect(await kit.call("symbols", { path: "src/bix.ts" })).toMatchObject({ error: { code: "not_found" } });
    expect(await kit.call("symbols", { path: "a.bin" })).toMatchObject({ error: { code: "binary_file" } });
  });
});

describe("a name", () => {
  test("a single small hit, or all overloads of one, come with their source", async () => {
    const kit = await openKit(files);
    expect(await kit.read("symbols", { name: "makeBox" })).toMatchInlineSnapshot(`
      "src/box.ts
       16-18 function makeBox
      16	export function makeBox(): Box<string> {
      17	  return new Box();
      18	}"
    `);
    expect(await kit.read("symbols", { name: "Box/open" })).toMatchInlineSnapshot(`
      "src/box.ts
       8 method Box/open[0]
      8	  open(x: string): void;
       9 method Box/open[1]
      9	  open(x: number): void;
       10-13 method Box/open[2]
      10	  open(x: unknown): void {
      11	    const inner = () => x;
      12	    function helper() {}
      13	  }"
    `);
    expect(await kit.read("symbols", { name: "box" })).toMatchInlineSnapshot(`
      "src/box.ts
       4-14 class Box
      4	export class Box<T> {
      5	  private lid = new Lid();
      6	
      7	  /** Opens it. Slowly. */
      8	  open(x: string): void;
      9	  open(x: number): void;
      10	  open(x: unknown): void {
      11	    const inner = () => x;
      12	    function helper() {}
      13	  }
      14	}
      3 other names contain it; match: "substring" lists them."
    `);
    expect(await kit.read("symbols", { name: "makeBox", body: false })).not.toContain("return");
  });

  test("is found by parts, initials, containers in any notation, and in any script", async () => {
    const kit = await openKit(files);
    const paths = async (name: string, more: object = {}): Promise<readonly string[]> => {
      const outcome = await kit.call("symbols", { name, body: false, ...more });
      if (outcome.status !== "ok") throw new Error(outcome.error.message);
      return rowsIn(outcome.value);
    };
    expect(await paths("mB")).toEqual(["src/box.ts makeBox"]);
    expect(await paths("ids", { match: "substring" })).toEqual([]);
    expect(await paths("box", { match: "substring" })).toEqual([
      "src/box.ts Box",
      "src/box.ts makeBox",
      "README.md Boxes",
      "src/deep/use.py use_box",
    ]);
    for (const name of ["Lid/close", "Lid.close", "Lid::close", "lid#close"]) {
      expect(await paths(name)).toEqual(["src/lid.ts Lid/close"]);
    }
    expect(await paths("Größe/öffnen")).toEqual(["src/deep/use.py Größe/öffnen"]);
    expect(await paths("ÖFFNEN")).toEqual(["src/deep/use.py Größe/öffnen"]);
    expect(await paths("close", { path: "src/lid.ts" })).toEqual(["src/lid.ts Lid/close"]);
    expect(await paths("box", { path: "src/**/*.py" })).toEqual(["src/deep/use.py use_box"]);
    expect(await paths("box", { kind: ["function"], path: "src" })).toEqual([
      "src/box.ts makeBox",
      "src/deep/use.py use_box",
    ]);
    expect(await paths("mkBx", { match: "fuzzy" })).toEqual(["src/box.ts makeBox"]);
  });

  test("one that is not there comes with what resembles it, and where it is after all", async () => {
    const kit = await openKit(files);
    expect(await kit.read("symbols", { name: "maekBox" })).toMatchInlineSnapshot(`
      "No symbol fits "maekBox" (20 symbols in 5 files). Did you mean:
      src/box.ts
       16-18 export function makeBox(): Box<string>"
    `);
    expect(await kit.read("symbols", { name: "zzzqqq" })).toMatchInlineSnapshot(`
      "No symbol fits "zzzqqq" (20 symbols in 5 files).
      Text that is no declaration: grep {"pattern":"zzzqqq","literal":true}"
    `);
    expect(await kit.read("symbols", { name: "makeBox", path: "src/deep" })).toMatchInlineSnapshot(`
      "No symbol fits "makeBox" (1 file of src/deep/).
      Without path and kind: src/box.ts:16 function makeBox"
    `);
  });

  test("a large type shows its members, body shows the source of a few, and the rest says how to get it", async () => {
    const methods = Array.from({ length: 40 }, (_, at) => `  step${at}() {\n    return ${at};\n  }\n`);
    const kit = await openKit({ "big.ts": `export class Big {\n${methods.join("")}}\n` });
    const one = await kit.read("symbols", { name: "Big" });
    expect(one).toContain("big.ts\n 1-122 export class Big\n  2-4 method step0()\n");
    expect(one).toContain('Its source: read_file {"path":"big.ts","symbol":"Big"}');
    const some = await kit.read("symbols", { name: "step", body: true, limit: 8 });
    expect(some.match(/return/g)).toHaveLength(5);
    expect(some).toContain('3 bodies not shown. Its source: read_file {"path":"big.ts","symbol":"Big/step5"}');
    expect(some).toContain("[8 of 40 shown. Next: offset 8.");
  });

  test("lines and source are those of the file as it is now", async () => {
    const kit = await openKit(files);
    await kit.read("symbols", { name: "makeBox" });
    writeFileSync(join(kit.root, "src/box.ts"), `// one more line\n${box}`);
    expect(await kit.read("symbols", { name: "makeBox" })).toContain(
      "\n 17-19 function makeBox\n17\texport function makeBox",
    );
    appendFileSync(join(kit.root, "src/lid.ts"), "export const fresh = 1;\n");
    expect(await kit.read("symbols", { name: "fresh" })).toContain(
      "src/lid.ts\n 4 constant fresh\n4\texport const fresh = 1;",
    );
  });

  test("pages give each of 10,000 hits once, in one order, with exact totals and where they are", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, file) => [
        `d${file % 7}/f${file}.ts`,
        Array.from({ length: 100 }, (__, at) => `export const value_${file}_${at} = 1;\n`).join(""),
      ]),
    );
    const kit = await openKit(many);
    const seen: string[] = [];
    let offset: number | undefined = 0;
    for (let limit = 997; offset !== undefined; limit -= 13) {
      const outcome = await kit.call("symbols", { name: "value_", limit, offset });
      if (outcome.status !== "ok") throw new Error(outcome.error.message);
      seen.push(...rowsIn(outcome.value));
      const told = `${JSON.stringify({ offset, limit })} ${await kit.read("index", {})}`;
      expect({ told, total: totalIn(outcome.value) }).toEqual({ told, total: 10_000 });
      offset = nextOffset(outcome.value);
    }
    expect(seen).toHaveLength(10_000);
    expect(new Set(seen).size).toBe(10_000);
    const text = await kit.read("symbols", { name: "value_" });
    expect(text).toContain(
      "[40 of 10000 shown. Next: offset 40. Narrow with path or kind. Most in: d0/ 1500, d1/ 1500,",
    );
    expect(await kit.read("symbols", { name: "value_", offset: 20_000 })).toContain("Offset 20000 is past the end");
  });
});

describe("a directory", () => {
  test("of a few files lists what each declares; nothing found says so", async () => {
    const kit = await openKit(files);
    expect(await kit.read("symbols", {})).toMatchInlineSnapshot(`
      "project (5 files with 20 symbols)
      README.md
       1-7 # Boxes
      data.yaml
       1-3 key services
       4 key version: 3
      src/box.ts
       4-14 export class Box<T>
       16-18 export function makeBox(): Box<string>
       19 export const limit = 10
      src/deep/use.py
       1-2 def use_box(größe)
       4-6 class Größe
      src/lid.ts
       1-3 export class Lid"
    `);
    expect(await kit.read("symbols", { path: "src/**/*.py" })).toMatchInlineSnapshot(`
      "src/**/*.py (1 file with 3 symbols)
      src/deep/use.py
       1-2 def use_box(größe)
       4-6 class Größe"
    `);
    expect(await kit.read("symbols", { kind: "class,function" })).toMatchInlineSnapshot(`
      "src/box.ts
       4-14 export class Box<T>
       11 function const Box/open/inner = ()
       12 function Box/open/helper()
       16-18 export function makeBox(): Box<string>
      src/deep/use.py
       1-2 def use_box(größe)
       4-6 class Größe
      src/lid.ts
       1-3 export class Lid"
    `);
    expect(await kit.read("symbols", { kind: "trait" })).toBe("No trait in 5 files of project.");
    expect(await kit.read("symbols", { path: "**/*.rs" })).toMatchInlineSnapshot(`
      "**/*.rs (0 files with 0 symbols)
      No file with symbols fits "**/*.rs"."
    `);
  });

  test("of many files is a map by importance, within its room, with counts that add up", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `src/part${at % 10}/f${at}.ts`,
        `import { openCore } from "../core.ts";\nexport const value${at} = openCore();\nexport const other${at} = 2;\n`,
      ]),
    );
    const kit = await openKit({ ...many, "src/core.ts": "export function openCore() {}\nfunction quiet() {}\n" });
    const outcome = await kit.call("symbols", {});
    if (outcome.status !== "ok") throw new Error(outcome.error.message);
    expect(outcome.text).toMatch(/^project \(301 files with 602 symbols\)\nsrc\/core.ts: openCore, quiet\n/);
    expect(await countTokens(outcome.text)).toBeLessThan(1_800);
    expect(directoriesIn(outcome.value)).toEqual({ files: 301, symbols: 602 });
    const inPart = await kit.read("symbols", { path: "src/part3" });
    expect(inPart).toMatch(/^src\/part3\/ \(30 files with 60 symbols\)\nsrc\/part3\/f103.ts\n/);
    const next = await kit.read("symbols", { offset: 300, limit: 5 });
    expect(next).toContain("[1 of 301 shown.");
  });
});

describe("the tool", () => {
  // One for all calls: each has threads of its own.
  const tables = openSymbolTables(lentThreads);
  afterAll(() => tables.close());
  const services = () => {
    const { workspace } = openTestWorkspace({ "a.ts": "export class Box {\n  open() {}\n}\n" });
    const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot });
    return { workspace: workspace.session(testCaller), libraries, symbolsOf: tables.symbolsOf };
  };

  testConformance(symbols, { services });
});

function rowsIn(value: unknown): readonly string[] {
  const { files: found } = output.parse(value);
  return found.flatMap(({ file, symbols: rows }) => rows.map(({ path }) => `${file} ${path}`));
}

function totalIn(value: unknown): number {
  return output.parse(value).total;
}

function nextOffset(value: unknown): number | undefined {
  return output.parse(value).overflow?.next_offset;
}

function directoriesIn(value: unknown): { readonly files: number; readonly symbols: number } {
  const { directories = [] } = output.parse(value);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  return { files: sum(directories.map((each) => each.files)), symbols: sum(directories.map((each) => each.symbols)) };
}
