import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findScript, requireFiles, resolveWords } from "./server-words.ts";

function makeProject(...files: readonly string[]): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "server-words-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), "");
  }
  return directory;
}

test.each([
  { words: ["node", "dist/sever.js"], missing: "dist/sever.js" },
  { words: ["node", "--import", "tsx", "dist/sever.ts"], missing: "dist/sever.ts" },
  { words: ["python3", "-u", "sever.py"], missing: "sever.py" },
  { words: ["bin/sever"], missing: "bin/sever" },
])("$missing is told to be missing before anything starts", ({ words, missing }) => {
  const cwd = makeProject("dist/server.js");
  expect(() => requireFiles(words, cwd)).toThrow(
    `${missing} does not exist in ${cwd}, where paths of the command start.`,
  );
});

test("a file of nearly that name is proposed", () => {
  const cwd = makeProject("dist/server.js");
  expect(() => requireFiles(["node", "dist/sever.js"], cwd)).toThrow('Did you mean "dist/server.js"?');
});

test.each([
  [["npx", "-y", "@scope/some-server", "notes/new.js"]],
  [["uvx", "mcp-server-time"]],
  [["docker", "run", "-i", "image", "node", "/app/none.js"]],
  [["node", "dist/server.js", "--out", "none.js"]],
  [["node", "-e", "require('./none.js')"]],
  [["node", "{work}/none.js"]],
  [["python3", "-m", "some.module"]],
  [["node", "work.js"]],
])("%j may be right", (words) => {
  const cwd = makeProject("dist/server.js", "copied/work.js");
  expect(() => requireFiles(words, cwd, join(cwd, "copied"))).not.toThrow();
});

test("a finding is shown at the script, and not at its interpreter", () => {
  const cwd = makeProject("venv/bin/python", "sloppy.py", "server", "config.json");
  expect(findScript(["venv/bin/python", "sloppy.py"], cwd)).toBe("sloppy.py");
  expect(findScript(["./server", "config.json"], cwd)).toBe("server");
  expect(findScript(["npx", "some-server"], cwd)).toBeUndefined();
  expect(findScript(["node", "../outside.js"], makeProject())).toBeUndefined();
  expect(resolveWords(["venv/bin/python", "sloppy.py", "-v"], cwd)).toEqual([
    join(cwd, "venv/bin/python"),
    join(cwd, "sloppy.py"),
    "-v",
  ]);
});
