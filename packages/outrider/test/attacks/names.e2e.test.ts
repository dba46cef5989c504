import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { renderOutcome } from "toolwright";
import { describe, expect, test } from "vitest";
import { proofCases } from "../../../toolwright/test/proof-size.ts";
import { openKit } from "../support/outrider-kit.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";
import { ordinaryNames } from "./path-attacks.ts";

describe.skipIf(process.platform === "win32")("names that look like something else", () => {
  test.each(proofCases(ordinaryNames, 2))("every tool works with a file called %j", async (name) => {
    const kit = await openKit({ "other.txt": "needle elsewhere\n" });
    const call = async (tool: string, input: object): Promise<string> => await kit.read(tool, input);
    const file = join(kit.root, name);
    await call("create_file", { path: name, content: "needle one\n" });
    expect(readFileSync(file, "utf8")).toBe("needle one\n");
    expect(await call("read_file", { path: name })).toContain("needle one");
    expect(await call("read_file", { path: ["other.txt", name] })).toContain("needle one");
    expect(await call("grep", { pattern: "needle", path: name })).toContain("1 match");
    expect(await call("grep", { pattern: "needle" })).toContain("2 matches in 2 files");
    expect(await call("tree", {})).toContain("2 files");
    await call("edit_file", { path: name, old_string: "one", new_string: "two" });
    expect(readFileSync(file, "utf8")).toBe("needle two\n");
    await call("memory", { action: "write", topic: "about", content: "x", anchors: [name] });
    await call("move_file", { path: name, to: "elsewhere/" });
    expect(existsSync(file)).toBe(false);
    const moved = `elsewhere/${basename(name)}`;
    await call("move_file", { path: moved, to: name });
    await call("delete_file", { path: name });
    expect(existsSync(file)).toBe(false);
    await call("delete_file", { path: name, restore: true });
    expect(readFileSync(file, "utf8")).toBe("needle two\n");
    expect(kit.told).toEqual([]);
  });

  test.each(
    proofCases(
      ordinaryNames.filter((name) => !/[\\/]/.test(name)),
      2,
      1,
    ),
  )("every tool works in a directory called %j", async (name) => {
    const kit = await openKit({ [`${name}/a.ts`]: "needle\n" });
    expect(await kit.read("grep", { pattern: "needle", path: name })).toContain("1 match");
    expect(await kit.read("tree", { path: name })).toContain("a.ts");
    expect(await kit.read("run_command", { command: "cat a.ts", cwd: name })).toContain("needle");
    expect(await kit.read("read_file", { path: "a.ts", project: name })).toContain("needle");
    expect(await kit.read("workspace", { action: "activate", path: name })).toContain("1 file");
    expect(await kit.read("grep", { pattern: "needle" })).toContain("1 match");
  });
});

describe.skipIf(process.platform !== "linux")("names and texts that are no UTF-8", () => {
  test("a name of other bytes is shown without them, and harms no other", async () => {
    const kit = await openKit({ "good.txt": "needle\n" });
    writeFileSync(
      Buffer.concat([Buffer.from(`${kit.root}/`), Buffer.from([0xff, 0xfe]), Buffer.from(".txt")]),
      "needle\n",
    );
    const texts: string[] = [];
    for (const [tool, input] of [
      ["tree", {}],
      ["grep", { pattern: "needle" }],
      ["grep", { pattern: "needle", output: "files" }],
      ["read_file", { path: "." }],
      ["workspace", { action: "status" }],
      ["onboarding", {}],
    ] as const) {
      texts.push(await kit.read(tool, input));
    }
    expect(texts.slice(0, 4).filter((text) => !text.includes("good.txt"))).toEqual([]);
    expect(kit.told).toEqual([]);
  });

  test.each([
    [
      "a byte that is no UTF-8",
      Buffer.from([...Buffer.from("a = 1;\n// "), 0xff, 0xc3, 0x28, ...Buffer.from("\nb = 2;\n")]),
    ],
    ["Latin-1", Buffer.from("caf\u00e9 = 1\nb = 2;\n", "latin1")],
    ["UTF-16", Buffer.from("\ufeffa = 1;\nb = 2;\n", "utf16le")],
  ])("a file with %s is read with a word about it, and an edit leaves all other bytes", async (_title, bytes) => {
    const kit = await openKit({ "odd.ts": bytes });
    expect(await kit.read("read_file", { path: "odd.ts" })).toMatch(/utf-16|latin|1252|not valid|invalid|bytes/i);
    const edited = await kit.call("edit_file", { path: "odd.ts", old_string: "b = 2;", new_string: "b = 3;" });
    const after = readFileSync(join(kit.root, "odd.ts"));
    const changed = [...after].filter((byte, index) => byte !== bytes[index]);
    expect([after.length, changed.length]).toEqual([bytes.length, edited.status === "ok" ? 1 : 0]);
  });
});

describe("the root of the project", () => {
  test.each([".", "./", "src/..", "./.", "src/../"])(
    "is no file that could be changed, moved or deleted: %j",
    async (path) => {
      const kit = await openKit({ "src/a.ts": "x\n" }, { readOnly: false });
      const before = snapshotTree(join(kit.root, "src"));
      for (const [tool, input] of [
        ["delete_file", { path }],
        ["move_file", { path, to: "x" }],
        ["move_file", { path, to: "src/" }],
        ["create_file", { path, content: "x" }],
        ["create_file", { path, content: "x", overwrite: true }],
        ["edit_file", { path, position: "end", new_string: "x" }],
      ] as const) {
        const ended = await kit.call(tool, input);
        expect([ended.status, renderOutcome(ended)], tool).toEqual(["tool_error", expect.any(String)]);
      }
      expect(snapshotTree(join(kit.root, "src"))).toEqual(before);
      expect(await kit.read("tree", { path })).toContain("1 file");
      expect(await kit.read("grep", { pattern: "x", path })).toContain("1 match");
    },
  );

  test.skipIf(process.platform === "win32")("can be a link: both spellings of a path are the same file", async () => {
    const kit = await openKit({ "src/a.ts": "x\n" });
    const link = join(kit.base, "link");
    symlinkSync(kit.root, link);
    for (const root of [kit.root, link]) {
      expect(await kit.read("read_file", { path: join(root, "src/a.ts") })).toMatch(/^src\/a\.ts/);
      expect(await kit.read("grep", { pattern: "x", path: join(root, "src") })).toContain("1 match in 1 file");
    }
  });
});

describe.skipIf(process.platform === "win32")("links that stay inside", () => {
  test("an edit changes the target and keeps the link", async () => {
    const kit = await openKit({ "src/a.ts": "one\n" });
    symlinkSync("src/a.ts", join(kit.root, "link.ts"));
    await kit.read("edit_file", { path: "link.ts", old_string: "one", new_string: "two" });
    expect(readlinkSync(join(kit.root, "link.ts"))).toBe("src/a.ts");
    expect(readFileSync(join(kit.root, "src/a.ts"), "utf8")).toBe("two\n");
  });

  test("a link is moved and deleted, not what it points at", async () => {
    const kit = await openKit({ "src/a.ts": "one\n" });
    symlinkSync(join(kit.root, "src/a.ts"), join(kit.root, "link.ts"));
    await kit.read("move_file", { path: "link.ts", to: "moved.ts" });
    await kit.read("delete_file", { path: "moved.ts" });
    expect(readFileSync(join(kit.root, "src/a.ts"), "utf8")).toBe("one\n");
    expect(existsSync(join(kit.root, "moved.ts"))).toBe(false);
  });

  test("editing a hard link leaves the file outside as it was", async () => {
    const kit = await openKit({}, { prepare: ({ outside, root }) => hardLink(outside, root) });
    await kit.read("edit_file", { path: "hard.txt", old_string: "one", new_string: "two" });
    expect(readFileSync(join(kit.outside, "hard.txt"), "utf8")).toBe("one\n");
    expect(statSync(join(kit.root, "hard.txt")).nlink).toBe(1);
  });

  test("a deep tree and a circle of directories end", async () => {
    const kit = await openKit({ "a.txt": "needle\n" });
    const deep = join(kit.root, ...Array.from({ length: 200 }, () => "d"));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "a.txt"), "needle\n");
    symlinkSync(kit.root, join(deep, "again"));
    expect(await kit.read("grep", { pattern: "needle" })).toContain("2 matches");
    expect(await kit.read("tree", {})).toContain("2 files");
  });
});

function hardLink(outside: string, root: string): void {
  writeFileSync(join(outside, "hard.txt"), "one\n");
  linkSync(join(outside, "hard.txt"), join(root, "hard.txt"));
}
