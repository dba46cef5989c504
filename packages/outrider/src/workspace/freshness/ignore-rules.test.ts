import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { excludeRules, readIgnoreRules } from "./ignore-rules.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "outrider-rules-")));
const directories = ["out", "src/out", "src/Bin", "a/b", "x.d", "src/x.d", "deep/a/b", "{c}", "keep"];
const silent = { leavesOut: () => undefined };
let root = base;
let made = 0;

beforeEach(() => {
  made += 1;
  root = join(base, String(made));
  for (const directory of directories) {
    mkdirSync(join(root, directory), { recursive: true });
    writeFileSync(join(root, directory, "f"), "");
  }
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("what rules leave out for certain, ripgrep leaves out", () => {
  test.each([
    ["out/", ["out", "src/out"]],
    ["/out", ["out"]],
    ["a/b/", ["a/b"]],
    ["**/a/b", ["a/b", "deep/a/b"]],
    ["[Bb]in/", ["src/Bin"]],
    ["*.d", ["x.d", "src/x.d"]],
    ["src/*", ["src/out", "src/Bin", "src/x.d"]],
    ["out/   \r\n# keep/\n\n", ["out", "src/out"]],
    ["*\n!keep\n!keep/f", ["out", "src", "a", "deep"]],
  ])("%j", (text, expected) => {
    const { certain, listed } = compare(text);
    expect(certain).toEqual(expect.arrayContaining(expected));
    expect(listed.filter((each) => certain.some((out) => each === out || each.startsWith(`${out}/`)))).toEqual([]);
  });

  test.each(["{c}", String.raw`\out`, "out/\n!/out", "out\n!{out,x}", "/", "!", "*/\n!*/", "out\n!out/", "[", "!["])(
    "of %j nothing is said that ripgrep does not do",
    (text) => {
      const { certain, listed } = compare(text);
      expect(listed.filter((each) => certain.some((out) => each === out || each.startsWith(`${out}/`)))).toEqual([]);
    },
  );

  test("rules below outrank those above", () => {
    writeFileSync(join(root, ".gitignore"), "out/\n");
    writeFileSync(join(root, "src/.gitignore"), "!out/\nBin\n");
    const above = readIgnoreRules(join(root, ".gitignore"), root, silent);
    const rules = readIgnoreRules(join(root, "src/.gitignore"), join(root, "src"), above);
    const said = ["out", "Bin", "x.d"].map((name) => rules.leavesOut(join(root, "src", name)));
    expect(said).toEqual([false, true, undefined]);
  });

  test("globs of the settings count, and those that cannot be read say nothing", () => {
    const rules = excludeRules(["out", "{a,b", "!keep", "deep/**"], root);
    const said = ["src/out", "a", "keep", "deep", "deep/a"].map((each) => rules.leavesOut(join(root, each)));
    expect(said).toEqual([true, undefined, undefined, undefined, true]);
  });
});

function compare(text: string): { certain: string[]; listed: string[] } {
  const file = join(root, ".gitignore");
  writeFileSync(file, text);
  const rules = readIgnoreRules(file, root, silent);
  const all = [...new Set([...directories, ...directories.map((each) => each.split("/")[0] ?? "")])];
  const certain = all.filter((each) => rules.leavesOut(join(root, each)) === true);
  return { certain, listed: listedDirectories() };
}

function listedDirectories(): string[] {
  const args = ["--files", "--hidden", "--no-require-git", "--no-ignore-parent", "--no-messages", "./"];
  const names = execFileSync(rgPath, args, { cwd: root, encoding: "utf8" }).split("\n");
  return names.map((name) => name.slice(2, Math.max(2, name.lastIndexOf("/")))).filter((name) => name !== "");
}
