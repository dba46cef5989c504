import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { afterAll, describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../../libraries/create-library-finder.ts";
import { noServers } from "../../../test/support/no-servers.ts";
import { openSymbolTables } from "../../syntax/project/open-symbol-tables.ts";
import { tools } from "../index.ts";
import symbolAt from "./index.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const store = {
  "src/store.ts": `/** Keeps things. More of it. */
export class Store {
  get(key: string) { return key; }
}
export interface Shape { area: number }
export function open(): Store { return new Store(); }
`,
  "src/use.ts": `import { open as start, type Shape, Store } from "./store.ts";
export function read(store: Store, size: Shape) {
  // open
  return store.get("x") + start() + start() + String(size.area);
}
`,
  "src/empty.ts": "",
};

describe("by syntax", () => {
  test("scopes and imports lead to the definition, and only a name is marked", async () => {
    const kit = await openKit(store);
    const at = async (line: number, symbol: string, more: object = {}): Promise<string> =>
      await kit.read("symbol_at", { path: "src/use.ts", line, symbol, ...more });
    expect(await at(1, "open")).toMatchInlineSnapshot(`
      "open (src/use.ts:1:10), syntactic. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings.
      src/store.ts:6 function open: export function open(): Store"
    `);
    expect(await at(2, "Store")).toMatchInlineSnapshot(`
      "Store (src/use.ts:2:29), syntactic. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings.
      src/store.ts:2-4 class Store: export class Store — Keeps things."
    `);
    expect(await at(2, "Shape")).toMatchInlineSnapshot(`
      "Shape (src/use.ts:2:42), syntactic. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings.
      src/store.ts:5 interface Shape: export interface Shape"
    `);
    expect(await at(4, "store")).toMatchInlineSnapshot(`
      "store (src/use.ts:4:10), syntactic. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings.
      src/use.ts:2"
    `);
    expect(await at(4, "store.get()")).toMatchInlineSnapshot(`
      "get (src/use.ts:4:16), syntactic. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings.
      src/store.ts:3 method Store/get: get(key: string)"
    `);
    expect(await at(4, "start", { column: 27 })).toMatchInlineSnapshot(`
      "start (src/use.ts:4:27), syntactic. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings.
      src/store.ts:6 function open: export function open(): Store"
    `);
    expect(await at(4, "String")).toMatchInlineSnapshot(
      `"String (src/use.ts:4:47), syntactic: no definition found. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings."`,
    );
    expect(await at(4, "store", { want: "type" })).toMatchInlineSnapshot(`
      "store (src/use.ts:4:10), syntactic: no type found. No language server: language servers are switched off. Set \`enabled = true\` under [servers] in the user settings. Types are known to language servers only.
      src/use.ts:2"
    `);
  });
});

describe("a place that is none", () => {
  test("errors say what the line has and how to go on", async () => {
    const kit = await openKit({ ...store, ".env": "A=hunter2\n" });
    const told = async (input: object): Promise<unknown> => {
      const outcome = await kit.call("symbol_at", { path: "src/use.ts", ...input });
      if (!("error" in outcome)) return outcome;
      const { code, message, next } = outcome.error;
      return [`${code}: ${message}`, next?.tool, next?.input];
    };
    expect(await told({ line: 1 })).toMatchInlineSnapshot(`
      [
        "several_names: Line 1 of "src/use.ts" has 4 such names: open (column 10), start (column 18), Shape (column 30), Store (column 37). Give \`symbol\`.",
        "symbol_at",
        {
          "line": 1,
          "path": "src/use.ts",
          "symbol": "open",
        },
      ]
    `);
    expect(await told({ line: 4, symbol: "start" })).toMatchInlineSnapshot(`
      [
        "several_names: Line 4 of "src/use.ts" has 2 such names: start (column 27), start (column 37). Give \`column\`.",
        "symbol_at",
        {
          "column": 27,
          "line": 4,
          "path": "src/use.ts",
          "symbol": "start",
        },
      ]
    `);
    expect(await told({ line: 3, symbol: "open" })).toMatchInlineSnapshot(`
      [
        "not_in_line: Line 3 of "src/use.ts" has no name "open". It has no names in code.",
        "read_file",
        {
          "limit": 10,
          "offset": 1,
          "path": "src/use.ts",
        },
      ]
    `);
    expect(await told({ line: 4, symbol: "gett" })).toMatchInlineSnapshot(`
      [
        "not_in_line: Line 4 of "src/use.ts" has no name "gett". There: store (column 10), get (column 16), start (column 27), start (column 37), String (column 47), size (column 54), area (column 59).",
        "symbol_at",
        {
          "line": 4,
          "path": "src/use.ts",
          "symbol": "store",
        },
      ]
    `);
    expect(await told({ line: 4, column: 1 })).toMatchInlineSnapshot(`
      [
        "not_in_line: Line 4 of "src/use.ts" has no name at column 1. There: store (column 10), get (column 16), start (column 27), start (column 37), String (column 47), size (column 54), area (column 59).",
        "symbol_at",
        {
          "line": 4,
          "path": "src/use.ts",
          "symbol": "store",
        },
      ]
    `);
    expect(await told({ line: 4, column: 500 })).toMatchInlineSnapshot(`
      [
        "no_column: Line 4 of "src/use.ts" has 64 columns; expected \`column\` to be one of them, got 500.",
        "symbol_at",
        {
          "line": 4,
          "path": "src/use.ts",
        },
      ]
    `);
    expect(await told({ line: 6 })).toMatchInlineSnapshot(`
      [
        "no_line: "src/use.ts" has 5 lines; expected \`line\` to be one of them, got 6.",
        "read_file",
        {
          "path": "src/use.ts",
        },
      ]
    `);
    expect(await told({ path: "src/empty.ts", line: 1 })).toMatchInlineSnapshot(`
      [
        "no_line: "src/empty.ts" has 0 lines; expected \`line\` to be one of them, got 1.",
        "read_file",
        {
          "path": "src/empty.ts",
        },
      ]
    `);
    expect(await told({ path: "src", line: 1 })).toMatchInlineSnapshot(`
      [
        "is_directory: "src" is a directory; expected a file.",
        "tree",
        {
          "path": "src",
        },
      ]
    `);
    expect(await told({ path: ".env", line: 1 })).toMatchInlineSnapshot(`
      [
        "secret_file: ".env" holds secrets, so its names are not shown.",
        "read_file",
        {
          "path": ".env",
        },
      ]
    `);
    expect(await told({ line: 0 })).toMatchInlineSnapshot(`
      [
        "invalid_input: symbol_at was not run, its input is not valid. \`line\`: expected a whole number from 1 to 1000000000, got 0 (number).",
        undefined,
        undefined,
      ]
    `);
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
    return {
      workspace: workspace.session(testCaller),
      symbolsOf: tables.symbolsOf,
      serversOf: () => noServers,
      libraries: createLibraryFinder({ addRoot: workspace.addLibraryRoot }),
    };
  };

  testConformance(symbolAt, { services, registry: tools });
});
