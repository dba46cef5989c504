import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { noServers } from "../../../test/support/no-servers.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { tools } from "../index.ts";
import callGraph from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const shop = {
  "src/store.ts": `export function save(x: number): number {
  return check(x) ? save(x - 1) : JSON.parse("1");
}
function check(x: number) {
  return [x].map((each) => deep(each)).length > 0;
}
export const deep = (x: number) => check(x);
export class Box {
  constructor() { save(1); }
  fill(each: () => void) { each(); this.empty(); other.empty(); }
  empty() {}
}
`,
  "src/main.ts": `import { save as keep, Box } from "./store.ts";
export function main() {
  keep(1);
  keep(2);
  const box = new Box();
  box.fill(() => keep(3));
}
main();
`,
  "src/other.ts": `export function save() {}
export function main() { save(); }
`,
};

describe("what a model sees", () => {
  test("callers, several levels deep, with recursion and code at the top of a file", async () => {
    const kit = await openKit(shop);
    expect(await kit.read("call_graph", { symbol: "save", path: "src/store.ts", depth: 3 })).toMatchInlineSnapshot(`
      "Callers of save (src/store.ts:1), syntactic: 3 at level 1, 2 at level 2.
      main src/main.ts:2 (calls at 3, 4, 6)
       (top of file) src/main.ts (call at 8)
      save src/store.ts:1 (call at 2) cycle
      Box/constructor src/store.ts:9 (call at 9)
       main src/main.ts:2 (call at 5) see above
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
    `);
  });

  test("files with syntax errors that name a function are told", async () => {
    const kit = await openKit({
      "a.ts": "export function save() {}\nexport function keep() { save(); }\n",
      "b.ts": 'import { save } from "./a.ts";\nfunction whole() { save(); }\nfunction torn( { save( }\n',
      "c.ts": 'import { keep } from "./a.ts";\nfunction torn( { keep( }\n',
      "d.ts": "function torn( { other( }\n",
    });
    const callers = await kit.read("call_graph", { symbol: "save", depth: 2 });
    expect(callers).toContain("whole b.ts:2");
    expect(callers).toContain("With syntax errors, may have more: b.ts, c.ts.");
    expect(await kit.read("call_graph", { symbol: "save", depth: 1 })).toContain("may have more: b.ts.");
    const callees = await kit.read("call_graph", { symbol: "whole", direction: "callees" });
    expect(callees).toContain("With syntax errors, may have more: b.ts.");
    expect(await kit.read("call_graph", { symbol: "keep", direction: "callees" })).not.toContain("syntax errors");
  });

  test("callees, with what lies outside", async () => {
    const kit = await openKit(shop);
    expect(await kit.read("call_graph", { symbol: "main", path: "src/main.ts", direction: "callees", depth: 3 }))
      .toMatchInlineSnapshot(`
        "Callees of main (src/main.ts:2), syntactic: 3 at level 1, 4 at level 2, 1 at level 3.
        save src/store.ts:1 (calls at 3, 4, 6)
         check src/store.ts:4 (call at 2)
          deep src/store.ts:7 (call at 5)
         save src/store.ts:1 (call at 2) cycle
        Box/constructor src/store.ts:9 (call at 5)
         save src/store.ts:1 (call at 9) see above
        Box/fill src/store.ts:10 (call at 6)
         Box/empty src/store.ts:11 (call at 10)
        No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
      `);
    expect(await kit.read("call_graph", { symbol: "Box/fill", direction: "both" })).toMatchInlineSnapshot(`
      "Callers of Box/fill (src/store.ts:10), syntactic: 1 at level 1, 1 at level 2.
      main src/main.ts:2 (call at 6)
       (top of file) src/main.ts (call at 8)
      Callees of Box/fill (src/store.ts:10), syntactic: 1 at level 1.
      Box/empty src/store.ts:11 (call at 10)
      Local values: 1 call: each
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
    `);
  });

  test("two functions of one name in different files are two", async () => {
    const kit = await openKit(shop);
    expect(await kit.read("call_graph", { symbol: "save", path: "src/other.ts" })).toMatchInlineSnapshot(`
      "Callers of save (src/other.ts:1), syntactic: 1 at level 1.
      main src/other.ts:2 (call at 2)
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
    `);
    expect(await kit.call("call_graph", { symbol: "save" })).toMatchObject({ error: { code: "ambiguous_symbol" } });
  });
});

test("tests are left out with what only they call, or are shown with the way to them", async () => {
  const kit = await openKit({
    "save.go": "package a\n\nfunc save() {}\nfunc keep() { save() }\nfunc main() { keep() }\nfunc other() { save() }\n",
    "save_test.go": "package a\n\nfunc TestSave(t *testing.T) { save() }\nfunc TestKeep(t *testing.T) { keep() }\n",
    "lib.rs":
      "pub fn load() {}\npub fn read() { load(); }\n#[cfg(test)]\nmod tests {\n    use super::*;\n    fn helper() { load(); }\n    #[test]\n    fn loads() { helper(); }\n}\n",
  });
  const rows = async (symbol: string, tests?: "only" | "none") =>
    (await kit.read("call_graph", { symbol, depth: 3, ...(tests === undefined ? {} : { tests }) }))
      .split("\n")
      .filter((line) => line.includes("call at"));
  const before = [
    "keep save.go:4 (call at 4)",
    " main save.go:5 (call at 5)",
    " TestKeep save_test.go:4 (call at 4)",
    "other save.go:6 (call at 6)",
    "TestSave save_test.go:3 (call at 3)",
  ];
  expect(await rows("save")).toEqual(before);
  expect(await rows("save", "none")).toEqual(before.filter((row) => !row.includes("Test")));
  expect(await rows("save", "only")).toEqual(before.filter((row) => !/main|other/.test(row)));
  expect(await rows("load", "none")).toEqual(["read lib.rs:2 (call at 2)"]);
  expect(await rows("load", "only")).toEqual([
    "tests/helper lib.rs:6 (call at 6)",
    " tests/loads lib.rs:8 (call at 8)",
  ]);
  expect(await kit.read("call_graph", { symbol: "main", tests: "only" })).toContain("No callers of main");
});

describe("large graphs", () => {
  const fan = (count: number): Record<string, string> => ({
    "hub.ts": "export function hub() {}\n",
    ...Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `u${String(index).padStart(3, "0")}.ts`,
        `import { hub } from "./hub.ts";\nexport function one${index}() { hub(); }\nexport function two${index}() { one${index}(); }\n`,
      ]),
    ),
  });

  test("a level that does not fit is told with its number and the limit that shows it", async () => {
    const kit = await openKit(fan(30));
    const text = await kit.read("call_graph", { symbol: "hub", limit: 40 });
    expect(text.split("\n")[0]).toBe("Callers of hub (hub.ts:1), syntactic: 30 at level 1, 30 at level 2.");
    expect(text).toContain("[Not shown: level 2: 30 calls of 30 further functions. limit: 60 shows all.]");
    expect(text.split("\n").filter((line) => line.includes("one"))).toHaveLength(30);
    const all = await kit.call("call_graph", { symbol: "hub", limit: 60 });
    expect(all).toMatchObject({ value: { graphs: [{ shown_levels: 2, rows: { length: 60 } }] } });
    expect(all).not.toHaveProperty("value.graphs.0.overflow");
  });

  test("the first level comes in pages", async () => {
    const kit = await openKit(fan(30));
    const seen = new Set<string>();
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const outcome = await kit.call("call_graph", { symbol: "hub", depth: 1, limit: 7, offset });
      if (outcome.status !== "ok") throw new Error(outcome.error.message);
      for (const line of outcome.text.split("\n")) if (line.startsWith("one")) seen.add(line);
      offset = Number(/Next: offset (\d+)/.exec(outcome.text)?.[1] ?? Number.NaN);
      if (Number.isNaN(offset)) offset = undefined;
    }
    expect(seen.size).toBe(30);
  });

  test("a level of too many functions is not followed, which is told; a cancel ends it", async () => {
    const kit = await openKit(fan(160));
    const text = await kit.read("call_graph", { symbol: "hub", limit: 200 });
    expect(text).toContain("160 at level 1.");
    expect(text).toContain("[160 functions of level 1 were not followed further: too many. Ask for one of them.]");
    const controller = new AbortController();
    const running = kit.call(
      "call_graph",
      { symbol: "hub" },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect((await running).status).toBe("cancelled");
  });
});

test("a name that too many declare is counted and not guessed", async () => {
  const kit = await openKit({
    ...Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`c${index}.ts`, `export class C${index} { go() {} }\n`]),
    ),
    "use.ts": "export function use(x: any, y: any) { x.go(); y.go(); console.log(x); }\n",
  });
  expect(await kit.read("call_graph", { symbol: "use", direction: "callees" })).toMatchInlineSnapshot(`
    "use (use.ts:1) calls nothing of the project, syntactic.
    Not found in the project: 1 call: console.log
    Declared by too many to tell: 2 calls: x.go, y.go
    No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
  `);
});

test("callbacks and functions inside of functions count for the one around them", async () => {
  const kit = await openKit({
    "a.ts": `function leaf() {}
export function outer() {
  function inner() { leaf(); }
  const handler = () => leaf();
  [1].forEach(() => { leaf(); });
  inner();
  return handler;
}
`,
  });
  expect(await kit.read("call_graph", { symbol: "outer", direction: "callees" })).toMatchInlineSnapshot(`
    "Callees of outer (a.ts:2), syntactic: 2 at level 1, 1 at level 2.
    leaf a.ts:1 (calls at 4, 5)
    outer/inner a.ts:3 (call at 6)
     leaf a.ts:1 (call at 3)
    Not found in the project: 1 call: [1].forEach
    No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
  `);
  expect(await kit.read("call_graph", { symbol: "leaf", depth: 1 })).toMatchInlineSnapshot(`
    "Callers of leaf (a.ts:1), syntactic: 3 at level 1.
    outer/inner a.ts:3 (call at 3)
    outer/handler a.ts:4 (call at 4)
    outer a.ts:2 (call at 5)
    No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
  `);
});

test("what a function of a file calls that could not be parsed is told as not known", async () => {
  const kit = await openKit({
    "huge.ts": `export function big() { help(); }\nfunction help() {}\n${"// filler filler filler filler\n".repeat(40_000)}`,
  });
  expect(await kit.read("call_graph", { symbol: "big", path: "huge.ts", direction: "callees" })).toMatchInlineSnapshot(`
    "What big (huge.ts:1) calls is not known.
    Not parsed, may have more: huge.ts.
    No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
  `);
});

describe("the tool", () => {
  const tables = openSymbolTables(lentThreads);
  afterAll(() => tables.close());
  const services = () => {
    const { workspace } = openTestWorkspace({
      "a.ts": "export class Box {\n  open() { help(); }\n}\nfunction help() {}\n",
      "b.ts": 'import { Box } from "./a.ts";\nexport function use() { new Box().open(); }\n',
    });
    return { workspace: workspace.session(testCaller), symbolsOf: tables.symbolsOf, serversOf: () => noServers };
  };

  testConformance(callGraph, { services, registry: tools });
});

test("of several calls in one function, those that only the name speaks for are marked", async () => {
  const kit = await openKit({
    "Box.java": "class Box {\n    void open() {}\n}\n",
    "Use.java": "class Use {\n    void run(Box box) {\n        box.open();\n        unknown().open();\n    }\n}\n",
  });
  expect(await kit.read("call_graph", { symbol: "Box/open", depth: 1 })).toMatchInlineSnapshot(`
    "Callers of Box/open (Box.java:2), syntactic: 1 at level 1; ~ likely by name only.
    Use/run Use.java:2 (calls at 3, ~4)
    No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."
  `);
});

test("a call with types of its own counts, also where the grammar sees a comparison", async () => {
  const kit = await openKit({
    "a.ts": "export function get<T>(key: string): T | undefined {\n  return undefined;\n}\n",
    "b.ts":
      'import { get } from "./a.ts";\n\nexport async function use() {\n  check(await get<boolean>("a"));\n  return await get<{ b: string }>("b");\n}\n',
  });
  expect(await kit.read("call_graph", { symbol: "get", depth: 1 })).toContain("use b.ts:3 (calls at 4, 5)");
});

test("a call behind an operator counts", async () => {
  const kit = await openKit({
    "a.kt": "fun isDone(n: Int) = n > 1\n\nfun use() {\n    check(!isDone(2))\n}\n",
  });
  expect(await kit.read("call_graph", { symbol: "isDone", depth: 1 })).toContain("use a.kt:3 (call at 4)");
});

test("where no test is found, it says among how many callers, and that others may be further up", async () => {
  const kit = await openKit({
    "app.py": "def run(): pass\ndef mid(): run()\ndef top(): mid()\ndef far(): top()\n",
    "tests/test_app.py": "from app import far\ndef test_far(): far()\n",
  });
  const input = { symbol: "run", tests: "only" };
  expect(withoutReason(await kit.read("call_graph", input))).toMatchInlineSnapshot(`
    "No test among 2 callers of run (app.py:1), 2 levels deep, syntactic.
    [Not followed: 1 function of level 2. More depth may lead to tests.]"
  `);
  expect(withoutReason(await kit.read("call_graph", { ...input, depth: 4 }))).toMatchInlineSnapshot(`
    "Callers of run (app.py:1), syntactic: 1 at level 1, 1 at level 2, 1 at level 3, 1 at level 4.
    mid app.py:2 (call at 2)
     top app.py:3 (call at 3)
      far app.py:4 (call at 4)
       test_far tests/test_app.py:2 (call at 2)"
  `);
  expect(withoutReason(await kit.read("call_graph", { symbol: "test_far", tests: "only" }))).toMatchInlineSnapshot(
    `"No callers of test_far (tests/test_app.py:2), syntactic."`,
  );
});

test("what a method overrides is named, because calls of that may run it", async () => {
  const kit = await openKit({
    "base.py": "class Base:\n    def go(self): self.on_error()\n    def on_error(self): pass\n",
    "sub.py": "from base import Base\nclass Sub(Base):\n    def on_error(self): super().on_error()\n",
  });
  expect(withoutReason(await kit.read("call_graph", { symbol: "Sub/on_error" }))).toMatchInlineSnapshot(`
    "No callers of Sub/on_error (sub.py:3), syntactic.
    It overrides Base/on_error base.py:3: who calls that may run it. Ask for the callers of that, too."
  `);
  expect(await kit.read("call_graph", { symbol: "Base/on_error" })).not.toContain("overrides");
});

/** The last line says why no server answered. */
function withoutReason(text: string): string {
  return text.replace(/\nNo language server: .*$/, "");
}
