import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createExposureJudge } from "../paths/exposure.ts";
import type { Located } from "../paths/located.ts";
import { createWalker } from "./create-walker.ts";
import { readRipgrep } from "./ripgrep.ts";
import type { WalkOptions } from "./walk.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
const base = realpathSync(mkdtempSync(join(tmpdir(), "outrider-walk-")));
let root = base;
let made = 0;

beforeEach(() => {
  made += 1;
  root = join(base, `above-${made}`, "project");
  mkdirSync(root, { recursive: true });
});

afterAll(async () => {
  await runner.close();
  rmSync(base, { recursive: true, force: true });
});

describe("walking a project", () => {
  test("obeys ignore files outside of a repository, at every depth, and shows hidden files", async () => {
    put({ ".gitignore": "*.log\nout/\n", "a.ts": "", "b.log": "", ".hidden": "", "out/c.ts": "" });
    put({ "sub/.gitignore": "d.ts\n!keep.log\n", "sub/d.ts": "", "sub/keep.log": "", "sub/e.ts": "" });
    expect(await list()).toEqual([".gitignore", ".hidden", "a.ts", "sub/.gitignore", "sub/e.ts", "sub/keep.log"]);
    expect(await list("sub")).toEqual([".gitignore", "e.ts", "keep.log"]);
    expect(await list(".", { ignored: true })).toContain("out/c.ts");
  });

  test("leaves out .git and .outrider, whatever their case", async () => {
    put({ ".git/config": "", ".outrider/x": "", ".GIT/hooks": "", "sub/.git": "gitdir: x", "a.ts": "" });
    expect(await list()).toEqual(["a.ts"]);
    expect(await list(".", { ignored: true })).toEqual(["a.ts"]);
  });

  test("counts what nobody may see, and names it only when asked", async () => {
    put({ id_rsa: "key", "certs/Server.PEM": "key", ".env": "A=1", "a.ts": "" });
    const walk = walker()(located("."), options());
    const files = [];
    for await (const file of walk) files.push(`${file.path} ${file.exposure}`);
    expect(files.sort()).toEqual([".env masked", "a.ts open"]);
    expect(walk.counts()).toEqual({ files: 4, denied: 2, undecodable: 0, alone: false });
    expect(await list(".", { denied: true })).toEqual([".env", "a.ts", "certs/Server.PEM", "id_rsa"]);
  });

  test("attack 14: links are not followed, in or out", async () => {
    const outside = join(base, `outside-${made}`);
    mkdirSync(outside);
    writeFileSync(join(outside, "secret.txt"), "s");
    put({ "real/a.ts": "" });
    symlinkSync(outside, join(root, "away"));
    symlinkSync(join(outside, "secret.txt"), join(root, "secret.txt"));
    symlinkSync(join(root, "real"), join(root, "again"));
    expect(await list()).toEqual(["real/a.ts"]);
  });

  test("attack 18: links in a circle and a tree deeper than paths may be long do not hang it", async () => {
    symlinkSync("b", join(root, "a"));
    symlinkSync("a", join(root, "b"));
    put({ "top.ts": "" });
    const dig = "for (let i = 0; i < 2500; i++) { fs.mkdirSync('d'); process.chdir('d'); }";
    execFileSync(process.execPath, ["-e", dig], { cwd: root });
    const names = await list();
    expect(names).toContain("top.ts");
    execFileSync("rm", ["-rf", join(root, "d")]);
  });

  test("attack 9: names that are no text are listed escaped and counted", async () => {
    put({ "a.ts": "" });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), "x");
    const walk = walker()(located("."), options());
    const files = [];
    for await (const file of walk) files.push(file);
    expect(files).toContainEqual({ path: String.raw`\xff.ts`, exposure: "open", undecodable: true });
    expect(walk.counts()).toEqual({ files: 2, denied: 0, undecodable: 1, alone: false });
  });

  test("attack 10: names that look like options, pathspecs or globs are just names", async () => {
    const names = ["-rf", "--help", "*", ":(exclude)", "[id] (g)#1%20é@+.ts", "new\nline.ts", "-"];
    put(Object.fromEntries(names.map((name) => [name, ""])));
    put({ "-d/--files": "", "[x]/a.ts": "" });
    expect(await list()).toEqual([...names, "-d/--files", "[x]/a.ts"].sort());
    expect(await list("-d")).toEqual(["--files"]);
    expect(await list("[x]")).toEqual(["a.ts"]);
  });

  test("globs let in and leave out, and never bring back what git ignores", async () => {
    put({ ".gitignore": "*.min.js\ndist/\n", "a.js": "", "a.min.js": "", "dist/b.js": "", "src/c.js": "" });
    put({ "src/deep/d.js": "", "src/deep/e.ts": "", "src/f.test.js": "" });
    expect(await list(".", { globs: ["*.js"] })).toEqual(["a.js", "src/c.js", "src/deep/d.js", "src/f.test.js"]);
    expect(await list(".", { globs: ["*.js", "!*.test.js"] })).toEqual(["a.js", "src/c.js", "src/deep/d.js"]);
    expect(await list(".", { globs: ["src/**/*.{js,ts}"] })).toHaveLength(4);
    expect(await list(".", { globs: ["src/*.js"] })).toEqual(["src/c.js", "src/f.test.js"]);
    expect(await list("src", { globs: ["deep/*"] })).toEqual(["deep/d.js", "deep/e.ts"]);
    expect(await list(".", { globs: ["deep"] })).toEqual(["src/deep/d.js", "src/deep/e.ts"]);
    expect(await list(".", { globs: ["dist/*.js"] })).toEqual([]);
    expect(await list("src", { globs: ["*.min.js"] })).toEqual([]);
  });

  test("a glob that cannot be read is an error, whichever side reads it", async () => {
    for (const glob of ["[", "{a", "!["]) {
      await expect(list(".", { globs: [glob] })).rejects.toMatchObject({ code: "invalid_glob" });
    }
  });

  test("attack 112: what is ignored is left out unless its directory is named", async () => {
    put({ ".gitignore": "out/**\n/vendor/\n", "out/deep/a.js": "", "vendor/x/b.js": "", "c.js": "" });
    expect(await list()).toEqual([".gitignore", "c.js"]);
    expect(await list("out/deep")).toEqual(["a.js"]);
    expect(await list("vendor/x")).toEqual(["b.js"]);
  });

  test("ignore files above a project that is in no repository do not speak for it", async () => {
    writeFileSync(join(dirname(root), ".gitignore"), "*\n");
    put({ ".gitignore": "*.log\n", "a.ts": "", "sub/b.ts": "", "sub/c.log": "" });
    expect(await list()).toEqual([".gitignore", "a.ts", "sub/b.ts"]);
    expect(await list("sub")).toEqual(["b.ts"]);
  });

  test("of a library only its own ignore files count, or none", async () => {
    put({
      ".gitignore": "dist/\n/lib/src/\n",
      "lib/.gitignore": "/made\n",
      "lib/made/a.js": "",
      "lib/src/made/b.js": "",
    });
    put({ "lib/dist/c.js": "", "lib/node_modules/d/e.js": "", "lib/id_rsa": "key", "lib/src/.gitignore": "*.log\n" });
    put({ "lib/src/f.log": "" });
    const rules = { root: join(root, "lib"), exclude: ["node_modules"] };
    const library = { ...rules, ignoreFiles: "none" } as const;
    const own = { ...rules, ignoreFiles: "own" } as const;
    const always = [".gitignore", "dist/c.js"];
    expect(await list("lib", { library })).toEqual(
      [...always, "made/a.js", "src/.gitignore", "src/f.log", "src/made/b.js"].sort(),
    );
    expect(await list("lib", { library: own })).toEqual([...always, "src/.gitignore", "src/made/b.js"]);
    expect(await list("lib/src", { library: own })).toEqual([".gitignore", "made/b.js"]);
    expect(await list("lib/made", { library: own })).toEqual(["a.js"]);
    expect(await list("lib", { library, globs: ["dist/*.js"] })).toEqual(["dist/c.js"]);
    const excluded = walker(["dist"])(located("lib"), { ...options(), library });
    const files = [];
    for await (const { path } of excluded) files.push(path);
    expect(files).toContain("dist/c.js");
  });

  test("a caller that asks for ignored files gets them also below ignore files outside of a repository", async () => {
    writeFileSync(join(dirname(root), ".gitignore"), "*\n");
    put({ ".gitignore": "*.log\n", "sub/c.log": "" });
    expect(await list("sub", { ignored: true })).toEqual(["c.log"]);
    put({ "sub/d.ts": "" });
    expect(await list("sub", { ignored: true })).toEqual(["c.log", "d.ts"]);
  });

  test("the settings of a project leave out, but cannot let in", async () => {
    put({ ".gitignore": "out/\n", "out/a.ts": "", "gen/b.ts": "", "c.ts": "" });
    const walk = walker(["gen/**", "!out/**"])(located("."), options());
    const files = [];
    for await (const file of walk) files.push(file.path);
    expect(files.sort()).toEqual([".gitignore", "c.ts"]);
  });

  test("attack 32: 100,000 entries in a directory stream in portions, and a cancel ends the walk at once", async () => {
    execFileSync("bash", ["-c", "seq -f 'file-with-a-name-%06g.ts' 100000 | xargs touch"], { cwd: root });
    const walk = walker()(located("."), options());
    let portions = 0;
    for await (const _batch of walk.batches()) portions += 1;
    expect(walk.counts().files).toBe(100_000);
    expect(portions).toBeGreaterThan(10);
    const controller = new AbortController();
    const cancelled = walker()(located("."), { signal: controller.signal });
    const seen = (async () => {
      for await (const _batch of cancelled.batches()) controller.abort();
    })();
    await expect(seen).rejects.toMatchObject({ name: "AbortError" });
    expect(cancelled.counts().files).toBeLessThan(100_000);
  });

  test("a reader that stops ends ripgrep", async () => {
    put({ "a.ts": "", "b.ts": "" });
    for await (const _file of walker()(located("."), options())) break;
    expect(await scope.close()).toEqual([]);
  });
});

describe("without ripgrep", () => {
  test.each([
    ["is missing", "/nowhere/rg"],
    ["cannot be run", join(base, "not-a-program")],
  ])("a program that %s is a typed error that says what to reinstall", async (_what, file) => {
    writeFileSync(join(base, "not-a-program"), "no program", { mode: 0o644 });
    const run = async (): Promise<void> => {
      const output = readRipgrep(runner.openScope(), { file, args: [], cwd: base, signal: options().signal });
      for await (const _chunk of output) continue;
    };
    await expect(run()).rejects.toMatchObject({
      code: "no_ripgrep",
      message: expect.stringContaining(`@vscode/ripgrep-${process.platform}`),
    });
  });
});

function walker(exclude: readonly string[] = []) {
  return createWalker({ root, exposure: createExposureJudge(), exclude, processes: runner.openScope() });
}

function options(): WalkOptions {
  return { signal: new AbortController().signal };
}

async function list(path = ".", more: Partial<WalkOptions> = {}): Promise<string[]> {
  const names = [];
  for await (const file of walker()(located(path), { ...options(), ...more })) names.push(file.path);
  return names.sort();
}

function located(path: string): Located {
  const real = join(root, path);
  return { shown: path, real, kind: "directory", area: "project", masked: false, intent: "list" };
}

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}
