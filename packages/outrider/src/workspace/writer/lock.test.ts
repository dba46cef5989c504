import { readdirSync, readFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { withLock } from "./lock.ts";
import { ownIdentity } from "./running.ts";

const never = new AbortController().signal;
const gonePid = 2 ** 22 + 1;
const token = (digit: string): string => digit.repeat(32);

function owner(digit: string, change: object = {}): string {
  return JSON.stringify({ token: token(digit), ...ownIdentity(), ...change });
}

test("one at a time, in the order of asking, and nothing is left behind", async () => {
  const { temp } = makeTempPlace();
  const order: number[] = [];
  let inside = 0;
  const one = (index: number): Promise<void> =>
    withLock(temp, "write", { lockMs: 60_000, signal: never }, async ({ verify }) => {
      inside += 1;
      expect(inside).toBe(1);
      await verify();
      order.push(index);
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 30 }, (_, index) => one(index)));
  expect(order).toEqual(Array.from({ length: 30 }, (_, index) => index));
  expect(readdirSync(temp)).toEqual([]);
});

test("the lock is given back when the work fails", async () => {
  const { temp } = makeTempPlace();
  const failing = withLock(temp, "write", { lockMs: 60_000, signal: never }, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(readdirSync(temp)).toEqual([]);
});

test("waiting for a call of the same process ends with the budget", async () => {
  const { temp } = makeTempPlace();
  await withLock(temp, "write", { lockMs: 60_000, signal: never }, async () => {
    expect(await textOf(attempt(temp, 60))).toMatch(
      /^locked: .*an earlier call of this server is still writing\. Waited 0\.1 s/,
    );
  });
  expect(await attempt(temp, 60_000)).toBe("in");
});

test("a living owner is waited for, and the error says who it is", async () => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, "write.lock"), owner("a", { pid: process.ppid, started: "" }));
  const text = await textOf(attempt(temp, 80));
  expect(text).toContain(`process ${process.ppid} on ${ownIdentity().host} has held it for `);
  expect(text).toMatch(/Waited \d/);
  expect(readdirSync(temp)).toEqual(["write.lock"]);
});

test("an abort ends the wait at once, in the queue and before the file", async () => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, "write.lock"), owner("a", { pid: process.ppid, started: "" }));
  const control = new AbortController();
  const waiting = [1, 2].map(() => withLock(temp, "write", { lockMs: 60_000, signal: control.signal }, never_));
  control.abort(new Error("enough"));
  const ends = await Promise.allSettled(waiting);
  expect(ends.map((end) => end.status === "rejected" && String(end.reason))).toEqual([
    "Error: enough",
    "Error: enough",
  ]);
});

test.each([
  ["whose process is gone", owner("a", { pid: gonePid })],
  ["whose number another process has by now", owner("a", { pid: process.ppid, started: "1" })],
])("a lock %s is taken over at once", async (_, content) => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, "write.lock"), content);
  expect(await attempt(temp, 60_000)).toBe("in");
  expect(readdirSync(temp)).toEqual([]);
});

test.each([
  ["empty", ""],
  ["cut off", owner("a").slice(0, 40)],
  ["no lock at all", '{"token":"../../escape","pid":1,"started":"","host":"","system":""}'],
])("a lock file that is %s is a lock for two seconds and then taken over", async (_, content) => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, "write.lock"), content);
  expect(await textOf(attempt(temp, 30))).toContain("a process that did not say who it is");
  age(join(temp, "write.lock"), 3);
  expect(await attempt(temp, 60_000)).toBe("in");
  expect(readdirSync(temp)).toEqual([]);
});

test("a link in place of the lock is not followed", async () => {
  const { temp, outside } = makeTempPlace();
  writeFileSync(join(outside, "precious"), "kept");
  symlinkSync(join(outside, "precious"), join(temp, "write.lock"));
  expect(await textOf(attempt(temp, 30))).toContain("locked");
  expect(readFileSync(join(outside, "precious"), "utf8")).toBe("kept");
});

test("a lock of another machine is respected for two minutes", async () => {
  const { temp } = makeTempPlace();
  const file = join(temp, "write.lock");
  writeFileSync(file, owner("a", { pid: 1, host: "elsewhere", system: "elsewhere" }));
  age(file, 110);
  expect(await textOf(attempt(temp, 30))).toContain("process 1 on elsewhere has held it for 110.");
  age(file, 130);
  expect(await attempt(temp, 60_000)).toBe("in");
  expect(readdirSync(temp)).toEqual([]);
});

test("the claim of a taker that died is taken over, however many died", async () => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, "write.lock"), owner("a", { pid: gonePid }));
  writeFileSync(join(temp, `claim-${token("a")}`), owner("b", { pid: gonePid }));
  writeFileSync(join(temp, `claim-${token("b")}`), owner("c", { pid: gonePid }));
  expect(await attempt(temp, 60_000)).toBe("in");
  expect(readdirSync(temp)).toEqual([]);
});

test("the claim of a taker that lives keeps others from taking over", async () => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, "write.lock"), owner("a", { pid: gonePid }));
  writeFileSync(join(temp, `claim-${token("a")}`), owner("b", { pid: process.ppid, started: "" }));
  expect(await textOf(attempt(temp, 50))).toContain("locked");
  expect(readdirSync(temp)).toEqual([`claim-${token("a")}`, "write.lock"]);
});

test("claims that dead takers left without use are swept", async () => {
  const { temp } = makeTempPlace();
  writeFileSync(join(temp, `claim-${token("a")}`), owner("b", { pid: gonePid }));
  expect(await attempt(temp, 60_000)).toBe("in");
  expect(readdirSync(temp)).toEqual([]);
});

test("who lost the lock is told before it writes, and leaves the new owner's lock alone", async () => {
  const { temp } = makeTempPlace();
  const work = withLock(temp, "write", { lockMs: 60_000, signal: never }, async ({ verify }) => {
    writeFileSync(join(temp, "write.lock"), owner("f"));
    await verify();
  });
  expect(await textOf(work)).toContain("locked: Another process took over the lock");
  expect(readFileSync(join(temp, "write.lock"), "utf8")).toBe(owner("f"));
});

test("a directory in place of the lock is no deadlock of the process but an error", async () => {
  const { temp } = makeTempPlace();
  mkdirSync(join(temp, "write.lock"));
  expect(await textOf(attempt(temp, 30))).toContain("locked");
});

const never_ = (): Promise<string> => Promise.resolve("never");

function attempt(directory: string, lockMs: number): Promise<string> {
  return withLock(directory, "write", { lockMs, signal: never }, () => Promise.resolve("in"));
}

function age(file: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  utimesSync(file, then, then);
}

async function textOf(promise: Promise<unknown>): Promise<string> {
  try {
    return String(await promise);
  } catch (error) {
    return isToolError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}
