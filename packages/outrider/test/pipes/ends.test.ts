import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPipeKit, sampleFiles as files, storeText } from "./pipe-kit.ts";

describe("what is not sure", () => {
  test("places that only the name speaks for are shown when asked for, and alone are no proof of none", async () => {
    const { run } = await openPipeKit(files);
    const unasked = await run(["refs", "Store/area"]);
    expect(unasked).toMatchObject({ code: 2, stdout: "" });
    expect(unasked.stderr).toContain("Incomplete: 1 more is only likely: --likely shows them.");
    expect(await run(["refs", "Store/area", "--likely"])).toMatchObject({
      code: 0,
      stdout: "src/guess.ts:2:8:some.area();\n",
      stderr: expect.stringContaining("only likely"),
    });
  });

  test("hundreds of them are rows like a few", async () => {
    const many = Array.from({ length: 300 }, () => "  some.area();").join("\n");
    const { run } = await openPipeKit({
      ...files,
      "src/guess.ts": `export function guess(some: any): void {\n${many}\n}\n`,
    });
    const { code, stdout } = await run(["refs", "Store/area", "--likely", "-q"]);
    expect({ code, rows: stdout.trimEnd().split("\n").length }).toEqual({ code: 0, rows: 300 });
  });

  test("the same for callers", async () => {
    const { run } = await openPipeKit(files);
    const unasked = await run(["callers", "Store/area"]);
    expect(unasked).toMatchObject({ code: 2, stdout: "" });
    expect(unasked.stderr).toMatch(/Incomplete: 1 more is only likely/);
    expect(await run(["callers", "Store/area", "--likely"])).toMatchObject({
      code: 0,
      stdout: "src/guess.ts:2:8:some.area();\n",
    });
  });

  test("of several symbols with the name each is listed as it can be given", async () => {
    const { run } = await openPipeKit(files);
    for (const command of ["refs", "callers", "body"])
      expect(await run([command, "get"])).toMatchObject({
        code: 2,
        stdout: "",
        stderr: '2 symbols fit "get". Name one of them:\nsrc/box.ts#Box/get\nsrc/store.ts#Store/get\n',
      });
    expect((await run(["refs", "src/store.ts#Store/get"])).stdout.split("\n")).toHaveLength(3);
  });

  test("what a command prints as a symbol is a name that every other takes", async () => {
    const { run } = await openPipeKit({
      "flag.go": [
        "package flag",
        "type Value interface{ String() string }",
        "type Flag struct {",
        "\tValue Value",
        "}",
        "type FlagSet struct{ output int }",
        "func (f *FlagSet) Output() int { return f.output }",
        "",
      ].join("\n"),
      "Box.java": "class Box {\n  Box() {}\n  Box(int size) {}\n}\n",
      "a.ts": "export class Box2 {\n  #size = 1;\n  size(): number {\n    return this.#size;\n  }\n}\n",
    });
    const names: string[] = [];
    for (const file of ["flag.go", "Box.java", "a.ts"])
      names.push(...(await run(["outline", file, "-sq"])).stdout.trimEnd().split("\n"));
    expect(names).toEqual(expect.arrayContaining(["flag.go#Value", "flag.go#Flag/Value", "flag.go#FlagSet/Output"]));
    const asked = await run(["body", "-", "-q"], { stdin: names.join("\n") });
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(await run(["body", "flag.go#Value", "-q"])).toMatchObject({
      stdout: "type Value interface{ String() string }\n",
    });
    expect((await run(["body", "flag.go:2", "-q"])).stdout).toBe("type Value interface{ String() string }\n");
    expect((await run(["body", "flag.go#FlagSet/Output", "-q"])).stdout).toMatch(/^func .*\n$/);
    expect((await run(["body", "Box.java:3", "-q"])).stdout).toBe("  Box(int size) {}\n");
    expect(await run(["refs", "Value", "-q"])).toMatchObject({ code: 0, stdout: "flag.go:4:8:Value Value\n" });
  });

  test("a name of several that is missing ends with 2, and the others are printed", async () => {
    const { run } = await openPipeKit(files);
    expect(await run(["body", "main", "noSuch", "openStore", "-q"])).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^export function main[^]*export function openStore/),
      stderr: 'noSuch: No declaration of "noSuch" was found.\n',
    });
  });

  test("with likely calls left out the answer is not called complete, and the first number is what is printed", async () => {
    const { run } = await openPipeKit({
      ...files,
      "src/sure.ts":
        'import { Store } from "./store.ts";\nexport function sure(store: Store): void {\n  store.area();\n}\n',
    });
    for (const command of ["callers", "refs"]) {
      const { code, stdout, stderr } = await run([command, "Store/area"]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: "src/sure.ts:3:9:store.area();\n" });
      expect(stderr).toMatch(/^1 (call|reference) (of|to) Store\/area /);
      expect(stderr).toContain("Incomplete: 1 more is only likely: --likely shows them.");
      const json = await run([command, "Store/area", "--json"]);
      expect(json.stdout).toContain('"complete":false');
    }
  });

  test("nothing found ends with 1 if that is proven, and with 2 if files are missing", async () => {
    const { run } = await openPipeKit(files);
    expect(await run(["refs", "main"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^0 references to main/),
    });
    expect(await run(["grep", "nowhere to be found"])).toMatchObject({ code: 1, stdout: "" });
    expect(await run(["defs", "openStor"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("Did you mean:\nsrc/store.ts#openStore\n"),
    });
    const half = await run(["refs", "main", "--quiet"], {
      answered: (_tool, outcome) =>
        outcome.status === "ok" && typeof outcome.value === "object"
          ? { ...outcome, value: { ...outcome.value, partial: { done: 2, total: 5 } } }
          : outcome,
    });
    expect(half).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "Incomplete: 2 of 5 files are read; ask again in some seconds.\n",
    });
  });

  test("files that are still read are waited for", async () => {
    const { run } = await openPipeKit(files);
    let calls = 0;
    const found = await run(["refs", "openStore", "-q"], {
      answered: (_tool, outcome) => {
        calls += 1;
        if (outcome.status !== "ok" || typeof outcome.value !== "object" || calls > 2) return outcome;
        return { ...outcome, value: { ...outcome.value, files: [], partial: { done: calls, total: 5 } } };
      },
    });
    expect({ calls, code: found.code, rows: found.stdout.split("\n").length, stderr: found.stderr }).toEqual({
      calls: 3,
      code: 0,
      rows: 4,
      stderr: "",
    });
  });

  test("every page is fetched", async () => {
    const many = Array.from({ length: 2_300 }, (_, at) => `openStore("${at}");`).join("\n");
    const { run } = await openPipeKit({
      ...files,
      "src/many.ts": `import { openStore } from "./store.ts";\n${many}\n`,
    });
    const { code, stdout } = await run(["refs", "openStore"]);
    expect({ code, rows: stdout.trimEnd().split("\n").length }).toEqual({ code: 0, rows: 2_304 });
    const { stdout: found } = await run(["grep", "openStore"]);
    expect(found.trimEnd().split("\n")).toHaveLength(2_305);
  });
});

describe("rename", () => {
  test("changes the files and prints their names; comments with the old name are told", async () => {
    const { run, root } = await openPipeKit(files);
    const { code, stdout, stderr } = await run(["rename", "openStore", "makeStore"]);
    expect({ code, stdout: stdout.split("\n").toSorted() }).toEqual({
      code: 0,
      stdout: ["", "src/store.ts", "src/use.ts"],
    });
    expect(stderr).toContain("src/use.ts:4 comment: ");
    expect(stderr).toMatch(/To undo: outrider undo \d+$/m);
    expect(readFileSync(join(root, "src/use.ts"), "utf8")).toContain('const store = makeStore("a"); // openStore here');
  });

  test("is refused with the places that are not proven, and changes nothing", async () => {
    const { run, root } = await openPipeKit(files);
    const { code, stdout, stderr } = await run(["rename", "Store/area", "size"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("src/guess.ts");
    expect(readFileSync(join(root, "src/store.ts"), "utf8")).toBe(storeText);
  });
});

describe("in a terminal", () => {
  test("places are coloured unless NO_COLOR is set, and control characters shown as text", async () => {
    const { run } = await openPipeKit({ "a.txt": "red \u001b[31m here\n", "line\nend.txt": "red too\n" });
    const terminal = { isTTY: true, env: { NO_COLOR: "1" } };
    expect((await run(["grep", "^red .*here"], terminal)).stdout).toBe("a.txt:1:1:red \\u001b[31m here\n");
    expect((await run(["grep", "-l", "too"], terminal)).stdout).toBe("line\\nend.txt\n");
    expect((await run(["grep", "^red"], { isTTY: true })).stdout).toContain("\u001b[36ma.txt:1:1\u001b[39m:red");
    // A program gets the name as it is.
    expect((await run(["grep", "-l0", "too"])).stdout).toBe("line\nend.txt\0");
  });

  test("Ctrl-C ends it with 130", async () => {
    const { run } = await openPipeKit(files);
    const interrupt = new AbortController();
    const ended = await run(["refs", "openStore"], {
      signal: interrupt.signal,
      answered: (_tool, outcome) => {
        interrupt.abort();
        return outcome;
      },
    });
    expect(ended).toEqual({ code: 130, stdout: "", stderr: "" });
  });
});

test.each([
  [["refs"], /^refs needs an argument\. Usage: outrider refs NAME… \| -\n$/],
  [["refs", "x", "--rol", "call"], /^Unknown flag --rol\. Did you mean --role\? /],
  [["refs", "openStore", "--role", "caller"], /role/],
  [["callers", "openStore", "--depth", "x"], /depth/],
  [["reffs", "x"], /Did you mean outrider refs\?/],
  [["outline", "src/none.ts"], /none\.ts/],
  [["defs"], /--kind/],
  [["completion", "tcsh"], /choose bash, zsh, fish/],
])("%j is wrong usage: one line that says what is right, exit code 2", async (argv, says) => {
  const { run } = await openPipeKit(files);
  expect(await run(argv)).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
});

test("a script reads from stdin and prints what it prints", async () => {
  const { run } = await openPipeKit(files);
  const printed = await run(["script", "-"], { stdin: 'print("one"); return (await uses("openStore")).length;' });
  expect(printed).toMatchObject({ code: 0, stdout: "one\n3\n" });
  const program = await run(["script", "-"], { stdin: '#!/usr/bin/env -S outrider script\nprint("one");' });
  expect(program).toMatchObject({ code: 0, stdout: "one\n" });
  expect(await run(["script", "-"], { stdin: "throw new Error('no')" })).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("no"),
  });
});

test("names are completed where the project is open, and only those that a shell inserts as they are", async () => {
  const { run } = await openPipeKit({ ...files, "src/odd.ts": "export const openStore$x = 1;\n" });
  expect(await run(["__names", "openS"], { isWarm: true })).toEqual({ code: 0, stdout: "openStore\n", stderr: "" });
  expect(await run(["__names", "openS"])).toEqual({ code: 1, stdout: "", stderr: "" });
});
