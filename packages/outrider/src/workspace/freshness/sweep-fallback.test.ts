import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createExposureJudge } from "../paths/exposure.ts";
import { createWalker } from "../walk/create-walker.ts";
import { openFreshFiles, type FreshFiles, type FreshFilesOptions } from "./fresh-files.ts";

const runner = createProcessRunner();
const base = realpathSync(mkdtempSync(join(tmpdir(), "outrider-fallback-")));
const { signal } = new AbortController();
const opened: FreshFiles[] = [];
let root = base;
let made = 0;

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

describe("without watches", () => {
  test.runIf(isLinux).each([
    ["ENOSPC", "the system allows no more file watches (fs.inotify.max_user_watches)"],
    ["EMFILE", "too many files are open to watch more (fs.inotify.max_user_instances)"],
    ["EIO", "watching failed (EIO)"],
  ])("attack 93: %s ends the watches that there are, and every answer is fresh", async (code, reason) => {
    put({ "a.ts": "one", "sub/b.ts": "two" });
    let open = 0;
    const fresh = await openWith(() => {
      if (open === 1) throw Object.assign(new Error("no"), { code });
      open += 1;
      return { close: () => (open -= 1) };
    });
    expect((await fresh.changes(signal)).added).toHaveLength(2);
    expect(open).toBe(0);
    expect(fresh.status()).toEqual({ how: "sweep", detail: `looking at every file each time: ${reason}` });
    sh("echo more >> sub/b.ts; echo x > c.ts");
    const next = await fresh.changes(signal);
    expect(next).toMatchObject({ how: "sweep", added: ["c.ts"] });
    expect(next.changed).toContain("sub/b.ts");
  });

  test.runIf(isLinux)("attack 93: a watch that dies is replaced, and what it missed is found", async () => {
    put({ "a.ts": "one" });
    let tell = (_name: string | undefined): void => {};
    let opens = 0;
    const fresh = await openWith((_directory, onName) => {
      tell = onName;
      opens += 1;
      return { close: () => {} };
    });
    await untilQuiet(fresh);
    sh("echo more >> a.ts");
    tell(undefined);
    expect(await fresh.changes(signal)).toMatchObject({ how: "sweep", changed: ["a.ts"] });
    expect(opens).toBe(2);
  });

  test.runIf(isLinux)("a project of too many directories is swept, and says so", async () => {
    put({ "a/a.ts": "", "b/b.ts": "", "c/c.ts": "" });
    const before = inotifyWatches();
    const fresh = await open({ maxDirectories: 3 });
    await fresh.changes(signal);
    expect(fresh.status().detail).toBe("looking at every file each time: there are more than 3 directories");
    expect(inotifyWatches()).toBe(before);
    sh("echo more >> c/c.ts");
    expect((await fresh.changes(signal)).changed).toContain("c/c.ts");
  });

  test.runIf(existsSync("/proc/self/fd"))("a file system that others may write to is swept, and says so", async () => {
    const fresh = await open({ directory: "/proc/self/fd" });
    expect(fresh.status()).toEqual({
      how: "sweep",
      detail: "looking at every file each time: the file system may be shared with other machines (type 0x9fa0)",
    });
  });

  test.runIf(isLinux)("close ends every watch, and the questions after it are answered by sweeps", async () => {
    put({ "a.ts": "one", "sub/b.ts": "two" });
    const before = inotifyWatches();
    const fresh = await open();
    await fresh.changes(signal);
    expect(inotifyWatches()).toBe(before + 2);
    fresh.close();
    expect(inotifyWatches()).toBe(before);
    sh("echo x >> a.ts");
    expect(await fresh.changes(signal)).toMatchObject({ how: "sweep" });
    expect(inotifyWatches()).toBe(before);
    expect(fresh.status()).toEqual({ how: "sweep", detail: "looking at every file each time: closed" });
  });
});

function open(more: Partial<FreshFilesOptions> = {}): Promise<FreshFiles> {
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
  return openFreshFiles({ directory, list: (signal) => walk(start, { signal }), ...more }).then((fresh) => {
    opened.push(fresh);
    return fresh;
  });
}

function openWith(watch: FreshFilesOptions["watch"]): Promise<FreshFiles> {
  return open(watch === undefined ? {} : { watch });
}

/** Sweeps tell what was just written once more; this waits for the watches to have the word. */
async function untilQuiet(fresh: FreshFiles): Promise<void> {
  for (;;) {
    const { how, added, changed, removed } = await fresh.changes(signal);
    if (how === "watch" && added.length + changed.length + removed.length === 0) return;
  }
}

/** How many directories this process watches. */
function inotifyWatches(): number {
  let watches = 0;
  for (const descriptor of readdirSync("/proc/self/fd")) {
    if (tryReadlink(`/proc/self/fd/${descriptor}`) !== "anon_inode:inotify") continue;
    const info = execFileSync("cat", [`/proc/${process.pid}/fdinfo/${descriptor}`], { encoding: "utf8" });
    watches += info.split("\n").filter((line) => line.startsWith("inotify ")).length;
  }
  return watches;
}

function tryReadlink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
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
