import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readFile, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createExposureJudge } from "../paths/exposure.ts";
import { createWalker } from "../walk/create-walker.ts";
import type { WalkOptions } from "../walk/walk.ts";
import { openFreshFiles, type FileChanges, type FreshFiles, type FreshFilesOptions } from "./fresh-files.ts";

const runner = createProcessRunner();
const base = realpathSync(mkdtempSync(join(tmpdir(), "outrider-fresh-files-")));
const { signal } = new AbortController();
const opened: FreshFiles[] = [];
let root = base;
let made = 0;
let listings = 0;

beforeEach(() => {
  made += 1;
  root = join(base, `above-${made}`, "project");
  mkdirSync(root, { recursive: true });
});

afterEach(() => {
  for (const fresh of opened.splice(0)) fresh.close();
});

afterAll(async () => {
  await runner.close();
  rmSync(base, { recursive: true, force: true });
});

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("with watches", () => {
  test("everything is added at first by a sweep, then the watches answer that nothing happened", async () => {
    put({ "a.ts": "one", "sub/deep/b.ts": "two" });
    const fresh = await open();
    const first = await fresh.changes(signal);
    expect(first).toMatchObject({ how: "sweep", changed: [], removed: [], total: 2 });
    expect([...first.added].sort()).toEqual(["a.ts", "sub/deep/b.ts"]);
    expect(await fresh.changes(signal)).toMatchObject({ how: "watch", ...nothing, total: 2 });
    expect(fresh.status()).toEqual({ how: "watch", detail: "watching 3 directories" });
  });

  test("what ignore files hide in a project is watched in a library", async () => {
    put({ ".git/HEAD": "", ".gitignore": "dist\nmade\n", "lib/.gitignore": "made\n" });
    put({ "lib/a.ts": "1", "lib/dist/b.ts": "1", "lib/made/c.ts": "1" });
    for (const [ignoreFiles, watched, seen] of [
      ["none", "watching 3 directories", ["dist/b.ts", "made/c.ts"]],
      ["own", "watching 3 directories", ["dist/b.ts"]],
    ] as const) {
      const library = { root: join(root, "lib"), ignoreFiles, exclude: [] };
      const fresh = await open({ directory: library.root, ignoreFiles }, { library });
      await untilQuiet(fresh);
      expect(fresh.status().detail, ignoreFiles).toBe(watched);
      sh("echo more >> lib/dist/b.ts; echo more >> lib/made/c.ts");
      const { how, changed } = await fresh.changes(signal);
      expect({ how, changed: [...changed].sort() }, ignoreFiles).toEqual({ how: "watch", changed: seen });
      // A new directory is only looked into where the rules let it in.
      sh(`mkdir -p lib/dist/${ignoreFiles} && echo new > lib/dist/${ignoreFiles}/d.ts`);
      expect((await fresh.changes(signal)).added, ignoreFiles).toEqual([`dist/${ignoreFiles}/d.ts`]);
    }
  });

  test("an edit by another process is never missed, 300 times, whatever the event loop is doing", async () => {
    put({ "a.ts": "", "sub/b.ts": "" });
    const fresh = await open();
    await fresh.changes(signal);
    for (let index = 0; index < 300; index += 1) {
      const name = index % 2 === 0 ? "a.ts" : "sub/b.ts";
      const asked = phases[index % phases.length]?.(() => {
        sh(`echo ${index} >> ${name}`);
        return fresh.changes(signal);
      });
      expect(await asked, `edit ${index}`).toMatchObject({ how: "watch", added: [], changed: [name], removed: [] });
    }
  });

  test("of many edits within a tick of the clock and of the same size none is missed", async () => {
    put({ "a.ts": "0000" });
    const fresh = await open();
    await fresh.changes(signal);
    for (let index = 1000; index < 1500; index += 1) {
      writeFileSync(join(root, "a.ts"), String(index));
      expect(await fresh.changes(signal), `edit ${index}`).toMatchObject({ how: "watch", changed: ["a.ts"] });
    }
  });

  test("sees atomic renames over a file, and edits after them, without a sweep", async () => {
    put({ "a.ts": "0" });
    const fresh = await open();
    await fresh.changes(signal);
    for (let index = 0; index < 100; index += 1) {
      sh(`echo ${index} > .a.tmp && mv .a.tmp a.ts`);
      expect(await fresh.changes(signal), `rename ${index}`).toMatchObject({ how: "watch", changed: ["a.ts"] });
      sh(`echo more >> a.ts`);
      expect(await fresh.changes(signal), `edit ${index}`).toMatchObject({ how: "watch", changed: ["a.ts"] });
    }
  });

  test("sees whole trees that come, move and go in one command, and edits in each place afterwards", async () => {
    put({ "a.ts": "one" });
    const fresh = await open();
    await fresh.changes(signal);
    for (let index = 0; index < 40; index += 1) {
      sh(`mkdir -p x/y${index}/z && echo 1 > x/y${index}/z/f.ts`);
      expect(await fresh.changes(signal)).toMatchObject({ added: [`x/y${index}/z/f.ts`], removed: [] });
      sh(`echo 2 >> x/y${index}/z/f.ts`);
      expect(await fresh.changes(signal)).toMatchObject({ how: "watch", ...nothing, changed: [`x/y${index}/z/f.ts`] });
      sh(`mv x/y${index} x/m${index}`);
      expect(await fresh.changes(signal)).toMatchObject({
        added: [`x/m${index}/z/f.ts`],
        removed: [`x/y${index}/z/f.ts`],
      });
      sh(`echo 3 >> x/m${index}/z/f.ts`);
      expect(await fresh.changes(signal)).toMatchObject({ how: "watch", ...nothing, changed: [`x/m${index}/z/f.ts`] });
      sh(`rm -r x`);
      expect(await fresh.changes(signal)).toMatchObject({ added: [], removed: [`x/m${index}/z/f.ts`] });
    }
    expect(fresh.status().detail).toBe("watching 1 directory");
  });

  test("a directory that is replaced by one of the same name is watched anew", async () => {
    put({ "d/a.ts": "one", "e/a.ts": "two" });
    const fresh = await open();
    await fresh.changes(signal);
    for (let index = 0; index < 20; index += 1) {
      sh("rm -r d && mkdir d && echo again > d/a.ts && mv e t && mv d e && mv t d");
      await untilQuiet(fresh);
      for (const name of ["d/a.ts", "e/a.ts"]) {
        sh(`echo more >> ${name}`);
        expect(await fresh.changes(signal), `round ${index}`).toMatchObject({ how: "watch", changed: [name] });
      }
    }
  });

  test("a file in a directory that was empty or held only ignored files is seen", async () => {
    put({ ".gitignore": "*.log\n", "a.ts": "", "logs/x.log": "" });
    mkdirSync(join(root, "empty/inner"), { recursive: true });
    const fresh = await open();
    await fresh.changes(signal);
    sh("echo 1 > empty/inner/f.ts");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["empty/inner/f.ts"], removed: [] });
    sh("echo 1 > logs/f.ts");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["logs/f.ts"], removed: [] });
  });

  test("a new file beside others is found without a sweep, an ignored one is not taken in", async () => {
    put({ ".gitignore": "*.log\n/sub/out.ts\n", "a.ts": "", "sub/b.ts": "", "sub/deep/c.ts": "" });
    const fresh = await open();
    await fresh.changes(signal);
    for (let index = 0; index < 100; index += 1) {
      const directory = ["", "sub/", "sub/deep/"][index % 3] ?? "";
      sh(`echo 1 > ${directory}n${index}.ts; echo 1 > ${directory}n${index}.log; echo 1 > sub/out.ts`);
      const added = [`${directory}n${index}.ts`];
      expect(await fresh.changes(signal), `file ${index}`).toMatchObject({ how: "watch", ...nothing, added });
      sh(`echo 2 > ${directory}n${index}.ts`);
      expect(await fresh.changes(signal)).toMatchObject({ how: "watch", ...nothing, changed: added });
    }
  });

  test("a new file in a directory that only ripgrep knows to be ignored is not taken in", async () => {
    put({ ".gitignore": "{gone,lost}/\n", "a.ts": "", "gone/x.ts": "" });
    const fresh = await open();
    await fresh.changes(signal);
    sh("echo 1 > gone/y.ts");
    expect(await fresh.changes(signal)).toMatchObject({ added: [], total: 2 });
  });

  test("a branch switch of 500 files is seen, whole, and so are files that only one branch has", async () => {
    const git = (...args: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "ignore" });
    const files = Array.from({ length: 500 }, (_, index) => `src/f${index}.ts`);
    put(Object.fromEntries(files.map((name) => [name, "one"])));
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "one");
    git("checkout", "-qb", "other");
    put(Object.fromEntries(files.map((name) => [name, "two"])));
    git("commit", "-qam", "two");
    git("checkout", "-qb", "third");
    put({ "only/here.ts": "x" });
    git("add", ".");
    git("commit", "-qm", "three");
    git("checkout", "-q", "main");
    const fresh = await open();
    await fresh.changes(signal);
    git("checkout", "-q", "other");
    expect((await fresh.changes(signal)).changed).toHaveLength(500);
    git("checkout", "-q", "third");
    expect((await fresh.changes(signal)).added).toEqual(["only/here.ts"]);
    git("checkout", "-q", "main");
    const back = await fresh.changes(signal);
    expect(back.changed).toEqual(expect.arrayContaining(files));
    expect(back).toMatchObject({ removed: ["only/here.ts"], total: 500 });
  });

  test("edits of ignore files count at once, in the project, in .git and above", async () => {
    put({ ".gitignore": "out/\n", "out/a.js": "", "b.js": "", "sub/c.js": "", "sub/d.js": "" });
    const fresh = await open();
    await fresh.changes(signal);
    sh(": > .gitignore");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["out/a.js"], removed: [] });
    await untilQuiet(fresh);
    sh("echo x >> out/a.js");
    expect(await fresh.changes(signal)).toMatchObject({ how: "watch", changed: ["out/a.js"] });
    sh("echo d.js > sub/.gitignore");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["sub/.gitignore"], removed: ["sub/d.js"] });
    sh("git init -q . && echo b.js > .git/info/exclude");
    expect(await fresh.changes(signal)).toMatchObject({ added: [], removed: ["b.js"] });
    await untilQuiet(fresh);
    sh(": > .git/info/exclude");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["b.js"], removed: [] });
    sh("rm -r .git && git init -q .. && echo c.js > ../.gitignore");
    expect(await fresh.changes(signal)).toMatchObject({ added: [], removed: ["sub/c.js"] });
  });

  test("what happens in ignored directories and to files that come and go costs no sweep", async () => {
    put({ ".gitignore": "out/\n*.log\n", "out/a.js": "", "b.js": "" });
    const fresh = await open();
    await fresh.changes(signal);
    sh("echo x > out/new.js; mkdir -p out/deep; echo x > out/deep/f; touch t.ts; rm t.ts; rm -r out; mkdir out");
    expect(await fresh.changes(signal)).toMatchObject({ how: "watch", ...nothing });
    expect(fresh.status().detail).toBe("watching 1 directory");
  });

  test("a file with two names is seen to change under the other one", async () => {
    const other = join(dirname(root), "other.ts");
    put({ "a.ts": "one", "b.ts": "two" });
    linkSync(join(root, "a.ts"), other);
    const fresh = await open();
    await untilQuiet(fresh);
    sh(`echo more >> ${other}`);
    expect(await fresh.changes(signal)).toMatchObject({ how: "watch", changed: ["a.ts"] });
  });

  test("a file is seen to change under a name that it has just got", async () => {
    put({ "a.ts": "one", "b.ts": "two" });
    const fresh = await open();
    await untilQuiet(fresh);
    for (const script of ["ln a.ts c.ts", "ln -f a.ts b.ts"]) {
      sh(`${script}; echo ${script} > ${script.slice(-4)}`);
      expect((await fresh.changes(signal)).changed, script).toContain("a.ts");
      await untilQuiet(fresh);
      sh(`echo more > ${script.slice(-4)}`);
      expect((await fresh.changes(signal)).changed, script).toContain("a.ts");
    }
  });

  test("more events than the kernel keeps lead to a sweep, for every project of this process", async () => {
    const limit = Number(execFileSync("cat", ["/proc/sys/fs/inotify/max_queued_events"], { encoding: "utf8" }));
    put({ "one/a.ts": "", "one/b.ts": "", "two/c.ts": "" });
    const noisy = await open({ directory: join(root, "one") });
    const calm = await open({ directory: join(root, "two") });
    await noisy.changes(signal);
    await calm.changes(signal);
    const many = Math.min(limit, 65_536) + 100;
    execFileSync("node", ["-e", churn, String(many)], { cwd: join(root, "one") });
    sh("echo x > two/c.ts");
    expect(await calm.changes(signal)).toMatchObject({ how: "sweep", ...nothing, changed: ["c.ts"] });
    const { how, changed } = await noisy.changes(signal);
    expect({ how, changed: [...changed].sort() }).toEqual({ how: "sweep", changed: ["a.ts", "b.ts"] });
  });

  test("the project's directory may be replaced by another one", async () => {
    put({ "a.ts": "one" });
    const fresh = await open();
    await fresh.changes(signal);
    sh("cd .. && mv project old && mkdir project && echo two > project/b.ts");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["b.ts"], removed: ["a.ts"] });
    await untilQuiet(fresh);
    sh("echo 3 >> b.ts");
    expect(await fresh.changes(signal)).toMatchObject({ how: "watch", changed: ["b.ts"] });
  });

  test("an ignored file that is written all the time costs no listing once it is known", async () => {
    put({ ".gitignore": "*.log\n", "a.ts": "" });
    const fresh = await open();
    await fresh.changes(signal);
    const write = async (): Promise<number> => {
      const before = listings;
      sh("echo 2 >> server.log");
      expect(await fresh.changes(signal)).toMatchObject({ how: "watch", ...nothing });
      return listings - before;
    };
    expect(await write()).toBe(1);
    // One that is brand new might be another one of the same name, so that it takes a few.
    while ((await write()) > 0) continue;
    for (let index = 0; index < 50; index += 1) expect(await write()).toBe(0);
    sh("echo > .gitignore");
    expect(await fresh.changes(signal)).toMatchObject({ added: ["server.log"] });
  });

  test("a sweep comes when the last one is older than allowed", async () => {
    put({ "a.ts": "one" });
    const fresh = await open({ maxAgeMs: 0 });
    await fresh.changes(signal);
    expect(await fresh.changes(signal)).toMatchObject({ how: "sweep", total: 1 });
  });

  test("a sweep that is made ahead puts off the next one, and tells what is different once", async () => {
    put({ "a.ts": "one" });
    const fresh = await open({ maxAgeMs: 60_000 });
    expect(fresh.nextSweep()).toBeUndefined();
    await fresh.changes(signal);
    sh("echo x > b.ts; sleep 1");
    const before = fresh.nextSweep()?.inMs ?? 0;
    expect(await fresh.sweep(signal)).toMatchObject({ how: "sweep", added: ["b.ts"], total: 2 });
    expect(fresh.nextSweep()?.inMs).toBeGreaterThan(before);
    expect(await fresh.changes(signal)).toMatchObject({ how: "watch", added: [] });
    fresh.close();
    expect(fresh.nextSweep()).toBeUndefined();
  });

  test("a cancelled question loses nothing", async () => {
    const fresh = await open();
    const errors: unknown[] = [];
    for (const turns of [3, 0]) {
      sh(`echo y > b${turns}.ts`);
      const stop = new AbortController();
      const asked = fresh.changes(stop.signal).catch((error) => (errors.push(error), fresh.changes(signal)));
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      expect(await asked).toMatchObject({ added: [`b${turns}.ts`] });
    }
    expect(errors.at(-1)).toMatchObject({ name: "AbortError" });
  });

  test("questions at the same time are answered one after the other, each change once", async () => {
    put({ "a.ts": "one" });
    const fresh = await open();
    await untilQuiet(fresh);
    sh("echo x > b.ts");
    const answers = await Promise.all([fresh.changes(signal), fresh.changes(signal), fresh.changes(signal)]);
    expect(answers.map(({ added }) => added)).toEqual([["b.ts"], [], []]);
  });
});

const nothing = { added: [], changed: [], removed: [] };

/** Ways to ask in each phase of the event loop. */
const phases: readonly ((ask: () => Promise<FileChanges>) => Promise<FileChanges>)[] = [
  (ask) => ask(),
  (ask) => new Promise((resolve) => setTimeout(() => resolve(ask()), 0)),
  (ask) => new Promise((resolve) => setImmediate(() => resolve(ask()))),
  (ask) => new Promise((resolve) => readFile(import.meta.filename, () => resolve(ask()))),
  (ask) => new Promise((resolve) => process.nextTick(() => resolve(ask()))),
];

// Two names in turn, since the kernel counts equal events in a row as one.
const churn = `
const { appendFileSync } = require("node:fs");
for (let index = 0; index < Number(process.argv[1]); index += 1) appendFileSync(index % 2 ? "a.ts" : "b.ts", "x");
`;

function open(more: Partial<FreshFilesOptions> = {}, walked: Pick<WalkOptions, "library"> = {}): Promise<FreshFiles> {
  const directory = more.directory ?? root;
  const processes = runner.openScope();
  const walk = createWalker({ root: directory, exposure: createExposureJudge(), exclude: [], processes });
  const start = {
    shown: ".",
    real: directory,
    kind: "directory",
    area: "project",
    masked: false,
    intent: "list",
  } as const;
  const listDirectory: FreshFilesOptions["listDirectory"] = (path, signal) => {
    listings += 1;
    return walk({ ...start, real: join(directory, path) }, { ...walked, signal, maxDepth: 1 });
  };
  const list: FreshFilesOptions["list"] = (signal) => walk(start, { ...walked, signal });
  // No sweep is due by its age, however long a test takes.
  return openFreshFiles({ directory, list, listDirectory, maxAgeMs: 3_600_000, ...more }).then((fresh) => {
    opened.push(fresh);
    return fresh;
  });
}

/** Sweeps tell what was just written once more; this waits for the watches to have the word. */
async function untilQuiet(fresh: FreshFiles): Promise<void> {
  for (;;) {
    const { how, added, changed, removed } = await fresh.changes(signal);
    if (how === "watch" && added.length + changed.length + removed.length === 0) return;
  }
}

function sh(script: string): void {
  execFileSync("sh", ["-c", script], { cwd: root });
}

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}
