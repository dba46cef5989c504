import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPipeKit, sampleFiles as files } from "./pipe-kit.ts";

describe("rows", () => {
  test("refs prints a row for each reference, from where the person is; totals go to stderr", async () => {
    const { run } = await openPipeKit(files);
    expect(await run(["refs", "openStore"], { in: "src" })).toMatchObject({
      code: 0,
      stdout: [
        'use.ts:1:10:import { openStore } from "./store.ts";',
        'use.ts:4:17:const store = openStore("a"); // openStore here',
        'use.ts:5:31:console.log(store.get("x"), openStore("b").get("y"));',
        "",
      ].join("\n"),
      stderr: expect.stringMatching(/^3 references to openStore \(store\.ts:2\) in 1 file, by syntax\.\n/),
    });
    expect((await run(["refs", "openStore", "--role", "import"])).stdout).toBe(
      'src/use.ts:1:10:import { openStore } from "./store.ts";\n',
    );
    // The same references, whichever way the symbol is named.
    for (const name of [
      "src/store.ts#openStore",
      "src/store.ts:2",
      "src/use.ts:4:18",
      "src/use.ts:4:17:const store = …",
    ])
      expect((await run(["refs", name])).stdout.split("\n")).toHaveLength(4);
  });

  test("defs, callers, calls, impls and outline print places that an editor can go to", async () => {
    const { run } = await openPipeKit(files);
    const rows = async (...argv: readonly string[]): Promise<readonly string[]> =>
      (await run(argv)).stdout.trimEnd().split("\n");
    expect(await rows("defs", "openStore")).toEqual([
      "src/store.ts:2:17:export function openStore(name: string): Store",
    ]);
    expect(await rows("defs", "-s", "--kind", "class")).toEqual(["src/box.ts#Box", "src/store.ts#Store"]);
    expect(await rows("callers", "openStore")).toEqual([
      'src/use.ts:4:17:const store = openStore("a"); // openStore here',
      'src/use.ts:5:31:console.log(store.get("x"), openStore("b").get("y"));',
    ]);
    expect(await rows("callers", "openStore", "--symbols")).toEqual(["src/use.ts#main"]);
    expect(await rows("calls", "main", "--symbols", "--likely")).toEqual([
      "src/store.ts#openStore",
      // The two that a call of `get` may mean.
      "src/box.ts#Box/get",
      "src/store.ts#Store/get",
    ]);
    expect(await rows("impls", "Shape")).toEqual(["src/store.ts:10:14:export class Store implements Shape {"]);
    expect(await rows("outline", "src/box.ts")).toEqual([
      "src/box.ts:1:14:export class Box",
      "src/box.ts:2:3:  get(key: string): string",
    ]);
  });

  test("asked again, a question is answered from the files as they are now", async () => {
    const { run, root } = await openPipeKit(files);
    const first = (await run(["refs", "openStore"])).stdout;
    expect((await run(["refs", "openStore"])).stdout).toBe(first);
    const use = join(root, "src/use.ts");
    const text = readFileSync(use, "utf8");
    const before = statSync(use);
    // As long as before, and with its time: only what the system keeps for itself tells it.
    writeFileSync(use, text.replace('openStore("b")', 'openStorE("b")'));
    utimesSync(use, before.atime, before.mtime);
    expect((await run(["refs", "openStore"])).stdout.split("\n")).toHaveLength(first.split("\n").length - 1);
    writeFileSync(use, text);
    expect((await run(["refs", "openStore"])).stdout).toBe(first);
  });

  test("a row is at the name, not at what stands above it", async () => {
    const { run } = await openPipeKit({ "a.py": "@cached\n@other\ndef late(x):\n    return x\n" });
    const row = "a.py:3:5:def late(x)";
    expect((await run(["defs", "late"])).stdout).toMatch(row);
    expect((await run(["outline", "a.py"])).stdout).toMatch(row);
  });

  test("body prints plain code; grep whole lines, below the current directory", async () => {
    const { run } = await openPipeKit({ ...files, "top.txt": "openStore\n" });
    expect(await run(["body", "openStore"])).toMatchObject({
      code: 0,
      stdout: "export function openStore(name: string): Store {\n  return new Store(name);\n}\n",
    });
    const found = await run(["grep", 'openStore\\("', "return 1"], { in: "src" });
    expect(found.stdout.split("\n").map((row) => row.slice(0, 14))).toEqual([
      "store.ts:16:5:",
      "use.ts:4:17:  ",
      "use.ts:5:31:  ",
      "",
    ]);
    expect((await run(["grep", "-l", "openStore", "-g", "*.ts", "-g", "!store.ts"])).stdout).toBe("src/use.ts\n");
    expect(await run(["grep", "openStore", "src"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--within src"),
    });
  });

  test("each file once, records that end with NUL, and rows as JSON with a summary at the end", async () => {
    const { run } = await openPipeKit(files);
    expect((await run(["refs", "openStore", "-l0"])).stdout).toBe("src/use.ts\0");
    const { stdout } = await run(["refs", "openStore", "--json", "--role", "import"]);
    const [row, summary, ...rest] = stdout.split("\n");
    expect(JSON.parse(row ?? "")).toEqual({
      file: "src/use.ts",
      line: 1,
      column: 10,
      text: 'import { openStore } from "./store.ts";',
      role: "import",
      of: "openStore",
    });
    expect(JSON.parse(summary ?? "")).toMatchObject({
      summary: { command: "refs", rows: 1, complete: true, incomplete: [] },
    });
    expect(rest).toEqual([""]);
    expect(await run(["refs", "openStore", "--json", "--files"])).toMatchObject({ code: 2, stdout: "" });
  });

  test("names come from stdin, and what one command prints another takes", async () => {
    const { run } = await openPipeKit(files);
    const names = (await run(["defs", "openStore", "main", "--symbols"])).stdout;
    expect(names).toBe("src/store.ts#openStore\nsrc/use.ts#main\n");
    const { code, stdout, stderr } = await run(["refs", "-", "--quiet"], { stdin: `${names}\nnoSuch\r\n` });
    // One of them is not there: the others are answered all the same, and the exit code tells.
    expect({ code, rows: stdout.split("\n").length }).toEqual({ code: 2, rows: 4 });
    expect(stderr).toMatch(/^noSuch: There is no symbol "noSuch"/m);
  });
});
