import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openRecordLog, type RecordLog } from "../src/indexing/log/record-log.ts";
import { mountSmall } from "./support/mount-small.ts";
import { countedFile, counts } from "./support/record-log-kit.ts";
import { makeTempPlace } from "./support/temp-project.ts";
import { bundleFixture, startProcess } from "./support/writer-processes.ts";
import { proofSize, seededRandom } from "../../toolwright/test/proof-size.ts";

const openShared = (directory: string): RecordLog => openRecordLog({ directory, identity: "shared" });

function makePlaces(): { readonly script: string; readonly directory: string } {
  const { root, temp } = makeTempPlace();
  return { script: bundleFixture("index-log-process", temp), directory: root };
}

test("two processes append and compact at once while a third reads along: nothing is lost, torn or mixed", async () => {
  const { script, directory } = makePlaces();
  const rounds = 150;
  const both = ["one", "two"].map((name) => startProcess([script, directory, name, "append", String(rounds), "3000"]));
  const all = Promise.all(both.map(({ end }) => end));
  const reader = openShared(directory);
  await reader.load();
  const last = new Map<string, number>();
  let reads = 0;
  while ((await Promise.race([all, setTimeout(1, "running")])) === "running") {
    const { changed } = await reader.readOn();
    reads += changed.length > 0 ? 1 : 0;
    for (const [path, count] of Object.entries(counts(reader.files))) {
      // Only the shared one can go back, as the two take turns.
      expect(count).toBeGreaterThanOrEqual(path === "shared" ? 0 : (last.get(path) ?? 0));
      last.set(path, count);
    }
  }
  expect((await all).map(({ code, output }) => [code, output.split("\n").at(-2)])).toEqual([
    [0, String(rounds - 1)],
    [0, String(rounds - 1)],
  ]);
  await reader.readOn();
  const found = counts(await openShared(directory).load());
  expect(counts(reader.files)).toEqual(found);
  const expected = Object.fromEntries(
    ["one", "two"].flatMap((name) => [
      [`${name}-even`, rounds - 2],
      [`${name}-last`, rounds - 1],
      [`${name}-passing`, rounds - 1],
    ]),
  );
  expect(found).toEqual({ ...expected, shared: rounds - 1 });
  expect(readdirSync(directory)).toEqual(["symbols.log"]);
  expect(reads).toBeGreaterThan(10);
  console.log(`${2 * rounds} appends by two processes, ${reads} reads with news meanwhile`);
});

const kills = proofSize(50, 12);
const random = seededRandom();

test(`killed ${kills} times while appending and compacting, a log loads, and has all that was reported as written`, async () => {
  const { script, directory } = makePlaces();
  const tally = { rounds: 0, locks: 0, temps: 0 };
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < kills / 2; round += 1) {
    const both = ["one", "two"].map((name) => ({
      name,
      ...startProcess([script, directory, name, "append", "100000", "100000"]),
    }));
    for (const { child, ready } of both) {
      await ready;
      await setTimeout(random() * 25);
      child.kill("SIGKILL");
    }
    for (const { name, end } of both) {
      const { signal, output } = await end;
      const lines = output.split("\n").slice(0, -1);
      expect([signal, lines.filter((line) => !/^\d+$/.test(line))]).toEqual(["SIGKILL", []]);
      tally.rounds += lines.length;
      acknowledged.set(name, Number(lines.at(-1)));
    }
    const names = readdirSync(directory);
    tally.locks += names.includes("append.lock") ? 1 : 0;
    tally.temps += names.some((name) => name.endsWith(".tmp")) ? 1 : 0;
    const log = openShared(directory);
    const found = counts(await log.load());
    // One more may be in the file than its process lived to tell.
    for (const [name, count] of acknowledged) {
      expect([count, count + 1]).toContain(found[`${name}-last`]);
    }
    await log.append([{ path: "judge", ...countedFile(round, 10) }]);
    expect(log.problem).toBeUndefined();
    expect(counts(await openShared(directory).load())).toEqual({ ...found, judge: round });
  }
  expect(tally.rounds).toBeGreaterThan(kills);
  console.log(
    `${kills} kills, ${tally.rounds} appends; left behind: a lock ${tally.locks} times, a temp ${tally.temps}`,
  );
});

test("of four processes that start together one builds, and the others have its records when they are done", async () => {
  const { script, directory } = makePlaces();
  const all = ["a", "b", "c", "d"].map((name) => startProcess([script, directory, name, "build", "30", "100"]).end);
  const outputs = (await Promise.all(all)).map(({ output }) =>
    output.split("\n").filter((line) => !/^\d*$/.test(line)),
  );
  expect(outputs.map((lines) => lines.at(-1))).toEqual(["has 5", "has 5", "has 5", "has 5"]);
  expect(outputs.filter((lines) => lines.includes("building")).length).toBe(1);
});

test("when the one that builds is killed, the next takes over", async () => {
  const { script, directory } = makePlaces();
  const first = startProcess([script, directory, "first", "build", "100000", "100"]);
  await first.ready;
  const second = startProcess([script, directory, "second", "build", "5", "100"]);
  await setTimeout(50);
  first.child.kill("SIGKILL");
  await first.end;
  expect((await second.end).code).toBe(0);
  const found = counts(await openShared(directory).load());
  expect(found).toMatchObject({ built: 1, "second-last": 4 });
});

test("on a full disk the records stay in memory, the file stays whole, and room lets it go on", async (context) => {
  const disk = mountSmall(context, makeTempPlace().root);
  const log = openShared(disk);
  await log.append([{ path: "first", ...countedFile(1, 300_000) }]);
  await log.append([
    { path: "fits", ...countedFile(2, 100_000) },
    { path: "big", ...countedFile(3, 900_000) },
  ]);
  expect(log.problem).toContain("no room on the disk");
  expect(counts(log.files)).toEqual({ big: 3, first: 1, fits: 2 });
  // The whole one of the two is in the file, and the torn one was cut off.
  expect(counts(await openShared(disk).load())).toEqual({ first: 1, fits: 2 });
  expect(readdirSync(disk)).toEqual(["symbols.log"]);
  await log.append([{ path: "small", ...countedFile(4, 10) }], ["big"]);
  expect(log.problem).toBeUndefined();
  expect(counts(await openShared(disk).load())).toEqual({ first: 1, fits: 2, small: 4 });
  writeFileSync(join(disk, "filler"), Buffer.alloc(200_000));
  await log.append([{ path: "first", ...countedFile(5, 300_000) }]);
  expect(counts(log.files)).toEqual({ first: 5, fits: 2, small: 4 });
  expect(counts(await openShared(disk).load())["small"]).toBe(4);
  rmSync(join(disk, "filler"));
  await log.close();
  expect(counts(await openShared(disk).load())).toEqual({ first: 5, fits: 2, small: 4 });
});

test("on a disk that is read-only a log is read, and what is new stays in memory", async (context) => {
  const disk = mountSmall(context, makeTempPlace().root);
  await openShared(disk).append([{ path: "old", ...countedFile(1, 100) }]);
  execFileSync("mount", ["-o", "remount,ro", disk], { stdio: "pipe" });
  const log = openShared(disk);
  expect(counts(await log.load())).toEqual({ old: 1 });
  await log.append([{ path: "new", ...countedFile(2, 100) }]);
  expect(log.problem).toContain("mounted read-only");
  expect(counts(log.files)).toEqual({ new: 2, old: 1 });
  expect(await log.tryWriter(async () => "built")).toEqual({ value: "built" });
  await log.close();
});
