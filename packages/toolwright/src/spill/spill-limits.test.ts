import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { openSpillStore, type SpillStoreOptions } from "./spill-store.ts";

const about = { tool: "grep", callId: "c1" };
const hour = 3_600_000;
const started = 1_800_000_000_000;

async function openWithClock(options: Partial<SpillStoreOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-spill-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const clock = { now: started };
  return { directory, clock, store: openSpillStore({ directory, now: () => clock.now, ...options }) };
}

async function bytesIn(directory: string): Promise<number> {
  const sizes = (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

verifies("output:spill-quota", "the oldest go first, even within one millisecond", async () => {
  const { directory, store } = await openWithClock({ quotaBytes: 10_000 });
  const handles: string[] = [];
  for (let index = 0; index < 12; index += 1) handles.push((await store.write(`${index}`.repeat(1500), about)).handle);
  expect(await bytesIn(directory)).toBeLessThanOrEqual(10_000);
  const kept = await Promise.all(
    handles.map((handle) =>
      store.read(handle).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(3);
  expect(kept).toEqual(kept.toSorted((a, b) => Number(a) - Number(b)));
  expect(kept.at(-1)).toBe(true);
});

verifies("output:spill-quota", "one that takes all the room is kept alone", async () => {
  const { directory, store } = await openWithClock({ quotaBytes: 10_000 });
  await store.write("small", about);
  const { handle } = await store.write("x".repeat(9900), about);
  expect(await readdir(directory)).toHaveLength(1);
  expect((await store.read(handle)).text).toHaveLength(9900);
});

verifies("output:spill-quota", "one larger than the quota is refused and costs the others nothing", async () => {
  const { store } = await openWithClock({ quotaBytes: 10_000 });
  const { handle } = await store.write("small", about);
  await expect(store.write("x".repeat(10_001), about)).rejects.toMatchObject({
    code: "spill_failed",
    message: "The output of 10001 bytes is larger than the whole quota of 10000 bytes.",
  });
  expect((await store.read(handle)).text).toBe("small");
});

verifies("output:spill-quota", "concurrent writes of one process keep to it", async () => {
  const { directory, store } = await openWithClock({ quotaBytes: 10_000 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => store.write(`${index % 10}`.repeat(1500), about)));
  expect(await bytesIn(directory)).toBeLessThanOrEqual(10_000);
  expect((await readdir(directory)).every((name) => name.endsWith(".out"))).toBe(true);
});

verifies("output:spill-expiry", "readable until expiresAt, then not; removed by the next write", async () => {
  const { directory, clock, store } = await openWithClock();
  const { handle, expiresAt } = await store.write("old", about);
  expect(expiresAt).toBe(started + 24 * hour);
  clock.now = expiresAt - 1;
  expect((await store.read(handle)).text).toBe("old");
  clock.now = expiresAt;
  await expect(store.read(handle)).rejects.toThrow("it has expired. Repeat the call that made it");
  await store.write("new", about);
  expect(await readdir(directory)).toHaveLength(1);
});

verifies("output:spill-quota", "outputs dated in the future by a clock set back count and make room", async () => {
  const { directory, clock, store } = await openWithClock({ quotaBytes: 10_000 });
  clock.now = started + 48 * hour;
  await store.write("x".repeat(6000), about);
  clock.now = started;
  const after = openSpillStore({ directory, now: () => clock.now, quotaBytes: 10_000 });
  await after.write("y".repeat(6000), about);
  expect(await bytesIn(directory)).toBeLessThanOrEqual(10_000);
});

verifies("output:spill-quota", "the output just written is never the one to go", async () => {
  const { directory, clock, store } = await openWithClock({ quotaBytes: 10_000 });
  clock.now = started + 30_000;
  await store.write("x".repeat(6000), about);
  const behind = openSpillStore({ directory, now: () => started, quotaBytes: 10_000 });
  const { handle } = await behind.write("y".repeat(6000), about);
  expect((await behind.read(handle)).text).toHaveLength(6000);
});

verifies(
  "output:spill-whole",
  "temporary files are no outputs; they are swept after an hour, foreign files never",
  async () => {
    const { directory, store } = await openWithClock();
    const leave = async (name: string, age: number) => {
      await writeFile(join(directory, name), "part");
      await utimes(join(directory, name), (Date.now() - age) / 1000, (Date.now() - age) / 1000);
    };
    await leave("aaaaaaaaaaaaaaaa.tmp", hour + 60_000);
    await leave("bbbbbbbbbbbbbbbb.tmp", hour - 60_000);
    await leave("notes.tmp", 90 * hour);
    await leave("notes.out", 90 * hour);
    await expect(store.read("@out_aaaaaaaaaaaaaaaa")).rejects.toMatchObject({ code: "unknown_handle" });
    await store.write("text", about);
    const left = (await readdir(directory)).filter((name) => !/^[a-z2-7]{16}\.out$/.test(name)).sort();
    expect(left).toEqual(["bbbbbbbbbbbbbbbb.tmp", "notes.out", "notes.tmp"]);
  },
);

verifies("output:spill-whole", "a file cut short by a crash is not read", async () => {
  const { directory, store } = await openWithClock();
  const { handle } = await store.write("all of it\n", about);
  const path = join(directory, `${handle.slice(5)}.out`);
  await writeFile(path, '{"version":1,"tool":"grep","callId":"c1","bytes":10,"lines":1}\nall');
  await utimes(path, started / 1000, started / 1000);
  await expect(store.read(handle)).rejects.toThrow("its file is damaged");
  await writeFile(path, "");
  await utimes(path, started / 1000, started / 1000);
  await expect(store.read(handle)).rejects.toMatchObject({ code: "unknown_handle" });
});
