import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { openFileThreads } from "../../thread-files/file-threads.ts";
import type { LogEntry } from "./entries.ts";
import { createMemoryThreads } from "./memory-store.ts";
import { threadStoreChecks } from "./store-checks.ts";
import { pruneThreads, type ThreadStore } from "./thread-store.ts";

const drivers: readonly { readonly name: string; readonly openStore: () => Promise<ThreadStore> }[] = [
  { name: "memory", openStore: async () => createMemoryThreads() },
  { name: "file", openStore: async () => openFileThreads({ directory: await temporaryDirectory() }) },
];

describe.each(drivers)("threads in $name", ({ openStore }) => {
  test.each(threadStoreChecks)("$title", async ({ run }) => {
    const store = await openStore();
    await expect(run(store)).resolves.toBeUndefined();
    await store.close();
  });

  verifies("agent:deletion", "the oldest threads are deleted with everything in them, and open ones stay", async () => {
    const store = await openStore();
    for (const [index, thread] of ["old", "open", "new", "newest"].entries()) {
      const log = await store.open(thread);
      await log.append([entryAt(1, index * 1_000)]);
      await log.close();
    }
    const open = await store.open("open");
    expect(await pruneThreads(store, { maxThreads: 3, now: 3_000 })).toEqual(["old"]);
    expect(await pruneThreads(store, { maxAgeMs: 500, now: 3_000 })).toEqual(["new"]);
    await open.close();
    expect((await store.list()).map(({ thread }) => thread).toSorted()).toEqual(["newest", "open"]);
    for (const thread of ["old", "new"]) expect(await store.read(thread)).toEqual([]);
  });
});

test("a check fails for a store that breaks its rule", async () => {
  const forgetful: ThreadStore = { ...createMemoryThreads(), read: async () => [] };
  const results = await Promise.allSettled(threadStoreChecks.map(({ run }) => run(forgetful)));
  expect(results.filter(({ status }) => status === "rejected").length).toBeGreaterThan(3);
});

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-threads-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function entryAt(seq: number, time: number): LogEntry {
  return { id: `e${seq}`, seq, time, type: "user", content: [{ type: "text", text: "hello" }] };
}
