import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openTable } from "../../../test/support/table-kit.ts";
import type { FileTable } from "./file-table.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "outrider-fresh-")));
const { signal } = new AbortController();
let root = base;
let made = 0;

beforeEach(() => {
  made += 1;
  root = join(base, `project-${made}`);
  mkdirSync(root);
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("sweeps, with no watcher at all", () => {
  test("everything is added at first, and nothing is different when nothing happened", async () => {
    put("a.ts", "one");
    put("sub/b.ts", "two");
    const table = openTable(root);
    const first = await table.sweep(signal);
    expect([...first.added].sort()).toEqual(["a.ts", "sub/b.ts"]);
    expect(await settled(table)).toMatchObject({ added: [], changed: [], removed: [], total: 2 });
  });

  test("sees edits, atomic renames, new files and deleted ones", async () => {
    for (const name of ["edited.ts", "renamed.ts", "deleted.ts", "same.ts"]) put(name, "old text");
    const table = openTable(root);
    await settled(table);
    put("edited.ts", "longer new text");
    put("renamed.ts.tmp", "old text");
    renameSync(join(root, "renamed.ts.tmp"), join(root, "renamed.ts"));
    put("deep/new.ts", "new");
    rmSync(join(root, "deleted.ts"));
    const sweep = await table.sweep(signal);
    expect(sweep).toMatchObject({ added: ["deep/new.ts"], removed: ["deleted.ts"], total: 4 });
    expect([...sweep.changed].sort()).toEqual(["edited.ts", "renamed.ts"]);
  });

  test("content of the same size under the same mtime is seen by its ctime", async () => {
    put("a.ts", "one");
    const table = openTable(root);
    await settled(table);
    const { atime, mtime } = statSync(join(root, "a.ts"));
    put("a.ts", "two");
    utimesSync(join(root, "a.ts"), atime, mtime);
    expect(await table.sweep(signal)).toMatchObject({ changed: ["a.ts"] });
  });

  test("a file that was just written counts as changed once more, since its next write may carry the same time", async () => {
    put("a.ts", "one");
    const { ctimeMs } = statSync(join(root, "a.ts"));
    let now = ctimeMs + 5;
    const table = openTable(root, () => now);
    expect((await table.sweep(signal)).added).toEqual(["a.ts"]);
    now = ctimeMs + 100;
    expect((await table.sweep(signal)).changed).toEqual(["a.ts"]);
    expect((await table.sweep(signal)).changed).toEqual([]);
  });

  test("a branch switch of 500 files is seen, whole", async () => {
    const git = (...args: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "ignore" });
    for (let index = 0; index < 500; index += 1) put(`src/f${index}.ts`, "one");
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "one");
    git("checkout", "-qb", "other");
    for (let index = 0; index < 500; index += 1) put(`src/f${index}.ts`, "two");
    git("commit", "-qam", "two");
    const table = openTable(root);
    await settled(table);
    git("checkout", "-q", "main");
    const sweep = await table.sweep(signal);
    expect(sweep.changed).toHaveLength(500);
    expect(sweep).toMatchObject({ added: [], removed: [], total: 500 });
  });

  test("ignored files have no part, until they are ignored no longer", async () => {
    put(".gitignore", "out/\n");
    put("out/a.js", "x");
    const table = openTable(root);
    expect((await table.sweep(signal)).added).toEqual([".gitignore"]);
    put(".gitignore", "\n");
    expect((await table.sweep(signal)).added).toEqual(["out/a.js"]);
  });
});

describe("a look at some files", () => {
  test("tells edits and removals of those alone, and leaves nothing for the next sweep to tell again", async () => {
    for (const name of ["a.ts", "b.ts", "c.ts"]) put(name, "old");
    const table = openTable(root);
    await settled(table);
    put("a.ts", "newer");
    put("c.ts", "newer");
    rmSync(join(root, "b.ts"));
    expect(table.look(["a.ts", "b.ts", "unknown.ts"])).toEqual({ changed: ["a.ts"], removed: ["b.ts"] });
    expect([...table.files.keys()].sort()).toEqual(["a.ts", "c.ts"]);
    const later = await table.sweep(signal);
    expect(later).toMatchObject({ added: [], removed: [] });
    expect(later.changed).toContain("c.ts");
  });
});

/** A sweep that finds nothing fresh any more. */
async function settled(table: FileTable) {
  let sweep = await table.sweep(signal);
  while (sweep.changed.length > 0 || sweep.added.length > 0) sweep = await table.sweep(signal);
  return sweep;
}

function put(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
