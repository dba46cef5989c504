import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { buildBeside } from "../../toolwright/build-parts.mjs";
import { startProcess } from "../../toolwright/test/started-process.ts";
import { makeHome, packageRoot, repositoryRoot } from "./support/outrider-process.ts";

/** A copy of the package with a program from an earlier build, beside the real Toolwright. */
function copyPackage(): { readonly copy: string; readonly program: string } {
  const { temp } = makeHome();
  const copy = join(temp, "packages", "outrider");
  for (const name of ["src", "weights", "build.mjs", "package.json"]) {
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(packageRoot, "..", "toolwright"), join(temp, "packages", "toolwright"), "junction");
  symlinkSync(join(repositoryRoot, "node_modules"), join(temp, "node_modules"), "junction");
  const program = join(copy, "dist", "cli", "run-outrider.js");
  mkdirSync(join(program, ".."), { recursive: true });
  writeFileSync(program, "// the old one");
  return { copy, program };
}

test("while it is built, the program of the build before can be started", async () => {
  const { copy, program } = copyPackage();
  const { child, ended } = startProcess(process.execPath, ["build.mjs"], { cwd: copy, env: process.env });
  const looks = { there: 0, gone: 0 };
  while (child.exitCode === null) {
    await turn();
    looks[existsSync(program) ? "there" : "gone"] += 1;
  }
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
  // It is away between the two renames of the swap alone, and a build takes seconds.
  expect(looks.gone).toBeLessThan(looks.there / 10);
  expect(readFileSync(program, "utf8")).not.toBe("// the old one");
  expect(readdirSync(copy).toSorted()).toEqual(["build.mjs", "dist", "package.json", "src", "weights"]);
});

test("a build that fails leaves the program as it was", async () => {
  const { copy, program } = copyPackage();
  writeFileSync(join(copy, "src", "cli", "run-outrider.ts"), "export const broken = ;");
  const { ended } = startProcess(process.execPath, ["build.mjs"], { cwd: copy, env: process.env });
  expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining("run-outrider.ts") });
  expect(readFileSync(program, "utf8")).toBe("// the old one");
  expect(readdirSync(copy).toSorted()).toEqual(["build.mjs", "dist", "package.json", "src", "weights"]);
});

test("what only an earlier build had is gone, and a first build needs none before it", async () => {
  const { temp } = makeHome();
  const dist = join(temp, "dist");
  for (const name of ["one", "two"]) {
    await buildBeside(dist, async (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, name), name);
    });
    expect(readdirSync(dist)).toEqual([name]);
    expect(readdirSync(temp)).toEqual(["dist"]);
  }
});
