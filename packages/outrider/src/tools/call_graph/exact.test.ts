import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { type Script, type ScriptedServer, scriptedServer } from "../../../test/support/scripted-server.ts";

const shop = {
  "tsconfig.json":
    '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true }, "include": ["src"] }\n',
  "src/store.ts": `export function save(x: number): number {
  return check(x) ? save(x - 1) : JSON.parse("1");
}
function check(x: number) {
  return [x].map((each) => deep(each)).length > 0;
}
export const deep = (x: number) => check(x);
export class Box {
  constructor() { save(1); }
  fill(each: () => void) { each(); this.empty(); }
  empty() {}
}
export class Bag { fill() {} }
`,
  "src/main.ts": `import { save as keep, Bag, Box } from "./store.ts";
export function main(bag: Bag) {
  keep(1);
  const box = new Box();
  box.fill(() => keep(3));
  bag.fill();
}
keep(9);
`,
  "test/main.test.ts": `import { save } from "../src/store.ts";
save(4);
`,
};

for (const server of ["typescript", "vtsls"])
  describe(server, () => {
    test("both ways, with cycles, callbacks, the top of files and files of no configuration", async () => {
      const kit = await openKit(shop, { servers: [server] });
      const text = await readWhenLoaded(kit, "call_graph", {
        symbol: "save",
        path: "src/store.ts",
        direction: "both",
        depth: 3,
      });
      expect(plain(text)).toMatchInlineSnapshot(`
        "Callers of save (src/store.ts:1), complete by SERVER: 5 at level 1, 1 at level 2.
        main src/main.ts:2 (calls at 3, 5)
        (top of file) src/main.ts (call at 8)
        save src/store.ts:1 (call at 2) cycle
        Box/constructor src/store.ts:9 (call at 9)
         main src/main.ts:2 (call at 4)
        (top of file) test/main.test.ts (call at 2)
        Callees of save (src/store.ts:1), complete by SERVER: 2 at level 1, 1 at level 2, 1 at level 3.
        check src/store.ts:4 (call at 2)
         deep src/store.ts:7 (call at 5)
          check src/store.ts:4 (call at 7) cycle
        save src/store.ts:1 (call at 2) cycle
        Not found in the project: 1 call: JSON.parse"
      `);
      // Types tell two methods of one name apart.
      const fill = { path: "src/store.ts", depth: 1 };
      expect(plain(await readWhenLoaded(kit, "call_graph", { symbol: "Box/fill", ...fill }))).toMatchInlineSnapshot(`
        "Callers of Box/fill (src/store.ts:10), complete by SERVER: 1 at level 1.
        main src/main.ts:2 (call at 5)"
      `);
      expect(plain(await readWhenLoaded(kit, "call_graph", { symbol: "Bag/fill", ...fill }))).toMatchInlineSnapshot(`
        "Callers of Bag/fill (src/store.ts:13), complete by SERVER: 1 at level 1.
        main src/main.ts:2 (call at 6)"
      `);
      const callees = { symbol: "main", path: "src/main.ts", direction: "callees", depth: 1 };
      expect(plain(await readWhenLoaded(kit, "call_graph", callees))).toMatchInlineSnapshot(`
        "Callees of main (src/main.ts:2), complete by SERVER: 4 at level 1.
        save src/store.ts:1 (calls at 3, 5)
        Box/constructor src/store.ts:9 (call at 4)
        Box/fill src/store.ts:10 (call at 5)
        Bag/fill src/store.ts:13 (call at 6)"
      `);
    });
  });

test("pyright: callers under the name that an import gave are found, too", async () => {
  const kit = await openKit(
    {
      "store.py": "class Mid:\n    def go(self): helper()\ndef helper():\n    return [helper() for _ in range(2)]\n",
      "main.py": "from store import Mid, helper as h\ndef main():\n    Mid().go()\n    f = lambda: h()\n",
      "other.py": "def helper(): pass\nhelper()\n",
    },
    { servers: ["pyright"] },
  );
  const input = { symbol: "helper", path: "store.py", direction: "both" };
  expect(await readWhenLoaded(kit, "call_graph", input)).toMatchInlineSnapshot(`
    "Callers of helper (store.py:3), complete by pyright: 3 at level 1, 1 at level 2.
    main main.py:2 (call at 4)
    Mid/go store.py:2 (call at 2)
     main main.py:2 (call at 3)
    helper store.py:3 (call at 4) cycle
    Callees of helper (store.py:3), complete by pyright: 1 at level 1.
    helper store.py:3 (call at 4) cycle
    Not found in the project: 1 call: range"
  `);
});

test("typescript counts the callers of what a method overrides itself", async () => {
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "noEmit": true } }\n',
    "a.ts": "export class Base { go() { this.fail(); } fail() {} }\nexport class Sub extends Base { fail() {} }\n",
  };
  const kit = await openKit(files, { servers: ["typescript"] });
  expect(plain(await readWhenLoaded(kit, "call_graph", { symbol: "Sub/fail" }))).toMatchInlineSnapshot(`
    "Callers of Sub/fail (a.ts:2), complete by SERVER: 1 at level 1.
    Base/go a.ts:1 (call at 1)"
  `);
});

test("pyright: an answer is not complete if a call of what a method overrides may run it", async () => {
  const kit = await openKit(
    {
      "base.py": "class Base:\n    def go(self): self.on_error()\n    def on_error(self): pass\n",
      "sub.py": "from base import Base\nclass Sub(Base):\n    def on_error(self): pass\n",
    },
    { servers: ["pyright"] },
  );
  expect(await readWhenLoaded(kit, "call_graph", { symbol: "Sub/on_error" })).toMatchInlineSnapshot(`
    "No callers of Sub/on_error (sub.py:3), partial by pyright.
    It overrides Base/on_error base.py:3: who calls that may run it. Ask for the callers of that, too.
    Partial: 1 overridden method whose callers are not counted."
  `);
  expect(await readWhenLoaded(kit, "call_graph", { symbol: "Base/on_error", depth: 1 })).toMatchInlineSnapshot(`
    "Callers of Base/on_error (base.py:3), complete by pyright: 1 at level 1.
    Base/go base.py:2 (call at 2)"
  `);
  const tests = { symbol: "Base/on_error", depth: 1, tests: "only" };
  expect(await readWhenLoaded(kit, "call_graph", tests)).toMatchInlineSnapshot(`
    "No test among 1 caller of Base/on_error (base.py:3), 1 level deep, complete by pyright.
    [Not followed: 1 function of level 1. More depth may lead to tests.]"
  `);
});

describe("a server that fails", () => {
  const files = {
    "a.py": "def run():\n    pass\n\ndef mid():\n    run()\n",
    "b.py": "from a import mid\ndef top():\n    mid()\n",
  };
  const item = (uri: string, name: string, line: number) => ({
    name,
    kind: 12,
    uri,
    range: range(line, 0, 10),
    selectionRange: range(line, 4, 4 + name.length),
  });
  const hierarchy = { callHierarchyProvider: true, definitionProvider: true };

  test("in the middle of a graph leaves the rest to syntax, marked", async () => {
    const { kit, server } = await openScripted(files, (uri) => ({
      capabilities: hierarchy,
      on: {
        "textDocument/prepareCallHierarchy": [[{ reply: [item(uri("a.py"), "run", 0)] }], [{ crash: true }]],
        "callHierarchy/incomingCalls": [
          { reply: [{ from: item(uri("a.py"), "mid", 3), fromRanges: [range(4, 4, 7)] }, { from: 3 }] },
        ],
      },
    }));
    expect(await readWhenLoaded(kit, "call_graph", { symbol: "run" })).toMatchInlineSnapshot(`
      "Callers of run (a.py:1), partial by ty 1.0: 1 at level 1, 1 at level 2; * by syntax only.
      mid a.py:4 (call at 5)
       *top b.py:2 (call at 3)
      Partial: 1 of 2 steps by syntax: ty ended: its output ended; it was ended by SIGKILL; 1 caller of no known shape."
    `);
    expect(server.events().some(({ event }) => event === "started")).toBe(true);
  });

  test("to know what syntax is sure of is told", async () => {
    const { kit } = await openScripted(files, (uri) => ({
      capabilities: hierarchy,
      on: {
        "textDocument/prepareCallHierarchy": [{ reply: [item(uri("a.py"), "run", 0)] }],
        "callHierarchy/incomingCalls": [{ reply: [] }],
        "textDocument/definition": [{ reply: [] }],
      },
    }));
    expect(await readWhenLoaded(kit, "call_graph", { symbol: "run", depth: 1 })).toMatchInlineSnapshot(`
      "Callers of run (a.py:1), partial by ty 1.0: 1 at level 1; * by syntax only.
      *mid a.py:4 (call at 5)
      Partial: 1 call by syntax alone."
    `);
  });

  test("to have one of the directions answers the other one", async () => {
    const { kit } = await openScripted(files, (uri) => ({
      capabilities: hierarchy,
      on: {
        "textDocument/prepareCallHierarchy": [{ reply: [item(uri("a.py"), "mid", 3)] }],
        "callHierarchy/incomingCalls": [
          { reply: [{ from: item(uri("b.py"), "top", 1), fromRanges: [range(2, 4, 7)] }] },
        ],
        "callHierarchy/outgoingCalls": [{ error: { code: -32601, message: "method not found" } }],
      },
    }));
    const input = { symbol: "mid", path: "a.py", direction: "both", depth: 1 };
    expect(await readWhenLoaded(kit, "call_graph", input)).toMatchInlineSnapshot(`
      "Callers of mid (a.py:4), partial by ty 1.0: 1 at level 1.
      top b.py:2 (call at 3)
      Callees of mid (a.py:4), partial by ty 1.0: 1 at level 1; * by syntax only.
      *run a.py:1 (call at 5)
      Partial: 1 of 2 steps by syntax: method not found."
    `);
  });

  test("to have call hierarchies leaves all to syntax, and says why", async () => {
    const { kit } = await openScripted(files, () => ({ capabilities: { definitionProvider: true } }));
    expect(await readWhenLoaded(kit, "call_graph", { symbol: "run" })).toMatchInlineSnapshot(`
      "Callers of run (a.py:1), syntactic: 1 at level 1, 1 at level 2.
      mid a.py:4 (call at 5)
       top b.py:2 (call at 3)
      No language server: ty 1.0 has no call hierarchy."
    `);
  });
});

function range(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}

/** Without the version, which differs between the servers that are asked the same. */
function plain(text: string): string {
  return text.replaceAll(/by (?:typescript|vtsls) \d+\.\d+\.\d+/g, "by SERVER");
}

async function openScripted(
  files: Readonly<Record<string, string>>,
  script: (uri: (path: string) => string) => Script,
): Promise<{ readonly kit: OutriderKit; readonly server: ScriptedServer }> {
  const server = scriptedServer({});
  const kit = await openKit(files, {
    // Ready as soon as it answers, other than pyright.
    servers: [{ id: "ty", file: server.file, args: server.args }],
    prepare({ root }) {
      const run = script((path) => pathToFileURL(join(root, path)).href);
      writeFileSync(server.args[1] ?? "", JSON.stringify({ runs: [run] }));
    },
  });
  return { kit, server };
}
