import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace, type TempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { userConfigSchema } from "../../workspace/config/user-config.ts";
import { pathOutside, scriptOfBatchFile } from "../../workspace/programs/find-on-path.ts";
import { findProgram, type FindProgramOptions } from "./find-program.ts";
import { isTrustedProject } from "./found-program.ts";

const isWindows = process.platform === "win32";

const spec: ServerSpec = {
  id: "demo",
  title: "Demo",
  languages: { lua: "lua" },
  program: {
    names: ["demo-server", "demo-server-2"],
    args: ["--stdio"],
    npm: { package: "demo", version: "1.2.3", entry: "cli.js", integrity: {}, sizeMb: 1 },
  },
  obtain: "outrider languages install demo",
  env: { QUIET: "1" },
  inherits: ["DEMO_HOME"],
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: false,
  opensCandidates: false,
};

interface SearchOptions extends Partial<Omit<FindProgramOptions, "user">> {
  readonly servers?: Readonly<Record<string, unknown>>;
  readonly path?: readonly string[];
}

function search(
  place: TempPlace,
  { servers = {}, path = [], env = {}, ...more }: SearchOptions = {},
): FindProgramOptions {
  return {
    user: userConfigSchema.parse({ servers }).servers,
    env: { PATH: path.join(delimiter), ...env },
    root: place.root,
    trusted: false,
    cacheDirectory: join(place.base, "cache"),
    ...more,
  };
}

/** A program by that name; on Windows one with an ending, as PATHEXT wants it. */
function addProgram(directory: string, name: string): string {
  const file = join(directory, isWindows ? `${name}.exe` : name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  return file;
}

function addPackage(nodeModules: string, version = "1.2.3", name = "demo"): void {
  writeFiles(join(nodeModules, name), {
    "package.json": JSON.stringify({ name, version }),
    "cli.js": "",
  });
}

test("a program on PATH, by the first of its names, with what it needs of the environment", async () => {
  const place = makeTempPlace();
  addProgram(join(place.outside, "a"), "demo-server-2");
  const file = addProgram(join(place.outside, "b"), "demo-server");
  const env = { DEMO_HOME: "/there", OTHER: "x" };
  expect(
    await findProgram(spec, search(place, { path: [join(place.outside, "a"), join(place.outside, "b")], env })),
  ).toEqual({ file, shown: file, args: ["--stdio"], env: { QUIET: "1", DEMO_HOME: "/there" }, from: "path" });
});

test("nothing that a repository could choose is found on PATH", async () => {
  const place = makeTempPlace();
  addProgram(join(place.root, "bin"), "demo-server");
  const hidden = addProgram(join(place.root, "tools"), "demo-server");
  addProgram(join(place.outside, "node_modules", ".bin"), "demo-server");
  mkdirSync(join(place.outside, "links"));
  symlinkSync(hidden, join(place.outside, "links", isWindows ? "demo-server.exe" : "demo-server"));
  symlinkSync(join(place.root, "bin"), join(place.outside, "linked"));
  const path = [
    join(place.root, "bin"),
    "bin",
    "",
    ".",
    join(place.outside, "node_modules", ".bin"),
    join(place.outside, "links"),
    join(place.outside, "linked"),
  ];
  expect(await findProgram(spec, search(place, { path, trusted: true }))).toEqual({
    missing: "no demo-server or demo-server-2 on PATH",
    obtain: "outrider languages install demo",
  });
});

test("what Outrider installed comes before PATH, and in the known version only", async () => {
  const place = makeTempPlace();
  addProgram(place.outside, "demo-server");
  const options = search(place, { path: [place.outside] });
  const modules = join(place.base, "cache", "demo@1.2.3", "node_modules");
  expect(await findProgram(spec, options)).toMatchObject({ from: "path" });
  addPackage(modules);
  expect(await findProgram(spec, options)).toMatchObject({
    from: "cache",
    file: process.execPath,
    args: [join(modules, "demo", "cli.js"), "--stdio"],
    version: "1.2.3",
  });
});

test("a program of the project is found where the project is trusted, and last", async () => {
  const place = makeTempPlace();
  addPackage(join(place.root, "node_modules"), "2.0.0");
  expect(await findProgram(spec, search(place))).toHaveProperty("missing");
  expect(await findProgram(spec, search(place, { trusted: true }))).toMatchObject({
    from: "project",
    version: "2.0.0",
  });
  addProgram(place.outside, "demo-server");
  const both = search(place, { trusted: true, path: [place.outside] });
  expect(await findProgram(spec, both)).toMatchObject({ from: "path" });
});

test("the user's own choice counts alone, and is told when it is wrong", async () => {
  const place = makeTempPlace();
  const chosen = addProgram(place.outside, "mine");
  addProgram(place.outside, "demo-server");
  const use = { demo: { command: chosen, args: ["--lsp"], env: { QUIET: "0" } } };
  const path = [place.outside];
  expect(await findProgram(spec, search(place, { servers: { use }, path }))).toEqual({
    file: chosen,
    shown: chosen,
    args: ["--lsp"],
    env: { QUIET: "0" },
    from: "settings",
  });
  const byName = search(place, { servers: { use: { demo: { command: "mine" } } }, path });
  expect(await findProgram(spec, byName)).toMatchObject({ file: chosen, args: ["--stdio"] });
  for (const command of ["gone", "./mine", "sub/mine", join(place.outside, "gone")]) {
    const wrong = search(place, { servers: { use: { demo: { command } } }, path });
    expect(await findProgram(spec, wrong)).toMatchObject({ missing: expect.stringContaining(command) });
  }
});

test("a choice inside the project needs the project to be trusted", async () => {
  const place = makeTempPlace();
  const servers = { use: { demo: { command: addProgram(place.root, "mine") } } };
  expect(await findProgram(spec, search(place, { servers }))).toHaveProperty("missing");
  expect(await findProgram(spec, search(place, { servers, trusted: true }))).toHaveProperty("file");
});

test("one that is switched off, or would run code of the repository, is not found", async () => {
  const place = makeTempPlace();
  addProgram(place.outside, "demo-server");
  const path = [place.outside];
  expect(await findProgram(spec, search(place, { path, servers: { off: ["demo"] } }))).toMatchObject({
    missing: "demo is switched off in the user settings",
  });
  expect(await findProgram(spec, search(place, { path, servers: { enabled: false } }))).toHaveProperty("missing");
  const running = { ...spec, runsCode: "demo.build" };
  expect(await findProgram(running, search(place, { path }))).toMatchObject({
    missing: expect.stringContaining("demo.build"),
    obtain: expect.stringContaining("trusted_projects"),
  });
  expect(await findProgram(running, search(place, { path, trusted: true }))).toHaveProperty("file");
});

test.skipIf(isWindows)("a name that others share is taken by the package it belongs to", async () => {
  const place = makeTempPlace();
  const accepts = ({ version }: { readonly version: string }): boolean => Number.parseInt(version, 10) >= 7;
  const shared: ServerSpec = { ...spec, program: { ...spec.program, accepts } };
  for (const version of ["5.9.3", "7.0.2"]) {
    const modules = join(place.outside, version, "lib", "node_modules");
    addPackage(modules, version);
    chmodSync(join(modules, "demo", "cli.js"), 0o755);
    mkdirSync(join(place.outside, version, "bin"));
    symlinkSync(join(modules, "demo", "cli.js"), join(place.outside, version, "bin", "demo-server"));
  }
  const old = join(place.outside, "5.9.3", "bin");
  expect(await findProgram(shared, search(place, { path: [old] }))).toMatchObject({
    missing: `${join(old, "demo-server")} is demo 5.9.3`,
  });
  expect(await findProgram(shared, search(place, { path: [old, join(place.outside, "7.0.2", "bin")] }))).toMatchObject({
    file: process.execPath,
    version: "7.0.2",
    from: "path",
  });
});

test.skipIf(isWindows)("rustup in place of a component is not the component", async () => {
  const place = makeTempPlace();
  const rustup = addProgram(place.outside, "rustup");
  symlinkSync(rustup, join(place.outside, "demo-server"));
  const home = join(place.base, "rustup-home");
  writeFiles(home, { "settings.toml": 'default_toolchain = "stable-x"\nversion = "12"\n' });
  const options = search(place, { path: [place.outside], env: { RUSTUP_HOME: home } });
  expect(await findProgram(spec, options)).toMatchObject({
    missing: "rustup is there, but its toolchain has no demo-server",
  });
  const own = addProgram(join(home, "toolchains", "stable-x", "bin"), "demo-server");
  expect(await findProgram(spec, options)).toMatchObject({ file: own, env: { RUSTUP_TOOLCHAIN: "stable-x" } });
});

test("the script that npm's batch file starts", async () => {
  const place = makeTempPlace();
  const text = [
    "@ECHO off",
    "SETLOCAL",
    "CALL :find_dp0",
    'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\pyright\\langserver.index.js" %*',
  ].join("\r\n");
  writeFiles(place.outside, { "a.cmd": text, "b.cmd": "@echo off\r\nrem nothing" });
  expect(await scriptOfBatchFile(join(place.outside, "a.cmd"))).toBe(
    join(place.outside, "node_modules", "pyright", "langserver.index.js"),
  );
  expect(await scriptOfBatchFile(join(place.outside, "b.cmd"))).toBeUndefined();
});

test("a project is trusted with the directory that it is in, and not with one that is called alike", () => {
  const place = makeTempPlace({ "a/x": "", "ab/x": "" });
  const settings = { trusted_projects: [join(place.root, "a")] };
  expect(isTrustedProject(join(place.root, "a"), settings)).toBe(true);
  expect(isTrustedProject(join(place.root, "ab"), settings)).toBe(false);
  expect(isTrustedProject(place.root, settings)).toBe(false);
});

test("what a server starts by itself is not looked for in the project either", async () => {
  const place = makeTempPlace({ "bin/cargo": "" });
  const other = makeTempPlace({ "node_modules/.bin/cargo": "", "bin/cargo": "" });
  const [inside, outside, packages] = [join(place.root, "bin"), join(other.root, "bin"), "node_modules/.bin"];
  const path = [inside, "bin", ".", join(other.root, packages), outside, join(other.root, "none")].join(delimiter);
  expect(await pathOutside({ PATH: path }, place.root)).toBe(outside);
});
