import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Project } from "../../workspace/project.ts";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";

const { signal } = new AbortController();

test("a name is found in the whole project, with its place", async () => {
  const { symbols } = await openSymbolsKit({
    "src/a.ts": "export class A {\n  run() {}\n}\n",
    "b.py": "def run():\n    pass\n",
  });
  const view = await symbols.view({ signal });
  expect(view.completeness).toEqual({ state: "complete" });
  expect(view.search({ name: "run" }).map(({ file }) => file)).toEqual(["b.py", "src/a.ts"]);
  expect(view.file("src/a.ts")?.symbols.map(({ path, line }) => `${path} ${line}`)).toEqual(["A 0", "A/run 1"]);
});

test("edits, new and deleted files of others are seen before the next answer", async () => {
  const { symbols, root } = await openSymbolsKit({ "a.ts": "export const one = 1;\n" });
  const names = async (name: string): Promise<readonly string[]> =>
    (await symbols.view({ signal })).search({ name, match: "exact" }).map(({ file }) => file);
  expect(await names("one")).toEqual(["a.ts"]);
  for (let round = 0; round < 20; round += 1) {
    appendFileSync(join(root, "a.ts"), `export const more${round} = ${round};\n`);
    expect(await names(`more${round}`)).toEqual(["a.ts"]);
  }
  mkdirSync(join(root, "deep/er"), { recursive: true });
  writeFileSync(join(root, "deep/er/b.go"), "package b\n\nfunc Fresh() {}\n");
  expect(await names("Fresh")).toEqual(["deep/er/b.go"]);
  rmSync(join(root, "a.ts"));
  expect(await names("one")).toEqual([]);
});

test("after a restart nothing is parsed again that did not change", async () => {
  const kit = await openSymbolsKit({ "a.ts": "export const one = 1;\n", "b.ts": "export const two = 2;\n" });
  await kit.symbols.view({ signal });
  await kit.close();
  const again = kit.reopen();
  writeFileSync(join(kit.root, "b.ts"), "export const three = 3;\n");
  const view = await again.symbols.view({ signal });
  expect(view.search({ name: "three" })).toHaveLength(1);
  expect(view.search({ name: "one" })).toHaveLength(1);
  expect(again.symbols.status()).toMatchObject({ state: "ready", files: 2, symbols: 2, stored: "on disk" });
});

test("a question about a directory waits for that directory only", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`far/f${at}.ts`, `export function far${at}() {}\n`.repeat(200)]),
  );
  const { symbols } = await openSymbolsKit({ ...many, "near/a.ts": "export const wanted = 1;\n" });
  const view = await symbols.view({ signal, scope: (path) => path.startsWith("near/") });
  expect(view.completeness).toEqual({ state: "complete" });
  expect(view.file("near/a.ts")?.symbols.map(({ name }) => name)).toEqual(["wanted"]);
  expect(symbols.status().state).toBe("building");
  expect((await symbols.view({ signal, waitMs: 1 })).completeness).toMatchObject({ state: "partial", total: 401 });
  symbols.stopBuild();
});

test("a build that is stopped goes on when somebody asks again", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`f${at}.ts`, `export function name${at}() {}\n`.repeat(50)]),
  );
  const { symbols } = await openSymbolsKit(many);
  await symbols.view({ signal, waitMs: 1 });
  symbols.stopBuild();
  const view = await symbols.view({ signal, waitMs: 180_000 });
  expect(view.completeness).toEqual({ state: "complete" });
  expect(view.search({ name: "name99", match: "exact" })).toHaveLength(50);
});

test("a cancelled question leaves the build to others", async () => {
  const { symbols } = await openSymbolsKit({ "a.ts": "export const one = 1;\n" });
  const controller = new AbortController();
  const asked = symbols.view({ signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
  expect((await symbols.view({ signal })).search({ name: "one" })).toHaveLength(1);
});

test("edits of the same size in quick succession are each seen", async () => {
  const { symbols, root } = await openSymbolsKit({ "a.ts": "export const name00 = 1;\n" });
  for (let round = 10; round < 60; round += 1) {
    writeFileSync(join(root, "a.ts"), `export const name${round} = 1;\n`);
    const found = (await symbols.view({ signal })).search({ name: `name${round}`, match: "exact" });
    expect(found, `round ${round}`).toHaveLength(1);
  }
});

test("a table that is closed while it looks at the disk for the first time leaves nothing behind", async () => {
  const { symbols, close } = await openSymbolsKit({ "a.ts": "export const one = 1;\n" });
  const asked = symbols.view({ signal });
  const [ended] = await Promise.allSettled([asked, close()]);
  expect(ended.status).toBe("rejected");
  await expect(symbols.view({ signal })).rejects.toThrow("The table is closed.");
});

test("what the settings leave out is gone with the next answer", async () => {
  const { project, symbols, tables } = await openSymbolsKit({
    "a/x.ts": "export const one = 1;\n",
    "b.ts": "export const two = 2;\n",
  });
  expect((await symbols.view({ signal })).paths).toEqual(["a/x.ts", "b.ts"]);
  const walk = project.files.walk.bind(project.files);
  const narrower: Project = {
    ...project,
    config: { ...project.config, walk: { exclude: ["a/**"] } },
    files: { ...project.files, walk: (directory, options) => walk(directory, { ...options, globs: ["!a/**"] }) },
  };
  expect((await tables.symbolsOf(narrower).view({ signal })).paths).toEqual(["b.ts"]);
});
