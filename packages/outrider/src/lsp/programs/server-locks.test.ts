import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { openNpmRegistry, type PublishedPackage } from "../../../test/support/npm-registry.ts";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import type { NpmProgram } from "../../languages/server-spec.ts";
import { serverSpecs } from "../../languages/servers.ts";
import { findNpm } from "./find-npm.ts";
import { findServerLocks, installServer, serverLockName } from "./install-server.ts";

const locked = z.strictObject({
  name: z.string().optional(),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  integrity: z.string().regex(/^sha512-[\w+/]{86}==$/),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  peerDependenciesMeta: z.record(z.string(), z.unknown()).optional(),
  optional: z.boolean().optional(),
  peer: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
});
const root = z.strictObject({ dependencies: z.record(z.string(), z.string()) });

const programs = new Map(
  serverSpecs.flatMap(({ program: { npm } }) => (npm === undefined ? [] : [[npm.package, npm]])),
);

test("every server that comes from npm has a lock file, and no lock file is left over", () => {
  expect(readdirSync(findServerLocks()).toSorted()).toEqual([...programs.values()].map(serverLockName).toSorted());
});

test.each([...programs])(
  "the lock file of %s names every package by version and checksum, and no address",
  (_, npm) => {
    expect(faultsOf(readFileSync(join(findServerLocks(), serverLockName(npm)), "utf8"), npm)).toEqual([]);
  },
);

test.each<[string, (text: string) => string]>([
  ["another checksum of the server", (text) => text.replace(/sha512-FPZZ/, "sha512-GPZZ")],
  ["another version of the server", (text) => text.replace('"version": "1.1.414"', '"version": "1.1.413"')],
  ["an address", (text) => text.replace('"version"', '"resolved": "https://elsewhere.example/x.tgz", "version"')],
  ["a package without a checksum", (text) => text.replace(/"integrity": "[^"]+",?/, "").replace(/,(\s*\})/, "$1")],
  ["a package that is not there", (text) => text.replace("node_modules/fsevents", "node_modules/other")],
])("a lock file with %s is refused here", (_, change) => {
  const npm = programs.get("pyright");
  if (npm === undefined) throw new Error("pyright comes from npm.");
  const text = readFileSync(join(findServerLocks(), "pyright.json"), "utf8");
  expect(change(text)).not.toBe(text);
  expect(faultsOf(change(text), npm)).not.toEqual([]);
});

function faultsOf(text: string, npm: NpmProgram): readonly string[] {
  const { "": top, ...packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(text)).packages;
  const wanted = { [npm.package]: npm.version, ...npm.beside };
  const faults: string[] = [];
  if (JSON.stringify(root.parse(top).dependencies) !== JSON.stringify(wanted)) faults.push("other packages are wanted");
  for (const [name, version] of Object.entries(wanted)) {
    const found = locked.safeParse(packages[`node_modules/${name}`]).data;
    if (found?.version !== version) faults.push(`${name} is ${found?.version}`);
  }
  for (const [name, integrity] of Object.entries(npm.integrity)) {
    const found = locked.safeParse(packages[`node_modules/${name}`]).data;
    if (found?.integrity !== integrity) faults.push(`${name} has the checksum ${found?.integrity}`);
  }
  for (const [path, entry] of Object.entries(packages)) {
    const { data, error } = locked.safeParse(entry);
    if (data === undefined) faults.push(`${path}: ${z.prettifyError(error)}`);
    for (const name of Object.keys({ ...data?.dependencies, ...data?.optionalDependencies })) {
      if (!visibleFrom(path, name).some((place) => Object.hasOwn(packages, place)))
        faults.push(`${path} lacks ${name}`);
    }
  }
  return faults;
}

/** Where Node looks for a package, from the inside out. */
function visibleFrom(path: string, name: string): readonly string[] {
  const parts = path.split("/node_modules/");
  return parts
    .map((_, index) => `${parts.slice(0, parts.length - index).join("/node_modules/")}/node_modules/${name}`)
    .concat(`node_modules/${name}`);
}

const server: PublishedPackage = {
  name: "demo-server",
  version: "1.2.3",
  dependencies: { helper: "^1.0.0" },
  files: { "cli.js": "import 'helper';" },
};
const helper: PublishedPackage = { name: "helper", version: "1.0.0", files: { "index.js": "// as it was" } };

/** A registry with a server and what it depends on, and an installer with the lock file of both. */
async function openInstall(changeLock = (text: string): string => text) {
  const registry = await openNpmRegistry();
  const { base } = makeTempPlace();
  const integrity = { "demo-server": registry.publish(server), helper: registry.publish(helper) };
  const { name, version, dependencies } = server;
  const packages = {
    "": { dependencies: { [name]: version } },
    "node_modules/demo-server": { version, integrity: integrity["demo-server"], dependencies },
    "node_modules/helper": { version: helper.version, integrity: integrity.helper },
  };
  const locks = join(base, "locks");
  const text = JSON.stringify({ lockfileVersion: 3, requires: true, packages });
  writeFiles(locks, { "demo-server.json": changeLock(text) });
  const found = await findNpm(process.env, undefined);
  if (found === undefined) throw new Error("There is no npm.");
  const npm = { ...found, args: [...found.args, `--registry=${registry.url}`, `--cache=${join(base, "npm")}`] };
  const runner = createProcessRunner();
  onTestFinished(async () => {
    await runner.close();
  });
  const cacheDirectory = join(base, "cache");
  const spec = {
    id: "demo",
    title: "Demo",
    languages: { lua: "lua" },
    program: {
      names: ["demo-server"],
      args: [],
      npm: { package: name, version, entry: "cli.js", integrity: { [name]: integrity["demo-server"] }, sizeMb: 1 },
    },
    obtain: "outrider languages install demo",
    readiness: { by: "answer" },
    freshness: "open",
    needsOpen: false,
    opensCandidates: false,
  } as const;
  const install = () => installServer(spec, { cacheDirectory, npm, processes: runner.openScope(), locks });
  return { registry, cacheDirectory, install };
}

test("what a server depends on is installed in the version of the lock file, though a newer one would do", async () => {
  const { registry, install } = await openInstall();
  registry.publish({ ...helper, version: "1.1.0" });
  const folder = await install();
  const installed: unknown = JSON.parse(readFileSync(join(folder, "node_modules", "helper", "package.json"), "utf8"));
  expect(installed).toMatchObject({ version: "1.0.0" });
  expect(registry.asked).toContain("helper-1.0.0.tgz");
  expect(registry.asked).not.toContain("helper-1.1.0.tgz");
});

test.each([
  ["the server", { ...server, files: { "cli.js": "// something else" } }],
  ["what it depends on", { ...helper, files: { "index.js": "// something else" } }],
])("other contents of %s under the same version are refused", async (_, other) => {
  const { registry, cacheDirectory, install } = await openInstall();
  registry.publish(other);
  await expect(install()).rejects.toMatchObject({
    code: "wrong_content",
    message: expect.stringContaining("Nothing was installed"),
  });
  expect(readdirSync(cacheDirectory)).toEqual([]);
});

test("a lock file that does not have the known server is refused before the registry is asked", async () => {
  const { registry, cacheDirectory, install } = await openInstall((text) => text.replace("sha512-", "sha512-x"));
  await expect(install()).rejects.toMatchObject({
    code: "wrong_lock",
    message: expect.stringContaining("demo-server"),
  });
  expect(registry.asked).toEqual([]);
  expect(existsSync(cacheDirectory)).toBe(false);
});

test("a package that the lock file leaves out is not fetched", async () => {
  const { registry, cacheDirectory, install } = await openInstall((text) =>
    text.replace(/,"node_modules\/helper":\{[^}]*\}/, ""),
  );
  await expect(install()).rejects.toMatchObject({
    code: "npm_failed",
    message: expect.stringMatching(/Missing: helper@/),
  });
  expect(registry.asked.filter((path) => path.endsWith(".tgz"))).toEqual([]);
  expect(readdirSync(cacheDirectory)).toEqual([]);
});
