import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isToolError } from "toolwright";
import { expect, onTestFinished, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { hashBytes } from "../text/text-file.ts";
import { replaceFile, type WriteStep } from "./replace-file.ts";
import { ownSystem } from "./running.ts";
import { canGiveAway } from "../../../../toolwright/test/other-user.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const steps: readonly WriteStep[] = ["opened", "half-written", "written", "synced", "checked"];

test("a file that is there gets the new bytes and keeps its mode", async () => {
  const { root } = makeTempPlace({ "run.sh": "old" });
  chmodSync(join(root, "run.sh"), 0o751);
  await replaceFile(join(root, "run.sh"), bytes("new"));
  expect(readFileSync(join(root, "run.sh"), "utf8")).toBe("new");
  expect(statSync(join(root, "run.sh")).mode & 0o7777).toBe(0o751);
  expect(readdirSync(root)).toEqual(["run.sh"]);
});

test("a new file gets the mode that was asked for", async () => {
  const { root } = makeTempPlace();
  await replaceFile(join(root, "note"), bytes("x"), { mode: 0o600 });
  expect(statSync(join(root, "note")).mode & 0o777).toBe(0o600);
});

test("the owner is kept where this process may give files away", async (context) => {
  context.skip(!canGiveAway, "only the superuser can give a file away");
  const { root } = makeTempPlace({ a: "old" });
  chownSync(join(root, "a"), 12_345, 23_456);
  await replaceFile(join(root, "a"), bytes("new"));
  expect(statSync(join(root, "a"))).toMatchObject({ uid: 12_345, gid: 23_456 });
});

test.each(steps)("a failure at %s leaves the old bytes and nothing else", async (failing) => {
  const { root } = makeTempPlace({ a: "old" });
  const onStep = (step: WriteStep): void => {
    if (step === failing) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
  };
  expect(await codeOf(replaceFile(join(root, "a"), bytes("new"), { onStep }))).toBe("disk_full");
  expect(readdirSync(root)).toEqual(["a"]);
  expect(readFileSync(join(root, "a"), "utf8")).toBe("old");
});

test("an abort before the rename leaves the old bytes and nothing else", async () => {
  const { root } = makeTempPlace({ a: "old" });
  const control = new AbortController();
  const onStep = (step: WriteStep): void => (step === "written" ? control.abort() : undefined);
  await expect(replaceFile(join(root, "a"), bytes("new"), { onStep, signal: control.signal })).rejects.toThrow(
    "aborted",
  );
  expect(readdirSync(root)).toEqual(["a"]);
  expect(readFileSync(join(root, "a"), "utf8")).toBe("old");
});

test.each(steps.slice(0, 4))("what an editor saved at %s is not overwritten", async (when) => {
  const { root } = makeTempPlace({ a: "old" });
  const onStep = (step: WriteStep): void =>
    step === when ? writeFileSync(join(root, "a"), "saved by an editor") : undefined;
  const expected = { hash: hashBytes(bytes("old")) };
  expect(await codeOf(replaceFile(join(root, "a"), bytes("new"), { onStep, expect: expected }))).toBe("stale");
  expect(readFileSync(join(root, "a"), "utf8")).toBe("saved by an editor");
  expect(readdirSync(root)).toEqual(["a"]);
});

test.each([
  ["removed", (path: string) => rmSync(path)],
  ["replaced by a directory", (path: string) => (rmSync(path), mkdirSync(path))],
  ["replaced by a link", (path: string) => (rmSync(path), symlinkSync("/etc/hostname", path))],
])("a file that was %s meanwhile is told as stale", async (_, happen) => {
  const { root } = makeTempPlace({ a: "old" });
  const onStep = (step: WriteStep): void => (step === "written" ? happen(join(root, "a")) : undefined);
  const expected = { hash: hashBytes(bytes("old")) };
  expect(await codeOf(replaceFile(join(root, "a"), bytes("new"), { onStep, expect: expected }))).toBe("stale");
  expect(readdirSync(root).filter((name) => name !== "a")).toEqual([]);
});

test("a new file never takes the place of one that appeared at the last moment", async () => {
  const { root } = makeTempPlace();
  const onStep = (step: WriteStep): void => (step === "checked" ? writeFileSync(join(root, "a"), "first") : undefined);
  expect(await codeOf(replaceFile(join(root, "a"), bytes("new"), { onStep, expect: "missing" }))).toBe("exists");
  expect(readFileSync(join(root, "a"), "utf8")).toBe("first");
  expect(readdirSync(root)).toEqual(["a"]);
});

test.each(steps)("a directory swapped for a link at %s cannot lead the write outside", async (when) => {
  const { root, outside } = makeTempPlace({ "d/a": "old" });
  writeFileSync(join(outside, "a"), "not yours");
  const onStep = (step: WriteStep): void => {
    if (step === when) {
      renameSync(join(root, "d"), join(root, "moved"));
      symlinkSync(outside, join(root, "d"));
    }
  };
  const expected = { hash: hashBytes(bytes("old")) };
  await codeOf(replaceFile(join(root, "d", "a"), bytes("new"), { onStep, expect: expected }));
  expect(readdirSync(outside)).toEqual(["a"]);
  expect(readFileSync(join(outside, "a"), "utf8")).toBe("not yours");
  expect(readdirSync(join(root, "moved"))).toEqual(["a"]);
});

test.each(["d", "d/e"])("with %s a link from the start, nothing is written through it", async (linked) => {
  const { root, outside } = makeTempPlace();
  mkdirSync(join(outside, "e"));
  mkdirSync(join(root, linked, ".."), { recursive: true });
  symlinkSync(linked === "d" ? outside : join(outside, "e"), join(root, linked));
  expect(await codeOf(replaceFile(join(root, "d/e/a"), bytes("new")))).toBe("stale");
  expect(readdirSync(join(outside, "e"))).toEqual([]);
});

test.each(["darwin", "win32"])(
  "the way by paths, as on %s, writes, and refuses a directory that was swapped",
  async (platform) => {
    pretendPlatform(platform);
    const { root, outside } = makeTempPlace({ "d/a": "old" });
    writeFileSync(join(outside, "a"), "not yours");
    const expected = (text: string) => ({ expect: { hash: hashBytes(bytes(text)) } });
    await replaceFile(join(root, "d/a"), bytes("new"), expected("old"));
    expect(readFileSync(join(root, "d/a"), "utf8")).toBe("new");
    for (const when of steps.slice(0, 4)) {
      const onStep = (step: WriteStep): void => {
        if (step === when) {
          renameSync(join(root, "d"), join(root, "moved"));
          symlinkSync(outside, join(root, "d"));
        }
      };
      expect(await codeOf(replaceFile(join(root, "d/a"), bytes("x"), { onStep, ...expected("not yours") }))).toBe(
        "stale",
      );
      rmSync(join(root, "d"));
      renameSync(join(root, "moved"), join(root, "d"));
    }
    expect(readdirSync(outside)).toEqual(["a"]);
    expect(readFileSync(join(outside, "a"), "utf8")).toBe("not yours");
  },
);

test("a file that nobody may write is refused, also for the superuser", async () => {
  const { root } = makeTempPlace({ a: "old" });
  chmodSync(join(root, "a"), 0o444);
  await expect(replaceFile(join(root, "a"), bytes("new"))).rejects.toThrow(
    '"a" has the mode 444: nobody may write it.',
  );
  expect(readFileSync(join(root, "a"), "utf8")).toBe("old");
});

test("other names of the same file are counted and keep the old bytes", async () => {
  const { root } = makeTempPlace({ a: "old" });
  linkSync(join(root, "a"), join(root, "b"));
  expect(await replaceFile(join(root, "a"), bytes("new"))).toEqual({ otherLinks: 1 });
  expect(readFileSync(join(root, "b"), "utf8")).toBe("old");
});

test("what dead processes left behind is swept, what others are writing is not", async () => {
  const { root } = makeTempPlace({ a: "old", ".outrider-notes.tmp": "the user's own" });
  const mark = createHash("sha256").update(ownSystem()).digest("hex").slice(0, 6);
  const dead = `.outrider-${2 ** 22 + 1}-${mark}00000001.tmp`;
  const reused = `.outrider-${process.pid}-${mark}00000002.tmp`;
  const other = `.outrider-${process.ppid}-${mark}00000003.tmp`;
  const foreign = `.outrider-${2 ** 22 + 1}-00000000000004.tmp`;
  const foreignOld = `.outrider-1-00000000000005.tmp`;
  for (const name of [dead, reused, other, foreign, foreignOld]) writeFileSync(join(root, name), "half");
  utimesSync(join(root, foreignOld), 1, 1);
  await replaceFile(join(root, "a"), bytes("new"));
  expect(readdirSync(root).toSorted()).toEqual([foreign, other, ".outrider-notes.tmp", "a"].toSorted());
});

test("a directory that may not be written to is told in a sentence", async (context) => {
  context.skip(process.getuid?.() === 0, "the superuser may write everywhere");
  const { root } = makeTempPlace({ "d/a": "old" });
  chmodSync(join(root, "d"), 0o555);
  expect(await codeOf(replaceFile(join(root, "d/a"), bytes("new")))).toBe("no_permission");
  chmodSync(join(root, "d"), 0o755);
  expect(existsSync(join(root, "d/a"))).toBe(true);
});

function pretendPlatform(platform: string): void {
  const { platform: real } = process;
  Object.defineProperty(process, "platform", { value: platform });
  onTestFinished(() => {
    Object.defineProperty(process, "platform", { value: real });
  });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "done";
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
}
