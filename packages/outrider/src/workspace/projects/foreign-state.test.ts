import { createHash } from "node:crypto";
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { canGiveAway, chownAll, nobody } from "../../../../toolwright/test/other-user.ts";
import { bundleFixture, startProcess } from "../../../test/support/writer-processes.ts";
import { openLockDirectories } from "./lock-directory.ts";
import { openStateDirectory } from "./open-state-directory.ts";
import { openMeetingDirectory, userIdIn } from "./user-state.ts";
import { userStateDirectory } from "./user-state-directory.ts";

const isPosix = process.platform !== "win32";

afterEach(() => void vi.unstubAllEnvs());

test.runIf(canGiveAway)("a folder of another user among ours is not used", async () => {
  const { root } = makeTempPlace();
  const state = openStateDirectory({ root, stateDir: undefined, readOnly: false });
  const folder = await state.local();
  writeFiles(folder, { "libraries/known.json": "{}" });
  chownAll(folder, nobody);
  await expect(state.localPath("libraries")).rejects.toMatchObject({ code: "unsafe_state" });
  await expect(state.local("libraries")).rejects.toThrow("belongs to another user");
});

test("the folder of one project tells nothing about another", async () => {
  const { id } = await userIdIn([userStateDirectory()]);
  const folders = await Promise.all(
    [makeTempPlace(), makeTempPlace()].map(async ({ root }) =>
      basename(await openStateDirectory({ root, stateDir: undefined, readOnly: false }).localPath()),
    ),
  );
  expect(new Set([...folders, `local-${id}`]).size).toBe(3);
});

test.runIf(canGiveAway)("an id that another user has written is not ours", async () => {
  const { outside, temp } = makeTempPlace();
  for (const directory of [outside, temp]) writeFileSync(join(directory, "id"), "0123456789abcdef");
  chownSync(join(outside, "id"), nobody, nobody);
  chownSync(temp, nobody, nobody);
  for (const directory of [outside, temp]) {
    const found = await userIdIn([directory]);
    expect(found.kept).toBe(false);
    expect(found.id).not.toBe("0123456789abcdef");
  }
});

test.runIf(isPosix)("without a home the id cannot be guessed, and it is said that state is not kept", async () => {
  vi.stubEnv("XDG_STATE_HOME", "/dev/null/state");
  const { root, outside } = makeTempPlace();
  const state = openStateDirectory({ root, stateDir: undefined, readOnly: false });
  const host = process.env["HOSTNAME"] ?? "";
  const guess = createHash("sha256")
    .update(`${process.getuid?.() ?? ""}:${host}:${homedir()}`)
    .digest("hex");
  expect(await state.localPath()).toMatch(/local-[0-9a-f]{16}$/);
  expect(await state.localPath()).not.toContain(guess.slice(0, 12));
  expect(await state.problems()).toEqual([expect.stringContaining("State is not kept")]);
  const told = openStateDirectory({ root, stateDir: outside, readOnly: false });
  expect(await told.problems()).toEqual([]);
  expect(readFileSync(join(outside, "id"), "utf8")).toMatch(/^[0-9a-f]{16}$/);
});

test.runIf(isPosix)(
  "processes without a home keep their state apart and still wait for each other",
  async () => {
    const { root, temp, base } = makeTempPlace({ counter: "0" });
    const script = bundleFixture("state-process", base);
    vi.stubEnv("XDG_STATE_HOME", "/dev/null/state");
    vi.stubEnv("TMPDIR", temp);
    const uid = canGiveAway ? nobody : process.getuid?.();
    if (canGiveAway) {
      chmodSync(base, 0o755);
      chmodSync(temp, 0o1777);
      chownAll(root, nobody);
    }
    const ends = await Promise.all([1, 2, 3].map(() => startProcess([script, root, "25", String(uid)]).end));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readFileSync(join(root, "counter"), "utf8")).toBe("75");
    expect(new Set(ends.map(({ output }) => output)).size).toBe(3);
    for (const { output } of ends) expect(output).toContain("State is not kept");
  },
  120_000,
);

test.runIf(isPosix)("locks are not put where others may write", async () => {
  vi.stubEnv("XDG_STATE_HOME", "/dev/null/state");
  const { root, temp } = makeTempPlace();
  vi.stubEnv("TMPDIR", temp);
  const meeting = join(temp, `outrider-${process.getuid?.()}`);
  const [directory = ""] = await openLockDirectories({ root, lockRoot: root });
  expect(directory.startsWith(meeting)).toBe(true);
  expect(lstatSync(meeting).mode & 0o777).toBe(0o700);
  chmodSync(meeting, 0o777);
  await expect(openMeetingDirectory("locks")).rejects.toMatchObject({ code: "no_lock" });
  chmodSync(meeting, 0o700);
  if (!canGiveAway) return;
  chownSync(meeting, nobody, nobody);
  await expect(openLockDirectories({ root, lockRoot: root })).rejects.toThrow("XDG_STATE_HOME");
});

test.runIf(canGiveAway)("locks are not put into a state directory of another user", async () => {
  const { root, outside, temp } = makeTempPlace();
  vi.stubEnv("XDG_STATE_HOME", outside);
  vi.stubEnv("TMPDIR", temp);
  mkdirSync(join(outside, "outrider"));
  chownSync(join(outside, "outrider"), nobody, nobody);
  const [directory = ""] = await openLockDirectories({ root, lockRoot: root });
  expect(directory.startsWith(temp)).toBe(true);
});
