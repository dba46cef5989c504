import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../agent/log/entries.ts";
import { openFileThreads } from "./file-threads.ts";
import { takeProcessLock } from "../process/process-lock.ts";

test("a line that a crash has cut is left out, wherever it was cut, and the next entry follows the last whole one", async () => {
  const directory = await temporaryDirectory();
  const store = openFileThreads({ directory });
  await writeEntries(directory, [1, 2, 3]);
  const path = await threadFile(directory);
  const whole = await readFile(path);
  const secondEnd = whole.lastIndexOf(10, whole.length - 2) + 1;
  for (let cut = secondEnd; cut < whole.length; cut += 1) {
    await writeFile(path, whole);
    await truncate(path, cut);
    const log = await store.open("a");
    expect(log.entries.map(({ seq }) => seq)).toEqual([1, 2]);
    await log.append([entryAt(3)]);
    await log.close();
    expect(await store.read("a")).toEqual([1, 2, 3].map(entryAt));
  }
});

test("a thread whose first line was cut is an empty one", async () => {
  const directory = await temporaryDirectory();
  await writeEntries(directory, [1]);
  await truncate(await threadFile(directory), 10);
  const store = openFileThreads({ directory });
  await writeEntries(directory, [1, 2]);
  expect(await store.read("a")).toEqual([1, 2].map(entryAt));
});

test("a last line of zeros, as a disk without power leaves it, is left out", async () => {
  const directory = await temporaryDirectory();
  await writeEntries(directory, [1, 2]);
  await appendFile(await threadFile(directory), `${"\0".repeat(80)}\n`);
  expect(await openFileThreads({ directory }).read("a")).toEqual([1, 2].map(entryAt));
});

test("a line that is damaged in the middle is told, and nothing is changed", async () => {
  const directory = await temporaryDirectory();
  await writeEntries(directory, [1, 2, 3]);
  const path = await threadFile(directory);
  const damaged = (await readFile(path, "utf8")).replace('"seq":2', '"seq":7');
  await writeFile(path, damaged);
  const store = openFileThreads({ directory });
  await expect(store.open("a")).rejects.toMatchObject({ code: "thread_damaged" });
  expect(await readFile(path, "utf8")).toBe(damaged);
  // The lock was given back.
  await expect(store.open("a")).rejects.toMatchObject({ code: "thread_damaged" });
});

test("a list has every thread but what cannot be read of a damaged one, and leaves the files of others alone", async () => {
  const directory = await temporaryDirectory();
  await writeEntries(directory, [1, 2, 3]);
  const path = await threadFile(directory);
  await writeFile(path, (await readFile(path, "utf8")).replace('"seq":3', '"seq":7').concat("{}\n"));
  await writeFile(join(directory, "notes.jsonl"), '{"mine":1}\n');
  const store = openFileThreads({ directory });
  expect(await store.list()).toEqual([{ thread: "a", entries: 2, changedAt: 2 }]);
  await expect(store.open("a")).rejects.toMatchObject({ code: "thread_damaged" });
  expect(await store.delete("a")).toBe(true);
  expect(await readdir(directory)).toEqual(["notes.jsonl"]);
});

test("appends and a close at once are done one after the other", async () => {
  const directory = await temporaryDirectory();
  const store = openFileThreads({ directory });
  const log = await store.open("a");
  const appended = [1, 2, 3].map(async (seq) => await log.append([entryAt(seq)]));
  const closed = [log.close(), log.close()];
  await Promise.all([...appended, ...closed]);
  expect(await store.read("a")).toEqual([1, 2, 3].map(entryAt));
  await (await store.open("a")).close();
});

test("a directory that cannot be used says so, whatever is asked of it", async () => {
  const file = join(await temporaryDirectory(), "file");
  await writeFile(file, "");
  const store = openFileThreads({ directory: join(file, "threads") });
  for (const work of [() => store.open("a"), () => store.read("a"), () => store.list(), () => store.delete("a")]) {
    await expect(work()).rejects.toMatchObject({ code: "store_failed", message: expect.stringContaining("ENOTDIR") });
  }
});

test("names that differ in half of a surrogate pair are different threads", async () => {
  const store = openFileThreads({ directory: await temporaryDirectory() });
  for (const [index, thread] of ["\ud800", "\udfff", "\ufffd"].entries()) {
    const log = await store.open(thread);
    await log.append([entryAt(1), { ...entryAt(2), time: index }]);
    await log.close();
    expect((await store.read(thread))[1]?.time).toBe(index);
  }
});

test("a file of a newer version is refused", async () => {
  const directory = await temporaryDirectory();
  await writeEntries(directory, [1]);
  const path = await threadFile(directory);
  await writeFile(path, (await readFile(path, "utf8")).replace('"version":1', '"version":2'));
  const store = openFileThreads({ directory });
  await expect(store.read("a")).rejects.toThrow("it has version 2, and this program knows version 1");
});

test("the lock of a process that was killed is taken over, that of a living one is not", async () => {
  const directory = await temporaryDirectory();
  const module = JSON.stringify(new URL("../process/process-lock.ts", import.meta.url).href);
  const program = `
    import { takeProcessLock } from ${module};
    const taken = await takeProcessLock(${JSON.stringify(directory)}, "a");
    console.log("busy" in taken ? taken.busy : "taken");
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, [
    "--import",
    await typeStripping(directory),
    "--input-type=module",
    "-e",
    program,
  ]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  expect(line).toBe("taken");
  expect(await takeProcessLock(directory, "a")).toEqual({ busy: `Process ${child.pid} holds it.` });
  child.kill("SIGKILL");
  await once(child, "exit");
  const contenders = await Promise.all(Array.from({ length: 6 }, () => takeProcessLock(directory, "a")));
  const won = contenders.filter((each) => "release" in each);
  expect(won.length).toBeLessThanOrEqual(1);
  for (const each of won) await each.release();
  const last = await takeProcessLock(directory, "a");
  expect(last).toHaveProperty("release");
  if ("release" in last) await last.release();
  expect((await readdir(directory)).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

/** Node 20 runs no TypeScript by itself; esbuild is here for the build. */
async function typeStripping(directory: string): Promise<string> {
  const hooks = join(directory, "hooks.mjs");
  const esbuild = JSON.stringify(import.meta.resolve("esbuild"));
  await writeFile(
    hooks,
    `import { transform } from ${esbuild};
     import { readFile } from "node:fs/promises";
     export async function load(url, context, next) {
       if (!url.endsWith(".ts")) return next(url, context);
       const { code } = await transform(await readFile(new URL(url), "utf8"), { loader: "ts", format: "esm" });
       return { format: "module", shortCircuit: true, source: code };
     }`,
  );
  const register = join(directory, "register.mjs");
  await writeFile(register, `import { register } from "node:module"; register(${JSON.stringify(`file://${hooks}`)});`);
  return register;
}

async function writeEntries(directory: string, numbers: readonly number[]): Promise<void> {
  const log = await openFileThreads({ directory }).open("a");
  await log.append(numbers.slice(log.entries.length).map(entryAt));
  await log.close();
}

async function threadFile(directory: string): Promise<string> {
  const name = (await readdir(directory)).find((each) => each.endsWith(".jsonl"));
  return join(directory, name ?? "");
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-threads-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function entryAt(seq: number): LogEntry {
  return { id: `e${seq}`, seq, time: seq, type: "user", content: [{ type: "text", text: `entry ${seq} 🙂` }] };
}
