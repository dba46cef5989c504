import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";

const files = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["src"] }\n',
  "tests/tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["."] }\n',
  "src/path.ts":
    "export function mergePath(a: string, b: string): string {\n  return a + b;\n}\nexport interface Shape {\n  area(): number;\n}\nexport class Square implements Shape {\n  constructor(readonly side: number) {}\n  area(): number {\n    return this.side ** 2;\n  }\n}\n",
  "src/app.ts":
    'import { mergePath as merge, type Shape, Square } from "./path";\nexport const home = merge("/", "home");\nexport function total(all: Shape[]): number {\n  return all.reduce((sum, one) => sum + one.area(), new Square(1).side);\n}\n',
  "src/index.ts": 'export { mergePath } from "./path";\nexport * from "./app";\n',
  "src/other.ts":
    "export class Field {\n  area(mergePath: number): number {\n    return mergePath;\n  }\n}\nnew Field().area(1);\n",
  "src/crlf.ts":
    'import { mergePath } from "./path";\r\n// größe 😀\r\nexport const 长 = "😀é" + mergePath("ä", "😀") + mergePath("b", "c");\r\n',
  "tests/path.test.ts":
    'import { mergePath } from "../src/index";\nexport const merged = mergePath("a", "b"); // mergePath\n',
  "lib/utils.js":
    "exports.compileETag = function (val) { return val; };\nfunction two() {}\nfunction three() {}\nmodule.exports.three = three;\nexports.two = two;\n",
  "lib/whole.js": "function four() {}\nmodule.exports = { four };\n",
  "lib/app.js":
    "const { three } = require('./utils');\nconst utils = require('./utils');\nconst { four } = require('./whole');\nutils.compileETag(1);\nutils.two(); three(); four();\n",
  "lib/more.js":
    "var utils = require('../lib/utils');\nutils.compileETag(1);\nutils.three(utils.two);\nrequire('./whole').four();\n",
};

/** Where the references are, without their texts. */
function places(value: unknown): unknown {
  const { files: rows = [], completeness } = Object(value);
  return [
    completeness,
    ...Array.from(rows, ({ file, lines }) => `${file} ${lines.map((row: { line: number }) => row.line)}`),
  ];
}

describe.each(["typescript", "vtsls"])("with %s", (id) => {
  test("references are complete across configurations, renames, re-exports, modules of CommonJS and edits", async () => {
    const kit = await openKit(files, { servers: [id] });
    const text = await readWhenLoaded(kit, "references", { symbol: "mergePath" });
    expect(text.replace(/(?<=complete by )\S+ [\d.]+\d/, "SERVER")).toMatchInlineSnapshot(`
      "9 references in 4 files to mergePath (src/path.ts:1), complete by SERVER.
      2 places with this name mean something else.
      src/app.ts
       1: import { mergePath as merge, type Shape, Square } from "./path"; ×2
       2: export const home = merge("/", "home"); [home]
      src/crlf.ts
       1: import { mergePath } from "./path";
       3: export const 长 = "😀é" + mergePath("ä", "😀") + mergePath("b", "c"); [长] ×2
      src/index.ts
       1: export { mergePath } from "./path";
      tests/path.test.ts
       1: import { mergePath } from "../src/index";
       2: export const merged = mergePath("a", "b"); // mergePath [merged]"
    `);
    const find = async (input: object): Promise<unknown> => {
      const outcome = await kit.call("references", input);
      return "value" in outcome ? places(outcome.value) : outcome;
    };
    expect(await find({ symbol: "mergePath", tests: "only" })).toEqual(["complete", "tests/path.test.ts 1,2"]);
    // The call through the interface and the method of the class that has it; not the one of the same name.
    expect(await find({ symbol: "Shape/area" })).toEqual(["complete", "src/app.ts 4"]);
    expect(await find({ symbol: "Field/area" })).toEqual(["complete", "src/other.ts 6"]);
    expect(await find({ symbol: "Square/constructor" })).toEqual(["complete", "src/app.ts 4"]);
    expect(await find({ symbol: "compileETag" })).toEqual(["complete", "lib/app.js 4", "lib/more.js 2"]);
    expect(await find({ symbol: "two" })).toEqual(["complete", "lib/app.js 5", "lib/more.js 3", "lib/utils.js 5"]);
    expect(await find({ symbol: "three" })).toEqual(["complete", "lib/app.js 1,5", "lib/more.js 3", "lib/utils.js 4"]);
    expect(await find({ symbol: "four" })).toEqual(["complete", "lib/app.js 3,5", "lib/more.js 4", "lib/whole.js 2"]);
    writeFileSync(join(kit.root, "src/other.ts"), "\n\nimport { mergePath } from './path';\nmergePath('x', 'y');\n");
    writeFileSync(join(kit.root, "src/new.ts"), "import { mergePath } from './index';\nmergePath('x', 'y');\n");
    const again = await find({ symbol: "mergePath", tests: "none" });
    expect(again).toEqual([
      "complete",
      "src/app.ts 1,2",
      "src/crlf.ts 1,3",
      "src/index.ts 1",
      "src/new.ts 1,2",
      "src/other.ts 3,4",
    ]);
    expect(await find({ symbol: "mergePath", tests: "none", limit: 3, offset: 3 })).toEqual([
      "complete",
      "src/crlf.ts 3",
      "src/index.ts 1",
      "src/new.ts 1",
    ]);
    expect(kit.told).toEqual([]);
  });
});

test("places behind an import of something that is not built are told, not taken for something else", async () => {
  const unbuilt = {
    "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["src"] }\n',
    "src/path.ts": "export function mergePath(a: string): string {\n  return a;\n}\n",
    "src/app.ts": 'import { mergePath } from "./path";\nexport const home = mergePath("/");\n',
    "src/built.ts":
      'import { mergePath } from "our-package/dist";\nexport const two = mergePath("a") + mergePath("b");\n',
    "src/whole.ts": 'import * as ours from "our-package/dist";\nexport const three = ours.mergePath("c");\n',
    "src/any.ts": "export function run(value: any) {\n  return value.mergePath({ mergePath: 1 });\n}\n",
  };
  const kit = await openKit(unbuilt, { servers: ["typescript"] });
  const text = await readWhenLoaded(kit, "references", { symbol: "mergePath" });
  expect(text.replace(/(?<=by )typescript [\d.]+\d/, "SERVER")).toMatchInlineSnapshot(`
    "7 references in 4 files to mergePath (src/path.ts:1), partial by SERVER: 4 places with the name cannot be followed, such as src/built.ts:1, src/built.ts:2, src/whole.ts:2; ~ marks 5 that it leaves open.
    2 places with this name mean something else.
    src/app.ts
     1: import { mergePath } from "./path";
     2: export const home = mergePath("/"); [home]
    src/any.ts
    ~2: return value.mergePath({ mergePath: 1 }); [run] (write)
    src/built.ts
    ~1: import { mergePath } from "our-package/dist";
    ~2: export const two = mergePath("a") + mergePath("b"); [two] ×2
    src/whole.ts
    ~2: export const three = ours.mergePath("c"); [three]"
  `);
});

test("places that assign a value are told from those that read it", async () => {
  const kit = await openKit(
    {
      "tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
      "state.ts": "export let counter = 0;\nexport function next(): number {\n  counter += 1;\n  return counter;\n}\n",
      "use.ts": 'import { counter } from "./state";\nexport const twice = counter * 2;\n',
    },
    { servers: ["typescript"] },
  );
  const text = await readWhenLoaded(kit, "references", { symbol: "counter" });
  expect(text.replace(/(?<=by )typescript [\d.]+\d/, "SERVER")).toMatchInlineSnapshot(`
    "4 references in 2 files to counter (state.ts:1), complete by SERVER.
    state.ts
     3: counter += 1; [next] (write)
     4: return counter;
    use.ts
     1: import { counter } from "./state";
     2: export const twice = counter * 2; [twice]"
  `);
});

test("a package that is linked to another checkout: the uses of it are told, and the answer is not complete", async () => {
  const pack = '{ "name": "@x/b", "version": "1.0.0", "type": "module", "exports": "./src/got.ts" }\n';
  const got = "export function got(): number {\n  return 1;\n}\n";
  const use = 'import { got } from "@x/b";\nexport const one = got();\n';
  const linked = {
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "allowImportingTsExtensions": true } }\n',
    "package.json": '{ "private": true, "type": "module", "workspaces": ["packages/*"] }\n',
    "packages/b/package.json": pack,
    "packages/b/src/got.ts": got,
    "packages/a/package.json": '{ "name": "@x/a", "type": "module", "dependencies": { "@x/b": "1.0.0" } }\n',
    "packages/a/src/one.ts": use,
  };
  const kit = await openKit(linked, {
    servers: ["typescript"],
    prepare({ root, outside }) {
      mkdirSync(join(outside, "b/src"), { recursive: true });
      writeFileSync(join(outside, "b/package.json"), pack);
      writeFileSync(join(outside, "b/src/got.ts"), got);
      mkdirSync(join(root, "node_modules/@x"), { recursive: true });
      symlinkSync(join(outside, "b"), join(root, "node_modules/@x/b"));
    },
  });
  const text = await readWhenLoaded(kit, "references", { symbol: "got" });
  expect(text).toContain("partial");
  expect(text).toContain(
    "2 places with the name, such as packages/a/src/one.ts:1, packages/a/src/one.ts:2, lead to another copy of packages/b/src/got.ts outside of the project",
  );
});
