import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";

const files = {
  "src/store.ts": [
    "export function openStore(name: string): string {",
    "  return name;",
    "}",
    "",
    "export interface Box {",
    "  size: number;",
    "}",
    "",
  ].join("\n"),
  "src/a.ts":
    'import { openStore } from "./store.ts";\n\nexport const a = openStore("a");\nexport const open = openStore;\n',
  "test/a.test.ts": 'import { openStore } from "../src/store.ts";\n\nopenStore("b");\n',
  "long.txt": Array.from({ length: 3_000 }, (_, index) => `line ${index + 1} of a long file`).join("\n"),
};

const run = async (kit: OutriderKit, code: string): Promise<string> => await kit.read("script", { code });

describe("functions that most scripts need", () => {
  test("uses: by role and place, one row each", async () => {
    const kit = await openKit(files);
    const code = `for (const role of ["import", "call", "other"]) print(role, (await uses("openStore", { role })).join(" | "));
      print((await uses("openStore", { within: "test/" })).length, (await uses("openStore", { path: "src/store.ts" })).length);`;
    expect((await run(kit, code)).split("\n")).toEqual([
      'import src/a.ts:1 import { openStore } from "./store.ts"; | test/a.test.ts:1 import { openStore } from "../src/store.ts";',
      'call src/a.ts:3 export const a = openStore("a"); | test/a.test.ts:3 openStore("b");',
      "other src/a.ts:4 export const open = openStore;",
      "2 5",
    ]);
  });

  test("rows: flat, whatever the answer is of", async () => {
    const kit = await openKit(files);
    const code = `print(rows(await grep({ pattern: "size" })).join());
      print(rows(await symbols({ path: "src/store.ts" })).join(" | "));
      print(rows(await call_graph({ symbol: "openStore" })).map((row) => row.file + ":" + row.line).join());
      return rows(await grep({ pattern: "return name" }));`;
    expect((await run(kit, code)).split("\n")).toEqual([
      "src/store.ts:6 size: number;",
      "src/store.ts:1 export function openStore(name: string): string | src/store.ts:5 export interface Box | src/store.ts:6 size: number",
      expect.stringMatching(/^(?:src\/a\.ts|test\/a\.test\.ts):\d/),
      expect.stringContaining('"file":"src/store.ts","line":2'),
    ]);
  });

  test("body and lines: text with numbers", async () => {
    const kit = await openKit(files);
    const code = 'print(await body("openStore")); print(await lines("src/a.ts", 3, 4)); return body("none")';
    const outcome = await kit.call("script", { code });
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: { message: expect.stringContaining("There is no symbol none.") },
    });
    expect(await run(kit, code.replace('return body("none")', ""))).toBe(
      [
        "src/store.ts:1-3",
        "1\texport function openStore(name: string): string {",
        "2\t  return name;",
        "3\t}",
        '3\texport const a = openStore("a");',
        "4\texport const open = openStore;",
      ].join("\n"),
    );
  });

  test("text: an answer as the model would see it", async () => {
    const kit = await openKit(files);
    const plain = await kit.read("symbols", { path: "src/store.ts" });
    expect(await run(kit, 'return text(await symbols({ path: "src/store.ts" }))')).toBe(plain);
  });

  test("all: every page", async () => {
    const kit = await openKit(files);
    expect(await run(kit, 'return (await all("grep", { pattern: "line", path: "long.txt" })).length')).toBe("3000");
  });
});

describe("what a program gets", () => {
  test("a long file whole, and lists of up to a thousand", async () => {
    const kit = await openKit(files);
    const code = `const [file] = (await read_file({ path: "long.txt" })).files;
      return [file.body.length, file.notes.length, rows(await grep({ pattern: "line" })).length];`;
    expect(await run(kit, code)).toBe("[3000,0,1000]");
  });

  test("types with what comes back", async () => {
    const kit = await openKit();
    expect(await run(kit, 'return types("hierarchy")')).toMatch(
      /hierarchy\(input: \{.*\}\): Promise<\{ symbol: string;/s,
    );
    expect(await run(kit, "return types()")).toContain("references({ symbol, path?");
  });

  test("no tool that changes anything in read-only mode", async () => {
    const kit = await openKit({ "a.txt": "x\n" }, { readOnly: true });
    const outcome = await kit.call("script", { code: 'await tools.create_file({ path: "b.txt", content: "y" })' });
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: { message: expect.stringContaining("There is no tool create_file") },
    });
  });
});

describe("in a profile that does not list them", () => {
  test.each(["code", "script"] as const)(
    "%s: scripts call every tool, and an answer that is cut is read on by a script",
    async (profile) => {
      const kit = await openKit(files, { profile });
      expect(kit.outrider.kernel.toolNames).not.toContain("read_file");
      expect(await run(kit, 'await create_file({ path: "new.txt", content: "made" }); return lines("new.txt")')).toBe(
        "1\tmade",
      );
      const long = await kit.call("script", { code: 'return lines("long.txt")' });
      const spill = long.status === "ok" ? long.spill : undefined;
      expect(spill?.readOn).toMatchObject({ tool: "script" });
      expect(await run(kit, String(spill?.readOn.input["code"]))).toContain("of a long file");
    },
  );

  test("a call that needs a person asks through the script, and goes on after a yes", async () => {
    const kit = await openKit(files, { profile: "script" });
    const code = `const made = await create_file({ path: "kept.txt", content: "1" });
      await run_command({ command: "git push --force" });
      return made.result;`;
    expect(await kit.call("script", { code })).toMatchObject({ status: "needs_approval" });
    // The file is there already, and would not be written a second time.
    expect(await kit.read("script", { code: code.replaceAll("kept", "other") }, { approve: true })).toBe("created");
  });
});
