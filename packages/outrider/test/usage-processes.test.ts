import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openUsageLog } from "../src/usage/open-usage-log.ts";
import { readUsage } from "../src/usage/read-usage.ts";
import { mountSmall } from "./support/mount-small.ts";
import { makeTempPlace } from "./support/temp-project.ts";
import { bundleFixture, startProcess } from "./support/writer-processes.ts";

test("four processes write at once, and every call is there once", async () => {
  const { root, temp } = makeTempPlace();
  const script = bundleFixture("usage-process", temp);
  const names = ["a", "b", "c", "d"];
  const ends = await Promise.all(names.map((name) => startProcess([script, root, name, "200"]).end));
  expect(ends.map(({ code, output }) => [code, output.trimEnd().split("\n").at(-1)])).toEqual(
    names.map(() => [0, "12800"]),
  );
  const usage = await readUsage(root);
  expect(usage).toMatchObject({ calls: 51_200, lost: 0 });
  expect(usage.tools.map(({ tool, calls }) => [tool, calls])).toEqual(names.map((name) => [name, 12_800]));
});

test("a process that is killed costs at most what it had not written, and nobody else anything", async () => {
  const { root, temp } = makeTempPlace();
  const script = bundleFixture("usage-process", temp);
  const witness = startProcess([script, root, "witness", "100000"]);
  const confirmed = new Map<string, number>();
  const kills = 12;
  for (let round = 0; round < kills; round += 1) {
    const victim = startProcess([script, root, `victim-${round}`, "100000"]);
    await victim.ready;
    // Each after another number of batches, to meet other moments.
    for (let batch = 0; batch < round; batch += 1) await once(victim.child.stdout, "data");
    victim.child.kill("SIGKILL");
    confirmed.set(`victim-${round}`, lastCount((await victim.end).output));
  }
  witness.child.kill("SIGKILL");
  confirmed.set("witness", lastCount((await witness.end).output));
  const usage = await readUsage(root);
  // At most the line that each was killed in.
  expect(usage.lost).toBeLessThanOrEqual(kills + 1);
  const counted = new Map(usage.tools.map(({ tool, calls }) => [tool, calls]));
  for (const [tool, calls] of confirmed) {
    expect(calls).toBeGreaterThan(0);
    expect(counted.get(tool), tool).toBeGreaterThanOrEqual(calls);
    expect(counted.get(tool), tool).toBeLessThanOrEqual(calls + 64 * 2);
  }
});

/** Of the last line that was told whole. */
function lastCount(output: string): number {
  return Number(output.slice(0, output.lastIndexOf("\n")).split("\n").at(-1));
}

test("on a full disk the whole lines count, and how many calls are missing is told when there is room", async (context) => {
  const disk = mountSmall(context, makeTempPlace().root);
  const folder = join(disk, "usage");
  mkdirSync(folder);
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(2 ** 20 - 4_096));
  const open = () => openUsageLog({ folder: async () => folder, enabled: true });
  const log = open();
  for (let n = 0; n < 64; n += 1) record(log);
  await log.close();
  const { written, lost } = log.stats();
  expect(written).toBeGreaterThan(0);
  expect(lost).toBe(64 - written);
  // The line that was cut off.
  expect(await readUsage(folder)).toMatchObject({ calls: written, lost: 1 });
  rmSync(filler);
  const next = open();
  record(next);
  await next.close();
  expect(await readUsage(folder)).toMatchObject({ calls: written + 1, lost: 1 });
});

function record(log: ReturnType<typeof openUsageLog>): void {
  const facts = { callId: "c", tool: "say", durationMs: 1, notes: [] };
  const outcome = { ...facts, status: "ok" as const, text: "hello world", value: 1 };
  log.record({ type: "call-end", callId: "c", tool: "say", outcome });
}
