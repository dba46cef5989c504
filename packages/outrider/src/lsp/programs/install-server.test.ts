import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished, test } from "vitest";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { findNpm } from "./find-npm.ts";
import { installServer, type InstallableSpec, isInstallable, isInstalled, removeServer } from "./install-server.ts";

const known = `sha512-${"A".repeat(86)}==`;

const spec: ServerSpec = {
  id: "demo",
  title: "Demo",
  languages: { lua: "lua" },
  program: {
    names: ["demo-server"],
    args: [],
    npm: { package: "@a/demo", version: "1.2.3", entry: "cli.js", integrity: { "@a/demo": known }, sizeMb: 1 },
  },
  obtain: "outrider languages install demo",
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: false,
  opensCandidates: false,
};

function installable(): InstallableSpec {
  if (!isInstallable(spec)) throw new Error("The demo comes from npm.");
  return spec;
}

/** A program in npm's place, which writes what npm would; it says what it was told in `told.json` beside itself. */
function openInstaller({ integrity = known, after = "" } = {}) {
  const { base } = makeTempPlace();
  const script = `
import { mkdirSync, writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(join(base, "told.json"))}, JSON.stringify(process.argv.slice(2)));
mkdirSync("node_modules/@a/demo", { recursive: true });
writeFileSync("node_modules/@a/demo/package.json", '{ "name": "@a/demo", "version": "1.2.3" }');
writeFileSync("node_modules/@a/demo/cli.js", "");
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/@a/demo": { integrity: ${JSON.stringify(integrity)} } } }));
${after}`;
  writeFileSync(join(base, "npm.mjs"), script);
  const runner = createProcessRunner();
  const processes = runner.openScope();
  onTestFinished(async () => {
    await runner.close();
  });
  const cacheDirectory = join(base, "cache");
  const npm = { file: process.execPath, args: [join(base, "npm.mjs")], path: process.env["PATH"] ?? "" };
  const locks = join(base, "locks");
  const packages = { "node_modules/@a/demo": { version: "1.2.3", integrity: known } };
  writeFiles(locks, { "@a+demo.json": JSON.stringify({ lockfileVersion: 3, packages }) });
  return { base, cacheDirectory, options: { cacheDirectory, npm, processes, locks } };
}

test("a server is installed whole, without scripts, and removed again", async () => {
  const { cacheDirectory, options, base } = openInstaller();
  expect(await isInstalled(spec, cacheDirectory)).toBe(false);
  expect(await installServer(installable(), options)).toBe(join(cacheDirectory, "@a+demo@1.2.3"));
  expect(await isInstalled(spec, cacheDirectory)).toBe(true);
  const { default: told } = await import(join(base, "told.json"), { with: { type: "json" } });
  expect(told).toEqual(expect.arrayContaining(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev"]));
  expect(readdirSync(cacheDirectory)).toEqual(["@a+demo@1.2.3"]);
  expect(await removeServer(installable(), cacheDirectory)).toBe(true);
  expect(await removeServer(installable(), cacheDirectory)).toBe(false);
  expect(readdirSync(cacheDirectory)).toEqual([]);
});

test("another content than the known one is not installed", async () => {
  const { cacheDirectory, options } = openInstaller({ integrity: "sha512-other" });
  await expect(installServer(installable(), options)).rejects.toMatchObject({
    code: "wrong_content",
    message: expect.stringContaining("sha512-other"),
  });
  expect(readdirSync(cacheDirectory)).toEqual([]);
});

test("what npm does not list is not installed", async () => {
  const { cacheDirectory, options } = openInstaller({
    after: 'await import("node:fs").then(({ rmSync }) => rmSync("node_modules/.package-lock.json"));',
  });
  await expect(installServer(installable(), options)).rejects.toMatchObject({
    code: "wrong_content",
    message: expect.stringContaining("no list"),
  });
  expect(readdirSync(cacheDirectory)).toEqual([]);
});

test("a failure of npm is told in its words, and leaves nothing behind", async () => {
  const after = 'console.error("npm error code ENOTFOUND\\nnpm error     at x (y.js:1)"); process.exit(1);';
  const { cacheDirectory, options } = openInstaller({ after });
  const failed = installServer(installable(), options);
  await expect(failed).rejects.toMatchObject({
    code: "npm_failed",
    message: expect.stringMatching(
      /^npm could not install @a\/demo@1\.2\.3: its registry cannot be reached\..*\nnpm error code ENOTFOUND$/,
    ),
  });
  expect(readdirSync(cacheDirectory)).toEqual([]);
});

test("a new version takes the place of the old one, and of what was left half done long ago", async () => {
  const { cacheDirectory, options } = openInstaller();
  writeFiles(join(cacheDirectory, "@a+demo@1.0.0"), { "package.json": "{}" });
  for (const name of [".unfinished-old", ".unfinished-new"]) mkdirSync(join(cacheDirectory, name));
  utimesSync(join(cacheDirectory, ".unfinished-old"), 1, 1);
  await installServer(installable(), options);
  // The new one may be that of another process.
  expect(readdirSync(cacheDirectory).sort()).toEqual([".unfinished-new", "@a+demo@1.2.3"]);
});

test("npm is found as a script for this Node, also without PATH where it came with Node", async () => {
  const npm = await findNpm(process.env, undefined);
  expect(npm?.file).toBe(process.execPath);
  expect(existsSync(npm?.args[0] ?? "")).toBe(true);
});
