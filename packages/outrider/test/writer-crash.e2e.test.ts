import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTempPlace } from "./support/temp-project.ts";
import { openWriterKit } from "./support/writer-kit.ts";
import { bundleFixture, startProcess } from "./support/writer-processes.ts";
import { proofSize, seededRandom } from "../../toolwright/test/proof-size.ts";

const signal = new AbortController().signal;
const edits = proofSize(1_000, 100);
const kills = proofSize(200, 15);
const random = seededRandom();
const steps = ["opened", "half-written", "written", "synced", "checked", "renamed"] as const;

test(`two processes edit the same files ${edits} times and nothing is lost or torn`, async () => {
  const { root, temp } = makeTempPlace();
  const names = ["a", "b", "c", "d", "e"];
  const lines = 2000;
  for (const name of names) writeFileSync(join(root, name), "0\n".repeat(lines));
  const script = bundleFixture("writer-process", temp);
  const begun = performance.now();
  const both = [1, 2].map(() => startProcess([script, root, names.join(","), String(edits / 2), String(lines)]));
  const all = Promise.all(both.map((one) => one.end));
  let reads = 0;
  while ((await Promise.race([all, setTimeout(5, "running")])) === "running") {
    expect(readCount(join(root, names[reads % names.length] ?? ""), lines)).toBeGreaterThanOrEqual(0);
    reads += 1;
  }
  expect((await all).map(({ code, output }) => [code, output])).toEqual([
    [0, "writing\n"],
    [0, "writing\n"],
  ]);
  expect(names.map((name) => readCount(join(root, name), lines))).toEqual(names.map(() => edits / names.length));
  expect(reads).toBeGreaterThan(edits / 20);
  expect(readdirSync(root).toSorted()).toEqual([".outrider", ...names]);
  expect(await leftInState(root)).toEqual([]);
  console.log(
    `${edits} edits by two processes: ${Math.round(performance.now() - begun)} ms, ${reads} whole reads meanwhile`,
  );
});

test(`killed in the middle of a write ${kills} times, a file is always the old or the new one`, async () => {
  const { base, temp } = makeTempPlace();
  const script = bundleFixture("writer-process", temp);
  const begun = performance.now();
  const tallies = await Promise.all(["one", "two"].map((name) => killOften(script, join(base, name), kills / 2)));
  const sum = (key: "edits" | "midWrite"): number => tallies.reduce((total, tally) => total + tally[key], 0);
  expect(sum("midWrite")).toBeGreaterThan(kills / 10);
  // Each new process sweeps after the one before it, so that they never pile up.
  expect(tallies.map((tally) => tally.temps)).toEqual([1, 1]);
  const time = Math.round(performance.now() - begun);
  console.log(`${kills} kills: ${time} ms, ${sum("edits")} edits done, ${sum("midWrite")} kills left a temp`);
});

/** Half of the kills come at a certain step, half at any time after the first byte. */
async function killOften(
  script: string,
  root: string,
  times: number,
): Promise<{ edits: number; midWrite: number; temps: number }> {
  const file = join(root, "d", "counted");
  const lines = 20_000;
  const tally = { edits: 0, midWrite: 0, temps: 0 };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "1000\n".repeat(lines));
  for (let round = 0; round < times; round += 1) {
    const atStep = round % 2 === 0 ? [steps[(round / 2) % steps.length] ?? ""] : [];
    const { child, ready, end } = startProcess([script, root, "d/counted", "100000", String(lines), ...atStep]);
    await ready;
    if (atStep.length === 0) {
      await setTimeout(random() * 12);
      child.kill("SIGKILL");
    }
    const { signal: killedBy, output } = await end;
    expect([killedBy, output.replace("writing\n", "")]).toEqual(["SIGKILL", ""]);
    expect(readCount(file, lines)).toBeGreaterThanOrEqual(1000);
    const temps = readdirSync(dirname(file)).filter((name) => name !== "counted");
    tally.midWrite += temps.length > 0 ? 1 : 0;
    tally.temps = Math.max(tally.temps, temps.length);
  }
  const last = startProcess([script, root, "d/counted", "1", String(lines)]);
  expect((await last.end).code).toBe(0);
  expect(readdirSync(dirname(file))).toEqual(["counted"]);
  expect(await leftInState(root)).toEqual([]);
  tally.edits = readCount(file, lines) - 1000;
  return tally;
}

test("bytes reach the disk before the name does, and the name before the answer", async (context) => {
  const { root, temp } = makeTempPlace({ file: "1\n" });
  const trace = join(temp, "trace");
  const calls = "trace=fsync,rename,renameat,renameat2";
  const script = bundleFixture("writer-process", temp);
  // The first edit of a project also makes the directory of its state.
  expect((await startProcess([script, root, "file", "1", "1"]).end).code).toBe(0);
  const { end } = startProcess([script, root, "file", "1", "1"], ["strace", "-f", "-o", trace, "-e", calls]);
  context.skip((await end).code !== 0, "strace is not there or may not be used");
  const order = readFileSync(trace, "utf8").matchAll(/\b(fsync|rename\w*)\(.*?(?:"\))?/g);
  expect(Array.from(order, ([, name]) => name?.slice(0, 6))).toEqual(["fsync", "rename", "fsync"]);
});

async function leftInState(root: string): Promise<readonly string[]> {
  const { state, files, writer } = openWriterKit(root);
  await writer.create(await files.locate("last", "write"), "", { signal });
  return readdirSync(await state.local("locks"));
}

/** Throws unless the file is the same number in every one of its lines. */
function readCount(file: string, lines: number): number {
  const text = readFileSync(file, "utf8");
  const first = text.slice(0, text.indexOf("\n") + 1);
  if (!/^\d+\n$/.test(first) || text !== first.repeat(lines)) {
    throw new Error(`torn: ${text.length} characters that begin with ${JSON.stringify(text.slice(0, 40))}`);
  }
  return Number(first);
}
