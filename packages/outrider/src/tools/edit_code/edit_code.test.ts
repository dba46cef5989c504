import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { noServers } from "../../../test/support/no-servers.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { tools } from "../index.ts";
import { nextSteps } from "../next-steps.ts";
import editCode from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const files = {
  "tsconfig.json":
    '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"allowImportingTsExtensions":true}}',
  "src/store.ts": `/** Adds. */
export function add(a: number, b: number): number {
  return a + b;
}

export class Store {
  get(key: string): string {
    return key;
  }
}
`,
  "src/use.ts": `import { add, Store } from "./store.ts";

// add is used here
export const three = add(1, 2);
export const store = new Store();
`,
};

const textOf = (kit: OutriderKit, path: string): string => readFileSync(join(kit.root, path), "utf8");

async function refused(kit: OutriderKit, input: object): Promise<string> {
  const outcome = await kit.call("edit_code", input);
  return outcome.status === "ok" ? outcome.text : `${outcome.status} ${outcome.error.code}: ${outcome.error.message}`;
}

describe("conformance", () => {
  const tables = openSymbolTables(lentThreads);
  afterAll(() => tables.close());
  const services = () => {
    const { workspace } = openTestWorkspace(files);
    return { workspace: workspace.session(testCaller), symbolsOf: tables.symbolsOf, serversOf: () => noServers };
  };
  testConformance(editCode, { services, registry: tools, nextSteps });
});

test("what a model reads after an edit, a rename, an undo", async () => {
  const kit = await openKit(files);
  const body = "export function add(a: number, b: number): number {\n  return b + a;\n}";
  expect(await kit.read("edit_code", { action: "replace", path: "src/store.ts", symbol: "add", body }))
    .toMatchInlineSnapshot(`
      "replaced function add in src/store.ts: +1 -1 (undo 1)
      @@ -2,3 +2,3 @@
       export function add(a: number, b: number): number {
      -  return a + b;
      +  return b + a;
       }
      Problems: 2 files not compared: language servers are switched off."
    `);
  const insert = {
    action: "insert",
    path: "src/store.ts",
    symbol: "Store",
    position: "last",
    body: "has(): boolean {\nreturn true;\n}",
  };
  expect(await kit.read("edit_code", { ...insert, wait: 0 })).toMatchInlineSnapshot(`
    "inserted code as the last of class Store in src/store.ts: +4 -0 (undo 2)
    @@ -9,2 +9,6 @@
       }
    +
    +  has(): boolean {
    +  return true;
    +  }
     }"
  `);
  expect(
    await kit.read("edit_code", { action: "rename", path: "src/store.ts", symbol: "add", new_name: "sum", wait: 0 }),
  ).toMatchInlineSnapshot(`
    "renamed function add to sum: 3 places in 2 files: +3 -3 (undo 3)
    Without a language server (language servers are switched off. Set \`enabled = true\` under [servers] in the user settings); scopes and imports prove every place.
    src/store.ts +1 -1
    @@ -1,3 +1,3 @@
     /** Adds. */
    -export function add(a: number, b: number): number {
    +export function sum(a: number, b: number): number {
       return b + a;
    src/use.ts +2 -2
    @@ -1,5 +1,5 @@
    -import { add, Store } from "./store.ts";
    +import { sum, Store } from "./store.ts";
     
     // add is used here
    -export const three = add(1, 2);
    +export const three = sum(1, 2);
     export const store = new Store();
    The old name still stands in 1 other place, left as it is:
     src/use.ts:3 comment: // add is used here"
  `);
  expect(await kit.read("edit_code", { action: "undo" })).toMatchInlineSnapshot(`
    "undid 3 (renamed function add to sum: 3 places in 2 files): +3 -3 (undo 4)
    src/use.ts +2 -2
    src/store.ts +1 -1"
  `);
  expect(textOf(kit, "src/use.ts")).toBe(files["src/use.ts"]);
  expect((await kit.read("edit_code", { action: "undo", dry_run: true })).replaceAll(/\d{4}-\S+Z/g, "TIME"))
    .toMatchInlineSnapshot(`
      "3 changes can be undone, newest first
      4 undo 3: renamed function add to sum: 3 places in 2 files (2 files, TIME)
      3 renamed function add to sum: 3 places in 2 files (2 files, TIME, undone)
      2 inserted code as the last of class Store in src/store.ts (1 file, TIME)
      1 replaced function add in src/store.ts (1 file, TIME)"
    `);
});

test("what a model reads when an edit is refused, and every file is as it was", async () => {
  const kit = await openKit(files);
  expect(
    await refused(kit, { action: "replace", path: "src/store.ts", symbol: "add", body: "export function add( {" }),
  ).toMatchInlineSnapshot(
    `"tool_error no_declaration: \`body\` declares nothing that could stand in place of function add: send the whole declaration. \`part\`: "body" replaces the body alone. Nothing was changed."`,
  );
  expect(
    await refused(kit, { action: "replace", path: "src/store.ts", symbol: "ad", body: "x" }),
  ).toMatchInlineSnapshot(
    `"tool_error no_symbol: There is no symbol "ad" in "src/store.ts". Nearest: add, Store, Store/get."`,
  );
  expect(await refused(kit, { action: "remove", path: "src/store.ts", symbol: "Store", wait: 0 }))
    .toMatchInlineSnapshot(`
    "tool_error still_used: Store is used in 2 other places; nothing was changed. Edit these first, or remove it with \`unproven\`: "leave":
     src/use.ts:1 import { add, Store } from "./store.ts";
     src/use.ts:5 export const store = new Store();"
  `);
  expect(
    await refused(kit, {
      action: "replace",
      path: "src/store.ts",
      symbol: "add",
      body: "function add() {}",
      expect: "a - b",
    }),
  ).toMatchInlineSnapshot(`
    "tool_error stale: add in "src/store.ts" is not as expected; nothing was changed. It is now:
    /** Adds. */
    export function add(a: number, b: number): number {
      return a + b;
    }"
  `);
  expect(await refused(kit, { action: "insert", path: "src/store.ts", body: "let x;" })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: It is not said where to insert. Give \`symbol\`, or \`path\` with \`position\` "first", "last" or "imports"."`,
  );
  expect(await refused(kit, { action: "rename", symbol: "add" })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: \`new_name\` is missing. "rename" needs it."`,
  );
  expect(await refused(kit, { action: "undo" })).toMatchInlineSnapshot(
    `"tool_error nothing_to_undo: Nothing that this process has changed is left to undo. There is no other either."`,
  );
  expect(await refused(kit, { action: "undo", id: "7" })).toMatchInlineSnapshot(
    `"tool_error nothing_to_undo: There is no change "7" in the history. There is no other either."`,
  );
  expect(await refused(kit, { symbol: "add" })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: \`action\` is missing. Give one, or a list of \`edits\`."`,
  );
  expect(await refused(kit, { edits: [{ action: "replace" }], symbol: "add" })).toMatchInlineSnapshot(
    `"tool_error unclear_edit: Beside \`edits\` there is \`symbol\`. Put it into an edit of the list, or leave \`edits\` out."`,
  );
  for (const path of ["src/store.ts", "src/use.ts"] as const) expect(textOf(kit, path)).toBe(files[path]);
});

test("several edits over several files are all made, or none", async () => {
  const kit = await openKit(files);
  const good = [
    { action: "replace", path: "src/store.ts", symbol: "add", part: "body", body: "return b + a;" },
    { action: "insert", path: "src/use.ts", position: "last", body: "export const four = add(2, 2);" },
  ];
  const bad = { action: "remove", path: "src/store.ts", symbol: "none" };
  expect(await refused(kit, { edits: [...good, bad] })).toMatch(
    /^tool_error no_symbol: edits\[2\]: .*\nNo edit was made\.$/s,
  );
  for (const path of ["src/store.ts", "src/use.ts"] as const) expect(textOf(kit, path)).toBe(files[path]);
  await kit.read("edit_code", { edits: good, wait: 0 });
  expect(textOf(kit, "src/store.ts")).toContain("return b + a;");
  expect(textOf(kit, "src/use.ts")).toContain("four");
  await kit.read("edit_code", { action: "undo" });
  for (const path of ["src/store.ts", "src/use.ts"] as const) expect(textOf(kit, path)).toBe(files[path]);
});

test("a path that may not be written refuses all edits of a call, and is no place for a symbol", async () => {
  const kit = await openKit({ ...files, ".env": "KEY=hunter2\n" });
  const first = { action: "insert", path: "src/use.ts", position: "last", body: "let planted;" };
  for (const path of [".env", ".git/hooks/x.ts", "../outside/x.ts", join(kit.outside, "x.ts"), ".outrider/x.ts"]) {
    const answers = [
      await refused(kit, { edits: [first, { ...first, path }] }),
      await refused(kit, { action: "move", path: "src/store.ts", symbol: "add", new_name: path, unproven: "leave" }),
    ];
    for (const answer of answers) expect(answer, path).toMatch(/^tool_error (?!cannot_prove)/);
    expect(answers.join("\n")).not.toContain("hunter2");
  }
  for (const path of ["src/store.ts", "src/use.ts"] as const) expect(textOf(kit, path)).toBe(files[path]);
});

test("undo takes back what other tools have done, newest first, and refuses what was changed since", async () => {
  const kit = await openKit(files);
  await kit.read("edit_file", { path: "src/use.ts", old_string: "add(1, 2)", new_string: "add(2, 1)" });
  await kit.read("create_file", { path: "src/new.ts", content: "export {};\n" });
  await kit.read("move_file", { path: "src/new.ts", to: "src/other.ts" });
  expect(await kit.read("edit_code", { action: "undo" })).toContain("src/new.ts");
  expect(textOf(kit, "src/new.ts")).toBe("export {};\n");
  await kit.read("edit_code", { action: "undo" });
  expect(() => textOf(kit, "src/new.ts")).toThrow("ENOENT");
  writeFileSync(join(kit.root, "src/use.ts"), "// somebody else\n");
  expect(await refused(kit, { action: "undo" })).toMatch(/^tool_error stale: .*src\/use\.ts/s);
  expect(textOf(kit, "src/use.ts")).toBe("// somebody else\n");
});

test("an edit that breaks a caller says so, and one that mends it", async () => {
  const kit = await openKit(files, { servers: ["typescript"] });
  await readWhenLoaded(kit, "references", { symbol: "add", path: "src/store.ts" });
  const signature = { action: "replace", path: "src/store.ts", symbol: "add", wait: 30 };
  const broken = await kit.read("edit_code", {
    ...signature,
    body: "export function add(a: string): string {\n  return a;\n}",
  });
  expect(broken).toMatch(/1 new error \(2 files judged\):\n src\/use\.ts:4:\d+ error TS/);
  const mended = await kit.read("edit_code", {
    ...signature,
    body: "export function add(...all: readonly number[]): number {\n  return all.length;\n}",
  });
  expect(mended).toContain("1 fixed error (2 files judged)");
});

test("a cancel in the middle leaves all files of a call or none", async () => {
  const kit = await openKit(files);
  for (let ms = 0; ms < 60; ms += 4) {
    const edits = [
      { action: "replace", path: "src/store.ts", symbol: "add", part: "body", body: `return ${ms};` },
      { action: "replace", path: "src/use.ts", symbol: "three", body: `export const three = ${ms};` },
    ];
    await kit.call("edit_code", { edits, wait: 0 }, { signal: AbortSignal.timeout(ms) });
    // The call ends at once; what it has begun ends under the lock that the next one waits for.
    await kit.read("create_file", { path: `after-${ms}.txt`, content: "x\n" });
    const held = ["src/store.ts", "src/use.ts"].map((path) => textOf(kit, path).includes(` ${ms};`));
    expect(held[0], `after ${ms} ms`).toBe(held[1]);
  }
});

test("a read-only project is not edited, and nothing in it is undone", async () => {
  const kit = await openKit(files, { settings: "[security]\nread_only = true\n" });
  for (const input of [
    { action: "replace", path: "src/store.ts", symbol: "add", body: "export function add() {}" },
    { action: "undo" },
    { action: "actions", path: "src/store.ts" },
  ]) {
    expect((await kit.call("edit_code", input)).status).not.toBe("ok");
  }
  expect(textOf(kit, "src/store.ts")).toBe(files["src/store.ts"]);
});
