import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { scriptedServer } from "../../../test/support/scripted-server.ts";

const shapes = {
  "tsconfig.json":
    '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true, "strict": true }, "include": ["src"] }\n',
  "src/shape.ts": `export interface Shape { area(): number }
export interface Round extends Shape { r: number }
export class Circle implements Round { r = 1; area() { return 1; } }
export const unit: Shape = { area() { return 2; } };
`,
  "src/more.ts": `import { type Shape as Form, Circle } from "./shape.ts";
export class Square implements Form { area() { return 2; } }
export class Ring extends Circle { area() { return 3; } }
export class Broken extends Error {}
`,
  "src/else.ts": `export interface Shape { area(): number }
export class Blob implements Shape { area() { return 4; } }
`,
};

for (const server of ["typescript", "vtsls"])
  test(`${server}: subtypes without values of a type, methods with those of values, and supertypes outside of the project`, async () => {
    const kit = await openKit(shapes, { servers: [server] });
    const plain = (text: string) => text.replaceAll(/by (?:typescript|vtsls) \d+\.\d+\.\d+/g, "by SERVER");
    const shape = { path: "src/shape.ts" };
    expect(plain(await readWhenLoaded(kit, "hierarchy", { symbol: "Shape", ...shape }))).toMatchInlineSnapshot(`
      "Subtypes of Shape (src/shape.ts:1), complete by SERVER: 3 at level 1, 1 at level 2, 1 at level 3.
      Square src/more.ts:2
      Round src/shape.ts:2
       Circle src/shape.ts:3
        Ring src/more.ts:3
      unit src/shape.ts:4 (object)"
    `);
    expect(plain(await readWhenLoaded(kit, "hierarchy", { symbol: "Shape/area", ...shape }))).toMatchInlineSnapshot(`
      "Implementations of Shape/area (src/shape.ts:1), complete by SERVER: 2 at level 1, 1 at level 2, 1 at level 3.
      Square/area src/more.ts:2
      unit/area src/shape.ts:4
      Circle/area src/shape.ts:3
      Ring/area src/more.ts:3"
    `);
    expect(plain(await readWhenLoaded(kit, "hierarchy", { symbol: "Ring", direction: "supertypes" })))
      .toMatchInlineSnapshot(`
      "Supertypes of Ring (src/more.ts:3), complete by SERVER: 1 at level 1, 1 at level 2, 1 at level 3.
      Circle src/shape.ts:3
       Round src/shape.ts:2
        Shape src/shape.ts:1"
    `);
    expect(plain(await readWhenLoaded(kit, "hierarchy", { symbol: "Broken", direction: "supertypes" })))
      .toMatchInlineSnapshot(`
      "No supertypes of Broken (src/more.ts:4) in the project, complete by SERVER.
      Not found among the types of the project: Error."
    `);
  });

test("only types are subtypes, and only members of the name implement a method", async () => {
  const kit = await openKit(
    {
      "tsconfig.json": shapes["tsconfig.json"],
      "src/plug.ts": `export interface Plug { go(): void }
export const arr: Plug[] = [{ go() {} }];
export const fn = (): Plug => ({ go() {} });
export const lit: Plug = { go() {} };
export class Holder { private list: Plug[] = []; readonly one: Plug = { go: () => {} }; }
export const Anon = class implements Plug { go() {} };
export default class implements Plug { go = () => {}; }
`,
    },
    { servers: ["typescript"] },
  );
  const plain = (text: string) => text.replaceAll(/by typescript \d+\.\d+\.\d+/g, "by SERVER");
  expect(plain(await readWhenLoaded(kit, "hierarchy", { symbol: "Plug" }))).toMatchInlineSnapshot(`
    "Subtypes of Plug (src/plug.ts:1), partial by SERVER: 6 at level 1.
    Anon src/plug.ts:6
    default src/plug.ts:7
    arr src/plug.ts:2 (object)
    fn src/plug.ts:3 (function)
    lit src/plug.ts:4 (object)
    Holder/one src/plug.ts:5 (object)
    Partial: object literals that are passed where this type is expected were not searched."
  `);
  expect(plain(await readWhenLoaded(kit, "hierarchy", { symbol: "Plug/go" }))).toMatchInlineSnapshot(`
    "Implementations of Plug/go (src/plug.ts:1), partial by SERVER: 6 at level 1.
    arr/go src/plug.ts:2
    lit/go src/plug.ts:4
    Holder/one/go src/plug.ts:5
    Anon/go src/plug.ts:6
    default/go src/plug.ts:7
    fn src/plug.ts:3 (function)
    Partial: object literals that are passed where this type is expected were not searched."
  `);
});

test("pyright lists no subtypes: each name in a head is confirmed, and the answer says so", async () => {
  const kit = await openKit(
    {
      "base.py": "class Base:\n    def go(self): pass\nclass Mid(Base):\n    def go(self): pass\n",
      "leaf.py":
        "import base\nfrom base import Mid as M\nclass Leaf(M):\n    def go(self): pass\nclass Side(base.Base, dict): pass\n",
      "other.py": "class Base: pass\nclass Not(Base): pass\n",
    },
    { servers: ["pyright"] },
  );
  const base = { path: "base.py" };
  expect(await readWhenLoaded(kit, "hierarchy", { symbol: "Base", ...base })).toMatchInlineSnapshot(`
    "Subtypes of Base (base.py:1), partial by pyright: 2 at level 1, 1 at level 2.
    Mid base.py:3
     Leaf leaf.py:3
    Side leaf.py:5
    Partial: Pyright lists no subtypes, so that they were looked for by name."
  `);
  expect(await readWhenLoaded(kit, "hierarchy", { symbol: "Base/go", ...base })).toMatchInlineSnapshot(`
    "Implementations of Base/go (base.py:2), partial by pyright: 1 at level 1, 1 at level 2.
    Mid/go base.py:4
    Leaf/go leaf.py:4
    Partial: Pyright lists no subtypes, so that they were looked for by name."
  `);
  expect(await readWhenLoaded(kit, "hierarchy", { symbol: "Side", direction: "supertypes" })).toMatchInlineSnapshot(`
    "Supertypes of Side (leaf.py:5), complete by pyright: 1 at level 1.
    Base base.py:1
    Not found among the types of the project: dict."
  `);
});

test("a server that crashes on the question leaves it to syntax", async () => {
  const server = scriptedServer({
    capabilities: { implementationProvider: true, definitionProvider: true },
    on: { "textDocument/implementation": [{ crash: true }] },
  });
  const kit = await openKit(
    { "a.py": "class Base: pass\nclass Mid(Base): pass\n" },
    { servers: [{ id: "ty", file: server.file, args: server.args }] },
  );
  expect(await readWhenLoaded(kit, "hierarchy", { symbol: "Base" })).toMatchInlineSnapshot(`
    "Subtypes of Base (a.py:1), syntactic: 1 at level 1.
    Mid a.py:2
    No language server: ty ended: its output ended; it was ended by SIGKILL."
  `);
});

test("what a server does not confirm is kept and marked", async () => {
  const server = scriptedServer({
    capabilities: { implementationProvider: true, definitionProvider: true },
    on: { "textDocument/implementation": [{ reply: [] }], "textDocument/definition": [{ reply: null }] },
  });
  const kit = await openKit(
    { "a.py": "class Base: pass\nclass Mid(Base): pass\n" },
    { servers: [{ id: "ty", file: server.file, args: server.args }] },
  );
  expect(await readWhenLoaded(kit, "hierarchy", { symbol: "Base" })).toMatchInlineSnapshot(`
    "Subtypes of Base (a.py:1), partial by ty 1.0: 1 at level 1; * by syntax only.
    *Mid a.py:2
    Partial: 1 type by syntax alone."
  `);
});
