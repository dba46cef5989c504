import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { scriptedServer } from "../../../test/support/scripted-server.ts";

const store = {
  "tsconfig.json":
    '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true, "strict": true }, "include": ["lib"] }\n',
  "lib/store.ts": `export function helper(x: unknown) { return x; }
export class Store {
  constructor(key: string);
  constructor(key: unknown) { helper(key); }
  get(key: string): string;
  get(key: number): number;
  get(key: unknown): unknown { return helper(key); }
}
export function use() { return new Store("a").get("a"); }
export const sum = (n: number): number => n;
`,
  "lib/values.ts": `import * as m from "./store.ts";
export const z = m.sum(1);
export const make = Object.freeze(() => m.sum(3));
export function again() { return make() + z; }
`,
  "lib/store.test.ts": `import { sum } from "./store.ts";
declare function test(title: string, run: () => void): void;
test("sum of a title", () => { sum(2); });
`,
};

test("overloads are one function, which is the one with the code", async () => {
  const kit = await openKit(store, { servers: ["typescript"] });
  const below = { direction: "callees", depth: 3 };
  expect(plain(await readWhenLoaded(kit, "call_graph", { symbol: "use", ...below }))).toMatchInlineSnapshot(`
    "Callees of use (lib/store.ts:9), complete by SERVER: 2 at level 1, 2 at level 2.
    Store/constructor[1] lib/store.ts:4 (call at 9)
     helper lib/store.ts:1 (call at 4)
    Store/get[2] lib/store.ts:7 (call at 9)
     helper lib/store.ts:1 (call at 7)"
  `);
  const head = { symbol: "Store/get[0]", direction: "both" };
  expect(plain(await kit.read("call_graph", head))).toMatchInlineSnapshot(`
    "Callers of Store/get[2] (lib/store.ts:7), complete by SERVER: 1 at level 1.
    use lib/store.ts:9 (call at 9)
    Callees of Store/get[2] (lib/store.ts:7), complete by SERVER: 1 at level 1.
    helper lib/store.ts:1 (call at 7)"
  `);
});

test("values and tests are followed without doubt, though no call hierarchy begins at them", async () => {
  const kit = await openKit(store, { servers: ["typescript"] });
  const sum = { symbol: "sum", path: "lib/store.ts", depth: 3 };
  expect(plain(await readWhenLoaded(kit, "call_graph", sum))).toMatchInlineSnapshot(`
    "Callers of sum (lib/store.ts:10), complete by SERVER: 3 at level 1, 1 at level 2.
    sum of a title lib/store.test.ts:3 (call at 3)
    z lib/values.ts:2 (call at 2)
    make lib/values.ts:3 (call at 3)
     again lib/values.ts:4 (call at 4)"
  `);
  expect(plain(await kit.read("call_graph", { symbol: "z", direction: "both" }))).toMatchInlineSnapshot(`
    "No callers of z (lib/values.ts:2), complete by SERVER.
    Callees of z (lib/values.ts:2), complete by SERVER: 1 at level 1.
    sum lib/store.ts:10 (call at 2)"
  `);
});

test("pyright: heads with @overload are the function below them", async () => {
  const kit = await openKit(
    {
      "store.py": `import typing as t
def helper(k): return k
class Store:
    @t.overload
    def get(self, k: str) -> str: ...
    @t.overload
    def get(self, k: int) -> int: ...
    def get(self, k): return helper(k)
def use(store: Store): return store.get("a")
`,
    },
    { servers: ["pyright"] },
  );
  const use = { symbol: "use", direction: "callees", depth: 3 };
  expect(await readWhenLoaded(kit, "call_graph", use)).toMatchInlineSnapshot(`
    "Callees of use (store.py:9), complete by pyright: 1 at level 1, 1 at level 2.
    Store/get[2] store.py:8 (call at 9)
     helper store.py:2 (call at 8)"
  `);
});

test("a prototype that a server names is the function with the code, unless that is static elsewhere", async () => {
  const server = scriptedServer({});
  const kit = await openKit(
    {
      "run.h": "int run(int x);\nint twice(int x);\n",
      "run.c": '#include "run.h"\nint run(int x) { return x; }\n',
      "other.c": "static int twice(int x) { return x; }\n",
      "main.c": '#include "run.h"\nint main(void) { return run(1) + twice(2); }\n',
    },
    {
      servers: [{ id: "clangd", file: server.file, args: server.args }],
      prepare({ root }) {
        const item = (file: string, name: string, line: number) => ({
          name,
          kind: 12,
          uri: pathToFileURL(join(root, file)).href,
          range: range(line, 0, 10),
          selectionRange: range(line, 4, 4 + name.length),
        });
        const calls = [
          { to: item("run.h", "run", 0), fromRanges: [range(1, 24, 27)] },
          { to: item("run.h", "twice", 1), fromRanges: [range(1, 33, 38)] },
        ];
        const on = {
          "textDocument/prepareCallHierarchy": [{ reply: [item("main.c", "main", 1)] }],
          "callHierarchy/outgoingCalls": [{ reply: calls }],
        };
        writeFileSync(server.args[1] ?? "", JSON.stringify({ runs: [{ capabilities, on }] }));
      },
    },
  );
  const main = { symbol: "main", direction: "callees", depth: 1 };
  expect(await readWhenLoaded(kit, "call_graph", main)).toMatchInlineSnapshot(`
    "Callees of main (main.c:2), complete by clangd 1.0: 2 at level 1.
    run run.c:2 (call at 2)
    twice run.h:2 (call at 2)"
  `);
});

test("functions of one name that differ by types stay apart", async () => {
  const kit = await openKit({
    "A.java": `abstract class A {
  abstract void f(int x);
  void f() { g(); }
  void g() {}
  void all() { f(1); }
}
`,
  });
  const head = { symbol: "A/f[0]", direction: "callees" };
  expect(await kit.read("call_graph", head)).toContain("A/f[0] (A.java:2) calls nothing of the project");
});

test("a server that does not know a function names it in quotes, cut", async () => {
  const name = `run_${"x".repeat(80)}`;
  const server = scriptedServer({ capabilities, on: { "textDocument/prepareCallHierarchy": [{ reply: null }] } });
  const kit = await openKit(
    { "a.py": `def ${name}(): pass\n` },
    { servers: [{ id: "ty", file: server.file, args: server.args }] },
  );
  expect(await readWhenLoaded(kit, "call_graph", { symbol: name })).toContain(
    `the server does not know "run_${"x".repeat(56)}…".`,
  );
});

const capabilities = { callHierarchyProvider: true, definitionProvider: true };

function range(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}

/** Without the version, which changes with every update. */
function plain(text: string): string {
  return text.replaceAll(/by typescript \d+\.\d+\.\d+/g, "by SERVER");
}
