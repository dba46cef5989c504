import type * as fileSystem from "node:fs/promises";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Deferred, deferred } from "../tool/deferred.ts";
import { findLockHolder, takeProcessLock, type ProcessLock } from "./process-lock.ts";

interface Gate {
  readonly reached: Deferred<void>;
  readonly opened: Deferred<void>;
}

/** The file system is the real one; a test may only hold up the next call of a function. */
const gates = vi.hoisted(() => new Map<string, Gate>());

/** As on exFAT. */
const linkless = vi.hoisted(() => ({ value: false }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof fileSystem>();
  const pass = async (name: string): Promise<void> => {
    const gate = gates.get(name);
    gates.delete(name);
    gate?.reached.resolve();
    await gate?.opened.promise;
  };
  return {
    ...real,
    link: async (from: string, to: string) => {
      await pass("link");
      if (linkless.value) throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
      return await real.link(from, to);
    },
    readdir: async (path: string) => {
      await pass("readdir");
      return await real.readdir(path);
    },
    writeFile: async (...args: Parameters<typeof real.writeFile>) => {
      await real.writeFile(...args);
      await pass("writeFile");
    },
  };
});

test("a release takes away no claim that was made in the place of an old one", async () => {
  const directory = await temporaryDirectory();
  const gone = { pid: 2 ** 30, started: "1", host: hostname(), boot: "an earlier one" };
  await writeFile(join(directory, "a.1.lock"), JSON.stringify(gone));

  const beforeSlow = hold("link");
  const slow = takeProcessLock(directory, "a");
  await beforeSlow.reached.promise;
  await release(await takeProcessLock(directory, "a"));
  const beforeLate = hold("link");
  const late = takeProcessLock(directory, "a");
  await beforeLate.reached.promise;

  beforeSlow.opened.resolve();
  const holder = await slow;
  const lateLook = hold("readdir");
  beforeLate.opened.resolve();
  await lateLook.reached.promise;
  await release(holder);
  lateLook.opened.resolve();
  const winner = await late;
  expect(winner).toHaveProperty("release");
  expect(await takeProcessLock(directory, "a")).toEqual({ busy: `Process ${process.pid} holds it.` });
  await release(winner);
  expect(await readdir(directory)).toEqual([]);
});

test("a release takes away no claim in a directory that was made anew", async () => {
  const directory = await temporaryDirectory();
  const first = await takeProcessLock(directory, "a");
  await rm(directory, { recursive: true });
  await mkdir(directory);
  const second = await takeProcessLock(directory, "a");
  await release(first);
  expect(await takeProcessLock(directory, "a")).toEqual({ busy: `Process ${process.pid} holds it.` });
  await release(second);
  expect(await readdir(directory)).toEqual([]);
});

test("a disk that is full while a claim is written keeps nothing of it", async () => {
  const directory = await temporaryDirectory();
  const written = hold("writeFile");
  const taken = takeProcessLock(directory, "a");
  await written.reached.promise;
  written.opened.reject(new Error("no space left"));
  await expect(taken).rejects.toThrow("no space left");
  expect(await readdir(directory)).toEqual([]);
});

test("a lock that fails half-way leaves no claim", async () => {
  const directory = await temporaryDirectory();
  const look = hold("link");
  const taken = takeProcessLock(directory, "a");
  await look.reached.promise;
  const after = hold("readdir");
  look.opened.resolve();
  await after.reached.promise;
  after.opened.reject(new Error("Input/output error"));
  await expect(taken).rejects.toThrow("Input/output error");
  expect(await readdir(directory)).toEqual([]);
});

test("the holder is proven to be the process that took it, and a later one of its number is not", async () => {
  const directory = await temporaryDirectory();
  expect(await findLockHolder(directory, "a")).toBeUndefined();
  const taken = await takeProcessLock(directory, "a");
  // Only Linux tells when a process started.
  expect(await findLockHolder(directory, "a")).toEqual({ pid: process.pid, isProven: process.platform === "linux" });
  await release(taken);
  const later = { pid: process.pid, started: "", host: hostname(), boot: await bootOf(directory) };
  await writeFile(join(directory, "a.1.lock"), JSON.stringify(later));
  expect(await findLockHolder(directory, "a")).toEqual({ pid: process.pid, isProven: false });
  await writeFile(join(directory, "a.1.lock"), JSON.stringify({ ...later, started: "1" }));
  const isTold = process.platform === "linux";
  expect(await findLockHolder(directory, "a")).toEqual(isTold ? undefined : { pid: process.pid, isProven: false });
});

/** As this system names its start. */
async function bootOf(directory: string): Promise<unknown> {
  const taken = await takeProcessLock(directory, "b");
  const { boot } = JSON.parse(await readFile(join(directory, "b.1.lock"), "utf8"));
  await release(taken);
  return boot;
}

function hold(name: string): Gate {
  const gate = { reached: deferred(), opened: deferred() };
  gates.set(name, gate);
  return gate;
}

async function release(taken: ProcessLock | { readonly busy: string }): Promise<void> {
  if ("busy" in taken) throw new Error(taken.busy);
  await taken.release();
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-lock-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

describe("on a file system without links", () => {
  beforeEach(() => {
    linkless.value = true;
    return () => {
      linkless.value = false;
    };
  });

  test("one of many gets the lock, gives it back, and nothing is left", async () => {
    const directory = await mkdtemp(join(tmpdir(), "toolwright-lock-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    for (let round = 0; round < 20; round += 1) {
      const taken = await Promise.all(Array.from({ length: 6 }, () => takeProcessLock(directory, "a")));
      const won = taken.filter((each) => "release" in each);
      expect(won.length).toBeLessThanOrEqual(1);
      for (const each of won) {
        expect(await takeProcessLock(directory, "a")).toEqual({ busy: `Process ${process.pid} holds it.` });
        await each.release();
      }
    }
    const last = await takeProcessLock(directory, "a");
    expect(last).toHaveProperty("release");
    if ("release" in last) await last.release();
    expect(await readdir(directory)).toEqual([]);
  });

  test("the claim of a process that is gone is taken over", async () => {
    const directory = await mkdtemp(join(tmpdir(), "toolwright-lock-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await mkdir(join(directory, "a.1.lock"));
    const gone = { pid: 2 ** 22 + 1, started: "1", host: hostname(), boot: "" };
    await writeFile(join(directory, "a.1.lock", "owner"), JSON.stringify(gone));
    const taken = await takeProcessLock(directory, "a");
    expect(taken).toHaveProperty("release");
    if ("release" in taken) await taken.release();
    expect(await readdir(directory)).toEqual([]);
  });
});
