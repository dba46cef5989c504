import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cliRun } from "../../test/cli-run.ts";
import { sampleTool, writes } from "../../test/sample.ts";
import { createKernel } from "../call/kernel.ts";

const erase = sampleTool(({ text }) => `erased ${text}`, { name: "erase", effects: writes });
const greet = sampleTool(() => "Hello", { name: "greet" });
const twice = 'print(await greet()); return [await erase({ text: "a" }), await erase({ text: "b" })];';

const run = (argv: readonly string[], options = {}) =>
  cliRun(createKernel({ tools: [erase, greet] }), ["script", ...argv], { scripts: true, ...options });

test("a file is run, and --yes approves every call of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-script-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "twice.js");
  writeFileSync(file, twice);
  const { code, stdout, stderr } = await run([file, "--yes"]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Hello\n["erased a","erased b"]\n', stderr: "" });
  const refused = await run([file]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("erase needs a person's approval");
  expect(refused.stderr).toContain(`demo script ${file} --yes`);
});

test("stdin is run, its errors name the line, and a file that is not there is wrong usage", async () => {
  const { code, stderr } = await run(["-"], { stdin: "print(1);\nnull.x" });
  expect(code).toBe(1);
  expect(stderr).toContain("at line 2, column 5: null.x");
  expect(await run(["nowhere.js"])).toMatchObject({ code: 2 });
});

test("a program that was not asked to has no such command", async () => {
  expect(await run(["-"], { scripts: false, stdin: "1" })).toMatchObject({ code: 2 });
});
