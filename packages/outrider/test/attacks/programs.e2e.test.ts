import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { runCheck } from "../../src/cli/doctor/examine.ts";
import { git } from "../../src/cli/doctor/machine-checks.ts";
import { languages } from "../../src/languages/index.ts";
import { serverSpecs } from "../../src/languages/servers.ts";
import { findNpm } from "../../src/lsp/programs/find-npm.ts";
import { tools } from "../../src/tools/index.ts";
import { openKit } from "../support/outrider-kit.ts";
import { makeTempPlace, type TempPlace } from "../support/temp-project.ts";

const systemPath = (process.env["PATH"] ?? "").split(delimiter);

/** Every program that this machine has, and every server that we know of: more than we ever start. */
const names: readonly string[] = [
  ...new Set([
    ...serverSpecs.flatMap(({ program }) => program.names),
    ...systemPath.flatMap((directory) => (existsSync(directory) ? readdirSync(directory) : [])),
  ]),
].filter((name) => name !== "[" && !name.startsWith("."));

interface Planted {
  /** The directories with planted programs, as PATH has them. */
  readonly path: readonly string[];
  /** The programs that ran, by the path they were started with. */
  ran(): readonly string[];
}

/** Puts a program of every name wherever a repository can, and all of it first on PATH. */
function plant({ root, outside, base }: TempPlace, after = systemPath): Planted {
  const canary = join(outside, "ran");
  const script = join(root, "canary.sh");
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$0" >> '${canary}'\nexit 1\n`, { mode: 0o755 });
  const places = [".", "node_modules/.bin", ".venv/bin", "tools/bin"].map((name) => join(root, name));
  const beyond = beyondOf({ outside });
  for (const place of [...places, beyond]) {
    mkdirSync(place, { recursive: true });
    for (const name of names) if (!existsSync(join(place, name))) symlinkSync(script, join(place, name));
  }
  // Where a link leads is up to the owner of the link.
  writeFileSync(join(outside, "canary.sh"), readFileSync(script), { mode: 0o755 });
  const led = join(outside, "led");
  mkdirSync(led);
  for (const name of names) symlinkSync(join(outside, "canary.sh"), join(led, name));
  symlinkSync(led, join(root, "way-out"));
  symlinkSync(join(root, "tools/bin"), join(base, "way-in"));
  symlinkSync(join(root, "way-out"), join(base, "way-round"));
  const path = [...places, beyond, join(root, "way-out"), join(base, "way-in"), join(base, "way-round"), ".", ""];
  vi.stubEnv("PATH", [...path, "node_modules/.bin", ...after].join(delimiter));
  vi.stubEnv("XDG_CACHE_HOME", join(base, "cache"));
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    path,
    ran: () => (existsSync(canary) ? readFileSync(canary, "utf8").split("\n").filter(Boolean) : []),
  };
}

/** A directory of the user with links into the project: its programs are not taken, but it stays on PATH for others. */
function beyondOf({ outside }: Pick<TempPlace, "outside">): string {
  return join(outside, "beyond");
}

const realGit = systemPath.map((each) => join(each, "git")).find((file) => existsSync(file)) ?? "git";

function commit(root: string): void {
  const run = (...args: string[]): void =>
    void execFileSync(realGit, ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "ignore" });
  run("init");
  run("add", "a.ts");
  run("commit", "-m", "first");
}

/** Without the sandbox, in which nothing could leave a trace. */
const withServers = '[security]\nsandbox = "off"\n[servers]\nenabled = true\n';

/** A file of every language that has a server. */
const sources = Object.fromEntries(
  languages
    .filter(({ servers = [] }) => servers.length > 0)
    .map(({ extensions: [extension = ""] }) => [`a${extension.startsWith(".") ? "" : "."}${extension}`, "a = 1\n"]),
);

describe.skipIf(process.platform === "win32")("programs that a repository brings", () => {
  test("would run if they were looked for by name, from each place", () => {
    const place = makeTempPlace();
    const { path, ran } = plant(place);
    for (const directory of path) {
      const before = ran().length;
      spawnSync("git", [], { cwd: place.root, env: { PATH: directory } });
      expect(ran().length, directory).toBe(before + 1);
    }
    for (const name of new Set(serverSpecs.flatMap(({ program }) => program.names))) {
      spawnSync(name, [], { cwd: place.root });
      expect(ran().map((file) => basename(file))).toContain(name);
    }
  });

  test("do not run, whatever tool is used", { timeout: 120_000 }, async () => {
    let ran = (): readonly string[] => ["nothing was planted"];
    const prepare = (place: TempPlace): void => void ({ ran } = plant(place, [dirname(realGit)]));
    const files = { ...sources, "a.ts": "export const a = 1;\n", ".gitignore": "*\n!a.*\n" };
    const kit = await openKit(files, { prepare, settings: withServers });
    commit(kit.root);
    expect(await kit.read("diagnostics", { scope: "changed", path: "*" })).not.toContain("no git");
    // Every language's server is looked for.
    const judged = await kit.read("diagnostics", { scope: "project", limit: 500 });
    expect(judged).toContain(`of ${Object.keys(sources).length} files`);
    for (const { name, examples } of tools) {
      if (name !== "run_command") for (const { input } of examples) await kit.call(name, input);
    }
    await kit.call("run_command", { command: "echo well" });
    expect(ran()).toEqual([]);
  });

  test("are not taken for git or npm by the commands either", async () => {
    const place = makeTempPlace();
    const { ran } = plant(place);
    const processes = createProcessRunner();
    onTestFinished(async () => {
      await processes.close();
    });
    const context = { cwd: place.root, env: process.env, packageRoot: "", version: "1" };
    const { signal } = new AbortController();
    expect(await runCheck(git, { context, root: place.root, processes }, signal)).toMatchObject([{ level: "ok" }]);
    const npm = await findNpm(process.env, place.root);
    for (const each of [npm?.file, ...(npm?.args ?? [])]) expect(each).not.toContain(place.base);
    expect(npm?.path.split(delimiter).filter((each) => each.startsWith(place.base))).toEqual([beyondOf(place)]);
    expect(ran()).toEqual([]);
  });

  test("are not on the PATH of a server that the user has", async () => {
    let ran = (): readonly string[] => ["nothing was planted"];
    let found = "";
    const prepare = (place: TempPlace): void => {
      const own = join(place.base, "own");
      found = join(place.base, "found");
      mkdirSync(own);
      const script = `#!/bin/sh\nprintf '%s' "$PATH" > '${found}'\n`;
      writeFileSync(join(own, "gopls"), script, { mode: 0o755 });
      ({ ran } = plant(place, [own, dirname(realGit)]));
    };
    const kit = await openKit({ "a.go": "package a\n\nfunc A() {}\n" }, { prepare, settings: withServers });
    await kit.call("references", { path: "a.go", symbol: "A" });
    expect(readFileSync(found, "utf8").split(delimiter)).toEqual([
      beyondOf(kit),
      join(kit.base, "own"),
      dirname(realGit),
    ]);
    expect(ran()).toEqual([]);
  });
});
