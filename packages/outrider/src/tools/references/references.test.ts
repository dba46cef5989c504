import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { noServers } from "../../../test/support/no-servers.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { tools } from "../index.ts";
import references from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const store = {
  "src/store.ts": `export class Store {
  get(key: string) { return key; }
  all() { return [this.get("a")]; }
}
export function open(): Store { return new Store(); }
`,
  "src/use.ts": `import { open as start, Store } from "./store.ts";
export function read(store: Store) {
  // get
  return store.get("x") + store.get("get");
}
export const opened = start();
`,
  "src/cache.ts": `export class Cache {
  get(open: string) { return open; }
}
`,
};

describe("what a model sees", () => {
  test("sure and likely places by file, and what else has the name", async () => {
    const kit = await openKit(store);
    expect(await kit.read("references", { symbol: "Store/get" })).toMatchInlineSnapshot(`
      "3 references in 2 files to Store/get (src/store.ts:2), syntactic: all by scope or import.
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. 7 places with the name: 1 declared, 3 sure, 1 something else (1 declared elsewhere), 2 in comments or strings. 1 other symbol has this name: src/cache.ts Cache/get 2.
      src/store.ts
       3: all() { return [this.get("a")]; } [Store/all]
      src/use.ts
       4: return store.get("x") + store.get("get"); [read] ×2"
    `);
    expect(await kit.read("references", { symbol: "open" })).toMatchInlineSnapshot(`
      "3 references in 1 file to open (src/store.ts:5), syntactic: all by scope or import.
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. 6 places with the name: 1 declared, 3 sure, 2 something else (2 local).
      src/use.ts
       1: import { open as start, Store } from "./store.ts"; ×2
       6: export const opened = start(); [opened]"
    `);
    expect(await kit.read("references", { symbol: "Store", output: "files" })).toMatchInlineSnapshot(`
      "4 references in 2 files to Store (src/store.ts:1), syntactic: all by scope or import.
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. 5 places with the name: 1 declared, 4 sure.
      src/store.ts: 2
      src/use.ts: 2"
    `);
  });

  test("a name that several have is an error with all of them and the call for the first", async () => {
    const kit = await openKit(store);
    const outcome = await kit.call("references", { symbol: "get" });
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: {
        code: "ambiguous_symbol",
        next: { tool: "references", input: { symbol: "Cache/get", path: "src/cache.ts" } },
      },
    });
    expect("error" in outcome && outcome.error.message).toMatchInlineSnapshot(
      `"2 symbols fit "get": src/cache.ts Cache/get 2; src/store.ts Store/get 2. Give path and the whole name of one."`,
    );
    expect(await kit.read("references", { symbol: "get", path: "src/store.ts" })).toContain("3 references");
    expect(await kit.read("references", { symbol: "Cache.get", path: "src" })).toContain("Cache/get (src/cache.ts:2)");
  });

  test("a name that nobody has is an error with the nearest ones", async () => {
    const kit = await openKit(store);
    const message = async (input: object): Promise<unknown> => {
      const outcome = await kit.call("references", input);
      return "error" in outcome ? `${outcome.error.code}: ${outcome.error.message}` : outcome;
    };
    expect(await message({ symbol: "Stroe" })).toMatchInlineSnapshot(
      `"no_symbol: There is no symbol "Stroe". Nearest: src/store.ts Store 1."`,
    );
    expect(await message({ symbol: "Store/gett" })).toMatchInlineSnapshot(
      `"no_symbol: There is no symbol "Store/gett". Nearest: src/store.ts Store/get 2."`,
    );
    expect(await message({ symbol: "open", path: "src/cache.ts" })).toMatchInlineSnapshot(
      `"no_symbol: There is no symbol "open" in "src/cache.ts". It is elsewhere: src/store.ts open 5."`,
    );
    expect(await message({ symbol: "zzzzqq" })).toMatchInlineSnapshot(
      `"no_symbol: There is no symbol "zzzzqq". Nothing resembles it."`,
    );
  });

  test("a symbol in a language without rules is an error with the search for its name", async () => {
    const kit = await openKit({
      "lib/shop.pl": "sub total_price {\n  return 1;\n}\ntotal_price();\n",
      "App.vue": "<script>\nexport function inside() {}\ninside();\n</script>\n",
      "notes.xyz": "total_price\n",
    });
    const outcome = await kit.call("references", { symbol: "total_price" });
    expect(outcome).toMatchObject({
      error: {
        code: "no_references_in_language",
        next: { tool: "grep", input: { pattern: "total_price", literal: true, word: true } },
      },
    });
    expect("error" in outcome && outcome.error.message).toMatchInlineSnapshot(
      `"total_price (lib/shop.pl:1) is in Perl, in which references are not looked for; grep finds the word."`,
    );
    expect(await kit.read("references", { symbol: "inside" })).toContain("1 reference in 1 file");
    expect(await kit.call("references", { symbol: "total_price", path: "notes.xyz" })).toMatchObject({
      error: { code: "no_symbols", next: { tool: "grep", input: { pattern: "total_price", path: "notes.xyz" } } },
    });
  });

  test("nothing found says in how many files the word is", async () => {
    const kit = await openKit({
      "a.ts": "export function lonely() {}\n",
      "b.md": "lonely\n",
      "c.ts": "// lonely\nconst x = 'lonely';\n",
    });
    expect(await kit.read("references", { symbol: "lonely" })).toMatchInlineSnapshot(
      `
      "No references to lonely (a.ts:1), syntactic. The word stands in 3 files.
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. 3 places with the name: 1 declared, 2 in comments or strings."
    `,
    );
  });

  test("overloads are one symbol, and prototypes are told beside the function", async () => {
    const kit = await openKit({
      "a.ts":
        "export function f(x: string): void;\nexport function f(x: number): void;\nexport function f(x: unknown): void {}\nf(1);\n",
      "s.h": "int add(int a);\n",
      "s.c": '#include "s.h"\nint add(int a) { return a; }\n',
      "m.c": '#include "s.h"\nint main(void) { return add(1); }\n',
    });
    expect(await kit.read("references", { symbol: "f[1]" })).toMatchInlineSnapshot(`
      "1 reference in 1 file to f[1] (a.ts:2), syntactic: all by scope or import.
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. Also declared: a.ts:1, a.ts:3. 4 places with the name: 3 declared, 1 sure.
      a.ts
       4: f(1);"
    `);
    expect(await kit.read("references", { symbol: "add" })).toMatchInlineSnapshot(`
      "1 reference in 1 file to add (s.c:2), syntactic: all by scope or import.
      No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. Also declared: s.h:1. 3 places with the name: 2 declared, 1 sure.
      m.c
       2: int main(void) { return add(1); } [main]"
    `);
  });
});

describe("many references", () => {
  test("pages with exact totals and where most of them are", async () => {
    const calls = (count: number): string => `import { f } from "./f.ts";\n${"f();\n".repeat(count)}`;
    const kit = await openKit({ "f.ts": "export function f() {}\n", "a.ts": calls(100), "b.ts": calls(30) });
    const first = await kit.call("references", { symbol: "f", limit: 50 });
    expect(first).toMatchObject({
      value: {
        total: 132,
        in_files: 2,
        completeness: "syntactic",
        overflow: {
          shown: 50,
          total: 132,
          next_offset: 50,
          by_file: [
            { file: "a.ts", count: 101 },
            { file: "b.ts", count: 31 },
          ],
        },
      },
    });
    const last = await kit.read("references", { symbol: "f", offset: 130 });
    expect(last.split("\n").slice(-2)).toMatchInlineSnapshot(`
      [
        " 31: f();",
        "[2 of 132 rows shown. output: "files" lists the files only. Most in: a.ts 101, b.ts 31.]",
      ]
    `);
    expect(await kit.read("references", { symbol: "f", offset: 500 })).toContain("past the end");
  });

  test("a name in 2,000 files is answered whole, and a cancel ends it", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [
        `src/d${index % 40}/f${index}.ts`,
        `import { shared } from "../shared.ts";\nexport const v${index} = shared(${index});\n`,
      ]),
    );
    const kit = await openKit({ ...files, "src/shared.ts": "export function shared(n: number) { return n; }\n" });
    await kit.read("symbols", { name: "shared" });
    expect(await kit.call("references", { symbol: "shared", output: "files" })).toMatchObject({
      value: { total: 4_000, likely: 0, in_files: 2_000 },
    });
    const controller = new AbortController();
    const running = kit.call(
      "references",
      { symbol: "shared" },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect((await running).status).toBe("cancelled");
  });
});

describe("files as they are", () => {
  test("what changes between two calls is seen", async () => {
    const kit = await openKit(store);
    expect(await kit.read("references", { symbol: "open" })).toContain("3 references in 1 file");
    writeFileSync(join(kit.root, "src/new.ts"), 'import { open } from "./store.ts";\nopen();\n');
    expect(await kit.read("references", { symbol: "open" })).toContain("5 references in 2 files");
    rmSync(join(kit.root, "src/use.ts"));
    expect(await kit.read("references", { symbol: "open" })).toContain("2 references in 1 file");
  });

  test("a file with syntax errors still has its places, and one that is too large is told", async () => {
    const kit = await openKit({
      ...store,
      "src/broken.ts": 'import { open } from "./store.ts";\nfunction ( {{{ \nopen();\n',
      "src/huge.ts": `import { open } from "./store.ts";\n${"// filler filler filler filler\n".repeat(200_000)}open();\n`,
    });
    const text = await kit.read("references", { symbol: "open" });
    expect(text).toContain("src/broken.ts\n");
    expect(text).toContain("src/use.ts\n");
    expect(text).toContain("Not looked at: 1 file (too large), such as src/huge.ts.");
  });

  test("secrets and ignored files never appear, and a secret file has no symbols", async () => {
    const kit = await openKit({
      ...store,
      ".gitignore": "out/\n",
      "out/gen.ts": 'import { open } from "../src/store.ts";\nopen();\n',
      ".env": "open=hunter2\n",
      ".env.ts": 'import { open } from "./src/store.ts";\nopen("hunter2");\n',
    });
    const text = await kit.read("references", { symbol: "open" });
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("gen.ts");
    expect(await kit.call("references", { symbol: "open", path: ".env" })).toMatchObject({
      error: { code: "secret_file" },
    });
  });

  test("a file whose module is declared as a test counts as one", async () => {
    const kit = await openKit({
      "src/lib.rs": "mod store;\n#[cfg(test)]\nmod checks;\n#[cfg(all(test, unix))]\nmod unix_checks;\n",
      "src/store.rs": "pub fn save() {}\n#[cfg(test)]\nmod more;\nfn keep() { save(); }\n",
      "src/store/more.rs": "use crate::store::save;\nmod deep;\nfn a() { save(); }\n",
      "src/store/more/deep.rs": "use crate::store::save;\nfn b() { save(); }\n",
      "src/checks.rs": "use crate::store::save;\nfn c() { save(); }\n",
      "src/unix_checks/mod.rs": "use crate::store::save;\nfn d() { save(); }\n",
    });
    const rest = await kit.read("references", { symbol: "save", tests: "none", output: "files" });
    expect(rest).toContain("src/store.rs");
    expect(rest).not.toMatch(/more|deep|checks/);
    const tests = await kit.read("references", { symbol: "save", tests: "only", output: "files" });
    for (const file of ["src/store/more.rs", "src/store/more/deep.rs", "src/checks.rs", "src/unix_checks/mod.rs"]) {
      expect(tests).toContain(file);
    }
    expect(tests).not.toMatch(/^src\/store\.rs/m);
  });

  test("control characters in a line are shown, long lines are cut around the place", async () => {
    const kit = await openKit({
      "a.ts": `export function go() {}\ngo("\u001b[31m\u202e"); /* ${"x".repeat(300)} */ go();\n`,
    });
    const text = await kit.read("references", { symbol: "go" });
    expect(text).toContain(String.raw`go("\u001b[31m\u202e");`);
    expect(text.split("\n").every((line) => line.length < 300)).toBe(true);
  });
});

describe("the tool", () => {
  const tables = openSymbolTables(lentThreads);
  afterAll(() => tables.close());
  const services = () => {
    const { workspace } = openTestWorkspace({
      "a.ts": "export class Box {\n  open() {}\n}\n",
      "b.ts": 'import { Box } from "./a.ts";\nnew Box().open();\n',
    });
    const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot });
    return {
      workspace: workspace.session(testCaller),
      libraries,
      symbolsOf: tables.symbolsOf,
      serversOf: () => noServers,
    };
  };

  testConformance(references, { services, registry: tools });
});
