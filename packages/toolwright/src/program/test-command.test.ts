import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sampleTool } from "../../test/sample.ts";
import { chooseSubjects } from "./test-command.ts";
import { readExports } from "./read-exports.ts";

const tools = ["greet", "count"].map((name) => sampleTool(() => name, { name }));

/** A project with a list of two tools and the directory of a third; every module is the list. */
async function choose(positionals: readonly string[], values: Readonly<Record<string, string>> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "choose-subjects-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "tools", "disk_usage"), { recursive: true });
  for (const file of ["plain", "tools/index.ts", "tools/disk_usage/index.ts"]) writeFileSync(join(cwd, file), "");
  const loaded: string[] = [];
  const subjects = await chooseSubjects({ positionals, values }, { cwd, program: "toolwright" }, async (file) => {
    loaded.push(file.slice(cwd.length + 1));
    return readExports({ default: tools }, file);
  });
  return { loaded, names: subjects.map(({ tool }) => tool.name) };
}

test.each([
  [[], ["tools/index.ts"], ["greet", "count"]],
  [["count", "count"], ["tools/index.ts"], ["count"]],
  [["tools/disk_usage"], ["tools/disk_usage/index.ts"], ["greet", "count"]],
  [["plain"], ["plain"], ["greet", "count"]],
  [
    ["plain", "greet"],
    ["plain", "tools/index.ts"],
    ["greet", "count", "greet"],
  ],
])("%j tests %j", async (positionals, loaded, names) => {
  expect(await choose(positionals)).toEqual({ loaded, names });
});

test("--from names the module of the names", async () => {
  expect(await choose(["greet"], { from: "plain" })).toEqual({ loaded: ["plain"], names: ["greet"] });
  await expect(choose(["tools/index.ts"], { from: "plain" })).rejects.toThrow("Name the module once");
});

test.each([
  ["gret", 'There is no tool "gret". Did you mean "greet"?\nSee: toolwright tools'],
  [
    "disk_usage",
    'There is no tool "disk_usage".\ntools/disk_usage exists but is not in tools/index.ts.\nSee: toolwright tools',
  ],
  ["gone.ts", "There is no file gone.ts"],
])("%s is refused", async (name, message) => {
  await expect(choose([name])).rejects.toThrow(message);
});
